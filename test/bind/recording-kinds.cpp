// What recorded kernels may write: members of members, containers of fields, vectors that grow, arrays, private members
// and those of a base; objects behind `bind`, and several of them; arguments of any kind, which are copied.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %cxx -I%S/../Inputs -DTREELIZE_CHECK -fsanitize=address,undefined -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <treelize/recording.hpp>

#include <array>
#include <cmath>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace app {

struct Block {
  treelize::field<double> v{2};
  double scale = 1.5;
};
struct Point {
  double x = 0.5, y = 0.25;
};

class TREELIZE(data_oriented) Kinds {
public:
  treelize::field<double> x{3}, out;
  treelize::field<float> narrow{2};
  Block block;
  std::array<Block, 2> blocks;
  std::vector<treelize::field<double>> many = std::vector<treelize::field<double>>(2, treelize::field<double>(2));
  std::vector<double> kept{1, 2};
  std::vector<Point> points = std::vector<Point>(2);
  std::vector<std::vector<double>> rows{{1, 2}, {3}};
  double numbers[2] = {2, 3};
  std::pair<double, int> counted{1, 0};
  Point point;

  TREELIZE(kernel) void step(double s) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += s * x[i] * numbers[i % 2];
    block.v[0] = block.v[1] * block.scale * x[0];
    block.v[1] += block.v[0] * x[1];
    blocks[1].v[0] = x[1] * x[2] + blocks[1].v[0] * 0.5;
    many[1][0] += many[0][1] * x[0];
    many[0][1] = many[1][0] * s;
    narrow[0] += static_cast<float>(x[0]) * narrow[1];
    points[1].x *= x[0];
    points[0].y += points[1].x * points[0].y;
    rows[0][1] += rows[1][0] * x[2];
    rows[1][0] *= rows[0][1] * 0.1;
    numbers[0] *= 0.9 + 0.01 * x[1];
    counted.first += counted.first * x[2] * 0.1;
    ++counted.second;
    point = Point{x[0] * point.y, point.x};
    hidden_ += x[1] * hidden_;
  }
  TREELIZE(kernel) void grow(int n) {
    for (int i = 0; i < n; ++i)
      kept.push_back(x[0] * kept.back());
  }
  TREELIZE(kernel) void weigh(std::span<const double> weights, const std::vector<double>& shift, Point at, std::string) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = x[i] * x[i] * weights[i] + shift[i] * at.x;
  }
  TREELIZE(kernel) void observe() {
    double sum = block.v[0] * block.v[1] + blocks[1].v[0] + many[1][0] * many[0][1] + narrow[0] + points[0].y +
                 rows[0][1] + rows[1][0] * numbers[0] + counted.first * point.x + point.y * hidden_;
    for (double v : kept)
      sum += v * v * 0.1;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += x[i];
    out.value() += sum;
  }
  TREELIZE(kernel) void all() {
    step(0.1);
    grow(2);
    weigh(std::vector<double>{0.5, 0.6, 0.7}, std::vector<double>{1, 2, 3}, Point{0.1, 0}, "");
    step(0.2);
    grow(1);
    observe();
  }
  double hidden() const { return hidden_; }

private:
  double hidden_ = 1.25;
};

class TREELIZE(data_oriented) Base {
public:
  treelize::field<double> x, y;
  double k = 3;
  TREELIZE(kernel) void square() {
    x.value() = k * x.value() * x.value();
    y.value() = x.value();
  }
};
class TREELIZE(data_oriented) Derived : public Base {
public:
  treelize::field<double> z;
  TREELIZE(kernel) void add() { z.value() = x.value() * y.value() + z.value() * k; }
};

/// It has the kernels of its bases alone.
struct Notes {
  treelize::field<double> written;
  double weight = 2;
};
class TREELIZE(data_oriented) Heir : public Derived {
public:
  Notes notes;
  double own = 1;
};

template <class T> class TREELIZE(data_oriented, T = double) Scaled {
public:
  treelize::field<T> x;
  T k = 2;
  TREELIZE(kernel) void scale() { x.value() *= k; }
  TREELIZE(kernel) void scale(T by) { x.value() *= by; }
};

} // namespace app

#include GENERATED

#include <Holds.h>

void fill(app::Kinds& c) {
  c.x[0] = 0.5, c.x[1] = -0.4, c.x[2] = 0.8;
  c.block.v[1] = 0.7;
  c.blocks[1].v[0] = 0.3;
  c.many[0][1] = 1.1, c.many[1][0] = -0.6;
  c.narrow[0] = 1, c.narrow[1] = 0.5F;
}

