// Objects that point at one another, and pointers to a base: lists, trees, polymorphic objects.
// RUN: %treelize %s -o %T/heap.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/heap.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace app {

struct Node {
  double value = 0;
  Node* next = nullptr;
};

// CHECK-LABEL: struct chain_kernel
TREELIZE(kernel) double chain(std::span<const double> x) {
  Node a{x[0], nullptr}, b{x[1], &a}, c{x[2], &b};
  a.value *= c.value;
  double sum = 0;
  for (const Node* node = &c; node; node = node->next)
    sum += node->value * node->value;
  c.next = c.next->next;
  for (const Node* node = &c; node != nullptr; node = node->next)
    sum *= 1 + node->value;
  return sum;
}

// CHECK: std::vector<double> Node_value;
// CHECK-NEXT: std::vector<std::ptrdiff_t> Node_next;
// CHECK: while (node != -1) {
// CHECK: node = Node_next[node];

// CHECK-LABEL: struct list_kernel
TREELIZE(kernel) double list(std::span<const double> x) {
  Node* head = nullptr;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0 || i == 1)
      head = new Node{std::sin(x[i]), head};
  double product = 1;
  for (Node* node = head; node; node = node->next)
    node->value *= product += node->value;
  // Reversed in place.
  Node* reversed = nullptr;
  while (head) {
    Node* next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  double sum = 0;
  int place = 1;
  for (const Node* node = reversed; node; node = node->next)
    sum += place++ * node->value;
  while (reversed) {
    Node* next = reversed->next;
    delete reversed;
    reversed = next;
  }
  return sum;
}

class List {
public:
  void push(double value) {
    auto made = std::make_unique<Item>();
    made->value = value;
    made->next = std::move(head_);
    head_ = std::move(made);
    ++size_;
  }
  double pop() {
    const double value = head_->value;
    head_ = std::move(head_->next);
    --size_;
    return value;
  }
  bool empty() const { return !head_; }
  int size() const { return size_; }

private:
  struct Item {
    double value;
    std::unique_ptr<Item> next;
  };
  std::unique_ptr<Item> head_;
  int size_ = 0;
};
TREELIZE(kernel) double stack(std::span<const double> x) {
  List list;
  for (double value : x) {
    list.push(value * value);
    if (list.size() > 2)
      list.push(list.pop() * list.pop());
  }
  double sum = 0;
  while (!list.empty())
    sum = sum * x[0] + list.pop();
  return sum;
}

// A search tree.
struct Tree {
  explicit Tree(double key) : key(key) {}
  double key;
  double weight = 1;
  std::unique_ptr<Tree> left, right;
};
void insert(std::unique_ptr<Tree>& root, double key) {
  if (!root) {
    root = std::make_unique<Tree>(key);
    return;
  }
  Tree* node = root.get();
  for (;;) {
    node->weight += key;
    std::unique_ptr<Tree>& child = key < node->key ? node->left : node->right;
    if (!child) {
      child = std::make_unique<Tree>(key);
      return;
    }
    node = child.get();
  }
}
double total(const Tree* node, double depth) {
  if (!node)
    return 0;
  return depth * node->key * node->weight + total(node->left.get(), depth * 1.5) + total(node->right.get(), depth + 1);
}
TREELIZE(kernel) double searchTree(std::span<const double> x) {
  std::unique_ptr<Tree> root;
  for (double key : x)
    insert(root, key * key - 1);
  return total(root.get(), x[0]);
}

// Classes behind a base.
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  double twice() const { return 2 * area(); }
};
struct Circle : Shape {
  explicit Circle(double r) : r(r) {}
  double area() const override { return 3.14 * r * r; }
  double r;
};
struct Square : Shape {
  explicit Square(double s) : s(s) {}
  double area() const override { return s * s; }
  double s;
};
std::unique_ptr<Shape> make(int kind, double size) {
  if (kind % 2 == 0)
    return std::make_unique<Circle>(size);
  return std::make_unique<Square>(size);
}
// CHECK-LABEL: struct shapes_kernel
// CHECK: const int kind = Shape_kind[object];
// CHECK-NEXT: double area_value = 0.0;
// CHECK-NEXT: if (kind == 0) {
// CHECK-NEXT: area_value = Square_s[object] * Square_s[object];
TREELIZE(kernel) double shapes(std::span<const double> x) {
  std::vector<std::unique_ptr<Shape>> all;
  for (std::size_t i = 0; i < x.size(); ++i)
    all.push_back(make(static_cast<int>(i), x[i]));
  all.emplace_back(new Square(x[0] * x[1]));
  double sum = 0;
  for (const auto& shape : all)
    sum += std::sin(shape->area());
  if (auto* circle = dynamic_cast<Circle*>(all[2].get()))
    circle->r *= x[3];
  const Shape& chosen = *all[2];
  return sum * all.back()->twice() + chosen.area();
}

