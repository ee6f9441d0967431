// Visitors through recursive functions, whose class the kernel knows, and operators of one's own on shared pointers.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/visitors.treelize.hpp -- -std=c++20
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <memory>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

struct Number;
struct Sum;
struct Product;
struct Visitor {
  virtual ~Visitor() = default;
  virtual void number(const Number&) = 0;
  virtual void sum(const Sum&) = 0;
  virtual void product(const Product&) = 0;
};
struct Node {
  virtual ~Node() = default;
  virtual void accept(Visitor& v) const = 0;
  virtual void acceptPointer(Visitor* v) const = 0;
};
using Owner = std::unique_ptr<Node>;
struct Number : Node {
  double value;
  explicit Number(double x) : value(x) {}
  void accept(Visitor& v) const override { v.number(*this); }
  void acceptPointer(Visitor* v) const override { v->number(*this); }
};
struct Sum : Node {
  Owner left, right;
  Sum(Owner a, Owner b) : left(std::move(a)), right(std::move(b)) {}
  void accept(Visitor& v) const override { v.sum(*this); }
  void acceptPointer(Visitor* v) const override { v->sum(*this); }
};
struct Product : Node {
  Owner left, right;
  Product(Owner a, Owner b) : left(std::move(a)), right(std::move(b)) {}
  void accept(Visitor& v) const override { v.product(*this); }
  void acceptPointer(Visitor* v) const override { v->product(*this); }
};
struct Evaluator : Visitor {
  double result = 0;
  void number(const Number& n) override { result = n.value; }
  void sum(const Sum& n) override {
    n.left->accept(*this);
    const double a = result;
    n.right->accept(*this);
    result = a + result;
  }
  void product(const Product& n) override {
    n.left->accept(*this);
    const double a = result;
    n.right->accept(*this);
    result = a * result;
  }
};
/// Another one over the same tree: the kernel knows which of the two it hands over.
struct Total : Visitor {
  double scale, total = 0;
  int count = 0;
  explicit Total(double s) : scale(s) {}
  void number(const Number& n) override {
    total += std::sin(n.value) * scale;
    ++count;
  }
  void sum(const Sum& n) override {
    n.left->acceptPointer(this);
    n.right->acceptPointer(this);
  }
  void product(const Product& n) override {
    scale *= 2;
    n.left->acceptPointer(this);
    n.right->acceptPointer(this);
    scale /= 2;
  }
};
TREELIZE(kernel) double tree(double x, double y) {
  auto sum = std::make_unique<Sum>(std::make_unique<Number>(x), std::make_unique<Number>(y));
  const auto whole = std::make_unique<Product>(std::move(sum), std::make_unique<Number>(x * y));
  Evaluator evaluator;
  whole->accept(evaluator);
  Total total(y);
  whole->accept(total);
  whole->acceptPointer(&total);
  return evaluator.result * total.total + total.count;
}

// A group of groups.
struct Circle;
struct Group;
struct Measure {
  virtual ~Measure() = default;
  virtual void visit(const Circle&) = 0;
  virtual void visit(const Group&) = 0;
};
struct Shape {
  virtual ~Shape() = default;
  virtual void accept(Measure& m) const = 0;
};
struct Circle : Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  void accept(Measure& m) const override { m.visit(*this); }
};
struct Group : Shape {
  std::vector<std::unique_ptr<Shape>> parts;
  double scale = 1;
  void accept(Measure& m) const override { m.visit(*this); }
};
struct Area : Measure {
  double sum = 0, factor = 1;
  void visit(const Circle& c) override { sum += factor * c.radius * c.radius; }
  void visit(const Group& g) override {
    const double old = factor;
    factor *= g.scale;
    for (const auto& part : g.parts)
      part->accept(*this);
    factor = old;
  }
};
TREELIZE(kernel) double groups(double x, double y) {
  auto inner = std::make_unique<Group>();
  inner->scale = y;
  inner->parts.push_back(std::make_unique<Circle>(x));
  auto outer = std::make_unique<Group>();
  outer->scale = x;
  outer->parts.push_back(std::move(inner));
  outer->parts.push_back(std::make_unique<Circle>(y));
  Area area;
  outer->accept(area);
  return area.sum;
}

// Expressions that operators make.
struct Expr {
  virtual ~Expr() = default;
  virtual double eval() const = 0;
};
using E = std::shared_ptr<Expr>;
struct Constant : Expr {
  double value;
  explicit Constant(double x) : value(x) {}
  double eval() const override { return value; }
};
struct Sine : Expr {
  E of;
  explicit Sine(E x) : of(std::move(x)) {}
  double eval() const override { return std::sin(of->eval()); }
};
struct Binary : Expr {
  E a, b;
  char op;
  Binary(char o, E x, E y) : a(std::move(x)), b(std::move(y)), op(o) {}
  double eval() const override {
    switch (op) {
    case '+':
      return a->eval() + b->eval();
    case '-':
      return a->eval() - b->eval();
    case '/':
      return a->eval() / b->eval();
    default:
      return a->eval() * b->eval();
    }
  }
};
inline E operator+(const E& a, const E& b) { return std::make_shared<Binary>('+', a, b); }
inline E operator-(const E& a, const E& b) { return std::make_shared<Binary>('-', a, b); }
inline E operator*(E a, E b) { return std::make_shared<Binary>('*', a, b); }
inline E operator/(E a, E b) { return std::make_shared<Binary>('/', a, b); }
inline E operator-(E a) { return std::make_shared<Binary>('-', std::make_shared<Constant>(0.0), a); }
inline E operator+(E a, double b) { return a + std::make_shared<Constant>(b); }
inline E operator+(double b, E a) { return a + std::make_shared<Constant>(b); }
TREELIZE(kernel) double graph(double x, double y) {
  const E a = std::make_shared<Constant>(x), b = std::make_shared<Constant>(y);
  E c = a * a + std::make_shared<Sine>(a);
  c = c - b / a;
  c = -c + 2.0;
  c = 1.0 + c;
  return c->eval() * (a + b)->eval();
}

} // namespace app

#include "visitors.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  check("tree", kernels::tree, tree, 0.7, 1.2);
  check("groups", kernels::groups, groups, 0.7, 1.2);
  check("graph", kernels::graph, graph, 0.7, 1.2);
  return check.failures;
}
