// Functions in maps, vectors, arrays and objects: lambdas, function objects of the library, and pointers, called by
// key, by index and in a loop.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/function-containers.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/function-containers.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t %s -fsyntax-only
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <treelize/annotations.hpp>
#include <unordered_map>
#include <vector>

namespace app {

using Binary = std::function<double(double, double)>;
using Unary = std::function<double(double)>;

// CHECK-LABEL: struct operators_kernel
TREELIZE(kernel) double operators(double x, double y) {
  std::map<std::string, Binary> ops{{"+", [](double a, double b) { return a + b; }}, {"-", std::minus<double>{}}, {"*", std::multiplies<>{}}};
  return ops["+"](x, y) * ops.at("-")(x, y) + ops["*"](x, x);
}
TREELIZE(kernel) double named(double x, double y, const std::string& name) {
  std::map<std::string, Unary> ops;
  ops["a"] = [&](double a) { return a * y; };
  ops["b"] = std::negate<double>();
  ops.emplace("c", [](auto a) { return std::sin(a); });
  return ops.count(name) ? ops[name](x * y) : y;
}
TREELIZE(kernel) double loop(double x, double y) {
  const std::unordered_map<char, Binary> ops = {{'/', std::divides<double>{}}, {'*', [y](double a, double b) { return a * b * y; }}};
  std::vector<double> stack;
  for (char c : std::string("xy*x/")) {
    if (c == 'x' || c == 'y') {
      stack.push_back(c == 'x' ? x : y);
      continue;
    }
    const double b = stack.back();
    stack.pop_back();
    stack.back() = ops.at(c)(stack.back(), b);
  }
  return stack.back();
}
// CHECK-LABEL: struct chain_kernel
TREELIZE(kernel) double chain(double x, double y, int i) {
  std::vector<Unary> fs;
  fs.push_back([](double a) { return a * a; });
  fs.push_back([y](auto a) { return a * y; });
  fs.emplace_back(std::negate<>{});
  std::array<Binary, 2> gs{std::plus<double>{}, std::multiplies<>{}};
  Binary h = std::plus<double>();
  if (i == 1)
    h = std::multiplies<double>();
  double s = x;
  for (const Unary& f : fs)
    s = f(s) + x;
  return s * gs[i](x, y) + h(x, y) * fs[2](s);
}
class Calculator {
public:
  Calculator() {
    ops_["+"] = [](double a, double b) { return a + b; };
    ops_["*"] = std::multiplies<double>();
  }
  double run(const std::string& op, double a, double b) const { return ops_.at(op)(a, b); }

private:
  std::map<std::string, Binary> ops_;
};
TREELIZE(kernel) double member(double x, double y) {
  Calculator c;
  return c.run("+", x, y) * c.run("*", x, y);
}
struct Op {
  std::string name;
  Unary f;
};
TREELIZE(kernel) double objects(double x, double y) {
  std::vector<Op> ops{{"sin", [](double a) { return std::sin(a); }}, {"neg", std::negate<double>{}}};
  double s = 0;
  for (const Op& op : ops)
    s += op.f(x) * static_cast<double>(op.name.size());
  return s * ops[0].f(y);
}
struct Scaled {
  double by;
  template <class T> T operator()(T x) const { return x * by; }
};
TREELIZE(kernel) double own_objects(double x, double y) {
  std::vector<Unary> fs{Scaled{y}, std::negate<>{}, Scaled{x}};
  double s = 0;
  for (std::size_t i = 0; i < fs.size(); ++i)
    s += fs[i](x) * (1.0 + static_cast<double>(i));
  return s;
}

} // namespace app

#include "function-containers.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, auto... args) { failures += !treelize::check_gradient(kernel, args...).passed(); };
  check(kernels::operators, 0.7, 1.2);
  for (const char* name : {"a", "b", "c", "d"})
    check(kernels::named, 0.7, 1.2, std::string(name));
  check(kernels::loop, 0.7, 1.2);
  check(kernels::chain, 0.7, 1.2, 0);
  check(kernels::chain, 0.7, 1.2, 1);
  check(kernels::member, 0.7, 1.2);
  check(kernels::objects, 0.7, 1.2);
  check(kernels::own_objects, 0.7, 1.2);
  failures += std::fabs(kernels::operators(0.7, 1.2) - operators(0.7, 1.2)) > 1e-14;
  return failures;
}