void kinds(const treelize::recording_options& options) {
  treelize::bound<app::Kinds> one;
  app::Kinds object;
  fill(one), fill(object);
  one.out.grad.value() = 1.5;
  const auto whole = one.all.grad();
  one.all();

  treelize::recording rec(options);
  auto many = treelize::bind(object);
  {
    std::vector<double> weights{0.5, 0.6, 0.7}, shift{1, 2, 3};
    rec.run(treelize::bind(object).step, 0.1);
    rec.run(many.grow, 2);
    rec.run(many.weigh, weights, shift, app::Point{0.1, 0}, "a text");
    weights.assign(3, 100), shift.assign(3, 100); // they were copied
  }
  rec.run(many.step, 0.2);
  rec.run(many.grow, 1);
  rec.run(many.observe);
  object.out.grad.value() = 1.5;
  rec.backward();

  const app::Kinds& self = rec.self(object);
  is(object.x == one.x && object.block.v == one.block.v && object.kept == one.kept && object.rows == one.rows &&
         object.counted == one.counted && object.hidden() == one.hidden() && object.point.x == one.point.x &&
         object.many == one.many && object.narrow == one.narrow,
     "values stay");
  for (std::size_t i = 0; i < 3; ++i)
    is(close(object.x.grad[i], one.x.grad[i]), "x");
  is(close(object.block.v.grad[1], one.block.v.grad[1]) && object.block.v.grad[0] == 0, "block");
  is(close(object.blocks[1].v.grad[0], one.blocks[1].v.grad[0]), "blocks");
  is(close(object.many[0].grad[1], one.many[0].grad[1]) && close(object.many[1].grad[0], one.many[1].grad[0]), "many");
  is(std::fabs(object.narrow.grad[1] - one.narrow.grad[1]) < 1e-6F, "narrow");
  is(self.kept.size() == 2 && close(self.kept[1], whole.self.kept[1]), "a vector that grew");
  is(close(self.points[0].y, whole.self.points[0].y) && close(self.points[1].x, whole.self.points[1].x), "points");
  is(close(self.rows[0][1], whole.self.rows[0][1]) && close(self.rows[1][0], whole.self.rows[1][0]), "rows");
  is(close(self.numbers[0], whole.self.numbers[0]) && close(self.numbers[1], whole.self.numbers[1]), "numbers");
  is(close(self.counted.first, whole.self.counted.first), "a pair");
  is(close(self.point.x, whole.self.point.x) && close(self.point.y, whole.self.point.y), "a whole object");
  is(close(self.block.scale, whole.self.block.scale) && close(self.hidden(), whole.self.hidden()), "plain members");
}

void bases() {
  treelize::bound<app::Derived> c;
  c.x.value() = 2, c.z.value() = 5;
  treelize::recording rec;
  rec.run(c.square);
  rec.run(c.add);
  c.z.grad.value() = 1;
  rec.backward(); // x y = (k x x)^2, z = that + k z
  is(c.x.grad.value() == 4 * 9 * 8 && c.z.grad.value() == 3, "fields of base and class");
  is(rec.self(c).k == 2 * 3 * 16 + 5, "a member that both use");
}

void heirs() {
  treelize::bound<app::Heir> c;
  c.x.value() = 2, c.z.value() = 5, c.notes.written.grad.value() = 7;
  treelize::recording rec;
  rec.run(c.square);
  rec.run(c.add);
  c.z.grad.value() = 1;
  rec.backward();
  is(c.x.grad.value() == 4 * 9 * 8 && rec.self(c).k == 2 * 3 * 16 + 5, "kernels of bases");
  is(c.notes.written.grad.value() == 7 && rec.self(c).own == 0 && rec.self(c).notes.weight == 0, "and the rest stays");
}

void overloads() {
  treelize::bound<app::Scaled<double>> c;
  c.x.value() = 3;
  treelize::recording rec;
  rec.run(c.scale);
  rec.run(c.scale, 0.5);
  treelize::recording moved = std::move(rec);
  c.x.grad.value() = 1;
  moved.backward();
  is(c.x.grad.value() == 1 && moved.self(c).k == 1.5, "overloads, of a template");
}

void several() {
  treelize::bound<app::Base> a, b;
  a.x.value() = 2, b.x.value() = 3;
  treelize::recording rec;
  rec.run(a.square);
  rec.run(b.square);
  rec.run(a.square);
  a.y.grad.value() = 1, b.y.grad.value() = 1;
  rec.backward();
  is(a.x.value() == 3 * 12 * 12 && a.x.grad.value() == 6 * 12 * 12.0 && b.x.grad.value() == 18, "two objects");
  is(rec.self(b).k == 9 && rec.self(a).k == 144 + 6 * 12 * 4, "and their members");
}

int main() {
  kinds({});
  for (int snapshots = 1; snapshots < 5; ++snapshots)
    kinds({.checkpoint = snapshots});
  bases();
  heirs();
  overloads();
  several();
  return failures;
}
