// Fields of every rank and number type, in members of members and in containers, updated in place.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <array>
#include <cassert>
#include <vector>

namespace app {

struct Block {
  treelize::field<double> v{2};
  double scale = 3;
};

class TREELIZE(data_oriented) Kinds {
public:
  treelize::field<double> cube{2, 3, 2};
  treelize::field<float> narrow{3};
  treelize::field<int> index{2};
  Block block;
  std::array<Block, 2> blocks;
  std::vector<treelize::field<double>> many = std::vector<treelize::field<double>>(2, treelize::field<double>(2));
  treelize::field<double> out;

  TREELIZE(kernel) void ofCube() {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 2; ++k)
          cube(i, j, k) *= (i + 1) * (j + 1);
    out.value() += cube(1, 2, 1) * cube(0, 0, 0);
  }
  TREELIZE(kernel) void ofFloat() {
    for (std::size_t i = 1; i < narrow.size(); ++i)
      narrow[i] += narrow[i - 1] * narrow[i - 1];
  }
  TREELIZE(kernel) void byIndex() { out.value() += many[0][index[0]] * many[1][index[1]]; }
  TREELIZE(kernel) void ofMembers() {
    block.v[0] = block.v[1] * block.scale;
    out.value() += block.v[0] * blocks[1].v[0] * blocks[1].scale;
  }
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Kinds>;

void rankThree() {
  Bound c;
  c.cube.fill(1);
  c.out.grad.value() = 1;
  c.ofCube.grad();
  assert(c.cube.grad(1, 2, 1) == 6 && c.cube.grad(0, 0, 0) == 6 && c.cube.grad(1, 0, 0) == 0);
  assert(c.cube(1, 2, 1) == 1 && (c.cube.shape() == std::vector<std::size_t>{2, 3, 2}));
}

void floats() {
  Bound c;
  c.narrow[0] = 2;
  c.narrow[1] = 1;
  c.narrow.grad[2] = 1;
  c.ofFloat.grad(); // the last is x2 + (x1 + x0 x0) squared, x1 + x0 x0 = 5
  assert(c.narrow.grad[2] == 1 && c.narrow.grad[1] == 10 && c.narrow.grad[0] == 40);
  assert(c.narrow[1] == 1);
}

void integers() {
  Bound c;
  c.index[0] = 1;
  c.many[0][1] = 4;
  c.many[1][0] = 5;
  c.out.grad.value() = 1;
  c.byIndex.grad();
  assert(c.many[0].grad[1] == 5 && c.many[1].grad[0] == 4 && c.many[0].grad[0] == 0);
}

void membersOfMembers() {
  Bound c;
  c.block.v[1] = 2;
  c.blocks[1].v[0] = 7;
  c.out.grad.value() = 1;
  const auto g = c.ofMembers.grad();
  assert(c.block.v.grad[1] == 63 && c.block.v.grad[0] == 0);
  assert(g.self.block.scale == 42 && g.self.blocks[1].scale == 42 && c.blocks[1].v.grad[0] == 18);
  assert(c.block.v[0] == 0);
}

int main() {
  rankThree();
  floats();
  integers();
  membersOfMembers();
}