// An expression is a tree of unlike nodes.
struct Expression {
  virtual ~Expression() = default;
  virtual double eval(double x) const = 0;
};
using Operand = std::unique_ptr<Expression>;
struct Constant : Expression {
  explicit Constant(double value) : value(value) {}
  double eval(double) const override { return value; }
  double value;
};
struct Variable : Expression {
  double eval(double x) const override { return x; }
};
struct Sum : Expression {
  Sum(Operand a, Operand b) : left(std::move(a)), right(std::move(b)) {}
  double eval(double x) const override { return left->eval(x) + right->eval(x); }
  Operand left, right;
};
struct Product : Expression {
  Product(Operand a, Operand b) : left(std::move(a)), right(std::move(b)) {}
  double eval(double x) const override { return left->eval(x) * right->eval(x); }
  Operand left, right;
};
TREELIZE(kernel) double expression(std::span<const double> x) {
  Operand sum = std::make_unique<Constant>(x[0]);
  for (std::size_t i = 1; i < x.size(); ++i)
    sum = std::make_unique<Sum>(std::make_unique<Product>(std::move(sum), std::make_unique<Variable>()),
                                std::make_unique<Constant>(x[i]));
  return sum->eval(x[1]) * sum->eval(0.5);
}

struct Sample {
  double a, b;
  double norm() const { return a * a * b; }
};

// Owners that change what they own: its class needs no pointers of its own for that.
TREELIZE(kernel) double owners(std::span<const double> x) {
  auto one = std::make_unique<Sample>(Sample{x[0], x[1]}), two = std::make_unique<Sample>(Sample{x[1], 2});
  if (x[0] > 0)
    std::swap(one, two);
  one->a *= x[0];
  *two = *one;
  two->b += x[1];
  one = std::make_unique<Sample>(*two);
  two.reset(new Sample{x[0] * x[1], one->b});
  one.swap(two);
  Sample local{x[0], x[0]}, other{x[1], 1};
  std::swap(local, other);
  return one->norm() * two->norm() + local.norm() * other.norm();
}

TREELIZE(kernel) double renewed(std::span<const double> x) {
  Sample *one = new Sample{x[0], x[1]}, *two = new Sample{x[1], 2};
  for (int i = 0; i < 4; ++i) {
    std::swap(one, two);
    one->a = one->a * x[0] + two->b;
    if (i == 1) {
      delete two;
      two = new Sample{one->a, x[1]};
    }
  }
  const double all = one->norm() * two->norm();
  delete one;
  delete two;
  return all;
}

// Arrays as members of objects on the heap.
struct Layer {
  virtual ~Layer() = default;
  virtual double apply(double x) const = 0;
  virtual void scale(double by) = 0;
};

struct Cubic : Layer {
  double w[3];
  explicit Cubic(double a) {
    w[0] = a;
    w[1] = 2 * a * a;
    w[2] = std::sin(a);
  }
  double apply(double x) const override { return w[0] + x * (w[1] + x * w[2]); }
  void scale(double by) override {
    for (double& weight : w)
      weight *= by;
  }
};

struct Mixing : Layer {
  double m[2][2];
  std::array<double, 2> bias;
  int counts[2] = {1, 2};
  Mixing(double a, double b) : m{{a, b}, {b * b, a}}, bias{b, a} {}
  double apply(double x) const override {
    double sum = 0;
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k)
        sum += m[i][k] * bias[i] * counts[k] * x;
    return sum;
  }
  void scale(double by) override {
    m[1][0] += by * bias[0];
    bias[1] = by;
  }
};

TREELIZE(kernel) double layers(std::span<const double> x) {
  std::vector<std::unique_ptr<Layer>> all;
  for (std::size_t i = 0; i < 3; ++i) {
    if (x[i] > 0)
      all.push_back(std::make_unique<Cubic>(x[i]));
    else
      all.push_back(std::make_unique<Mixing>(x[i], x[0]));
  }
  double y = x[3];
  for (const auto& layer : all) {
    y = std::tanh(layer->apply(y));
    layer->scale(y);
    y += layer->apply(x[1]);
  }
  return y;
}

} // namespace app

#include "heap.treelize.hpp"

namespace kernels = app::kernels;

int main() {
  const std::vector<double> x = {0.5, -1.25, 2.0, 0.75};
  check::scalar("chain", kernels::chain, x);
  check::scalar("layers", kernels::layers, x);
  check::scalar("list", kernels::list, x);
  check::scalar("stack", kernels::stack, x);
  check::scalar("searchTree", kernels::searchTree, x);
  check::scalar("shapes", kernels::shapes, x);
  check::scalar("expression", kernels::expression, x);
  check::scalar("owners", kernels::owners, std::vector<double>{1.3, 0.7});
  check::scalar("owners the other way", kernels::owners, std::vector<double>{-1.3, 0.7});
  check::scalar("renewed", kernels::renewed, std::vector<double>{1.3, 0.7});
  return check::finish();
}
