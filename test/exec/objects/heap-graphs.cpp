// More of objects on the heap of a kernel: shared ones, trees of any width, recursive construction,
// classes in containers.
// RUN: %treelize %s -o %T/heap-graphs.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace app {

// Automatic differentiation by hand: every value knows what it was made of.
struct Value {
  double data = 0, grad = 0;
  int op = 0;
  std::shared_ptr<Value> left, right;
};
using ValuePtr = std::shared_ptr<Value>;
ValuePtr leaf(double data) {
  auto made = std::make_shared<Value>();
  made->data = data;
  return made;
}
ValuePtr combine(int op, const ValuePtr& a, const ValuePtr& b) {
  auto made = std::make_shared<Value>();
  made->data = op == 1 ? a->data + b->data : a->data * b->data;
  made->op = op;
  made->left = a;
  made->right = b;
  return made;
}
TREELIZE(kernel) double byHand(std::span<const double> x) {
  std::vector<ValuePtr> order;
  for (double value : x)
    order.push_back(leaf(value));
  const std::size_t leaves = order.size();
  for (std::size_t i = 0; i + 1 < leaves; ++i)
    order.push_back(combine(static_cast<int>(i % 2) + 1, order.back(), order[i]));
  order.push_back(combine(2, order.back(), order.back()));
  order.back()->grad = 1;
  for (std::size_t i = order.size(); i-- > leaves;) {
    const Value& node = *order[i];
    if (node.op == 1) {
      node.left->grad += node.grad;
      node.right->grad += node.grad;
    } else if (node.op == 2) {
      const double a = node.left->data, b = node.right->data;
      node.left->grad += node.grad * b;
      node.right->grad += node.grad * a;
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < leaves; ++i)
    sum += (static_cast<double>(i) + 1) * order[i]->grad;
  return sum;
}

// A tree of any width, made and walked recursively.
struct Branch {
  double length;
  std::vector<std::unique_ptr<Branch>> children;
  explicit Branch(double l) : length(l) {}
  double total() const {
    double sum = length * length;
    for (const auto& child : children)
      sum += child->total() * length;
    return sum;
  }
};
std::unique_ptr<Branch> grow(std::span<const double> x, int depth, double length) {
  auto made = std::make_unique<Branch>(length);
  if (depth > 0)
    for (std::size_t i = 0; i < x.size(); i += 2)
      made->children.push_back(grow(x, depth - 1, length * x[i]));
  return made;
}
void scale(Branch& branch, double by) {
  branch.length *= by;
  for (auto& child : branch.children)
    scale(*child, by * 0.5);
}
TREELIZE(kernel) double wideTree(std::span<const double> x) {
  auto root = grow(x, 2, x[1]);
  root->children[1]->children.clear();
  scale(*root, x[3]);
  return root->total();
}

// A doubly linked list in an array of nodes, and pointers in arrays.
struct Link {
  double weight;
  Link* before = nullptr;
  Link* after = nullptr;
};
TREELIZE(kernel) double ring(std::span<const double> x) {
  std::array<Link, 4> links = {Link{x[0]}, Link{x[1]}, Link{x[2]}, Link{x[3]}};
  for (std::size_t i = 0; i < 4; ++i) {
    links[i].after = &links[(i + 1) % 4];
    links[(i + 1) % 4].before = &links[i];
  }
  Link* removed = &links[1];
  removed->before->after = removed->after;
  removed->after->before = removed->before;
  Link* corners[2] = {&links[0], links[0].after};
  std::swap(corners[0], corners[1]);
  double sum = 0;
  const Link* at = &links[3];
  for (int i = 0; i < 7; ++i) {
    sum = sum * 0.5 + at->weight * at->after->weight;
    at = i < 4 ? at->before : at->after;
  }
  for (Link* corner : corners)
    sum += corner->weight * corner->before->weight;
  return at == corners[0] ? sum : -2 * sum;
}

// Pointers to a base, in an array and as members.
struct Layer {
  virtual ~Layer() = default;
  virtual void apply(std::vector<double>& values) const = 0;
};
struct Scale : Layer {
  double by;
  explicit Scale(double factor) : by(factor) {}
  void apply(std::vector<double>& values) const override {
    for (double& value : values)
      value *= by;
  }
};
struct Smooth : Layer {
  void apply(std::vector<double>& values) const override {
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = 0.5 * (values[i] + values[i - 1]);
  }
};
class Network {
public:
  void add(std::unique_ptr<Layer> layer) { layers_.push_back(std::move(layer)); }
  std::vector<double> run(std::vector<double> values) const {
    for (const auto& layer : layers_)
      layer->apply(values);
    return values;
  }

private:
  std::vector<std::unique_ptr<Layer>> layers_;
};
TREELIZE(kernel) double network(std::span<const double> x) {
  Network network;
  for (double factor : x) {
    network.add(std::make_unique<Scale>(factor));
    if (factor > 0.6)
      network.add(std::make_unique<Smooth>());
  }
  const std::vector<double> result = network.run({x[0], x[1] * x[1], std::sin(x[2])});
  return result[0] + result[1] * result[2];
}

struct Model {
  const Layer* first;
  const Layer* second = nullptr;
  double run(double x) const {
    std::vector<double> values = {x, x * x};
    first->apply(values);
    if (second)
      second->apply(values);
    return values[0] * values[1];
  }
};
TREELIZE(kernel) double members(std::span<const double> x, int n) {
  const Scale half(x[0]), twice(x[1]);
  const Smooth smooth;
  const Layer* table[] = {&half, &smooth, &twice};
  Model model{table[n % 3]};
  double sum = model.run(x[2]);
  model.second = n > 1 ? table[n - 1] : nullptr;
  sum += model.run(x[3]);
  const Layer& direct = n == 2 ? static_cast<const Layer&>(half) : smooth;
  std::vector<double> values(x.begin(), x.end());
  direct.apply(values);
  return sum * values[1];
}

// A unique pointer is null after its object has moved on; two names of one object see the same.
struct Cell {
  double v;
  std::unique_ptr<Cell> inner;
};
TREELIZE(kernel) double moved(std::span<const double> x) {
  auto a = std::make_unique<Cell>(Cell{x[0], nullptr});
  auto b = std::make_unique<Cell>(Cell{x[1], std::move(a)});
  Cell* inside = b->inner.get();
  inside->v *= x[2];
  double sum = a ? 100 * x[3] : b->inner->v * x[3];
  std::unique_ptr<Cell> c = std::move(b->inner);
  if (!b->inner)
    sum += inside->v * c->v;
  c.reset();
  b->inner = std::make_unique<Cell>(Cell{b->v * x[0], nullptr});
  return c == nullptr && b ? sum * b->inner->v : 0;
}

} // namespace app

#include "heap-graphs.treelize.hpp"

namespace kernels = app::kernels;

int main() {
  const std::vector<double> x = {0.5, -1.25, 2.0, 0.75};
  check::scalar("byHand", kernels::byHand, x);
  check::scalar("wideTree", kernels::wideTree, x);
  check::scalar("ring", kernels::ring, x);
  check::scalar("network", kernels::network, x);
  for (int n : {1, 2, 3})
    check::scalar("members", kernels::members, x, n);
  check::scalar("moved", kernels::moved, x);
  return check::finish();
}
