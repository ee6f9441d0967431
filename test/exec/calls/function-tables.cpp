// Tables of functions outside the kernel: arrays, objects with names, vectors and maps, called by index, by name and in a
// loop.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/function-tables.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/function-tables.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t %s -fsyntax-only
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

inline double square(double x) { return x * x; }
inline double wave(double x) { return std::sin(x); }
using Map = double (*)(double);

constexpr double (*plain[])(double) = {square, wave, std::exp};
// CHECK-LABEL: struct by_index_kernel
TREELIZE(kernel) double by_index(double x, int i) {
  double s = plain[i](x) * x;
  for (auto f : plain)
    s += f(x);
  for (int k = 0; k < 3; ++k)
    s = plain[k](s * 0.5);
  return s;
}

static const std::array<Map, 2> held = {wave, square};
inline constexpr std::array<double (*)(double), 2> shown{&square, &wave};
TREELIZE(kernel) double arrays(double x, int i) {
  double s = held[static_cast<std::size_t>(i)](x) * x;
  for (const auto& f : shown)
    s += f(x);
  Map chosen = held[1];
  return s * chosen(x) + shown.at(static_cast<std::size_t>(i))(x) * static_cast<double>(shown.size());
}

struct Entry {
  const char* name;
  double scale;
  double (*f)(double);
};
constexpr Entry entries[] = {{"square", 2.0, square}, {"wave", 3.0, wave}};
inline double call(const std::string& name, double x) {
  for (const auto& e : entries)
    if (name == e.name)
      return e.f(x) * e.scale;
  return 0;
}
TREELIZE(kernel) double by_name(double x, const std::string& name) {
  return call(name, x) * x + entries[0].f(x);
}

struct Named {
  std::string_view name;
  Map f;
};
static constexpr Named named[] = {{"a", square}, {"b", [](double x) { return std::exp(-x); }}};
TREELIZE(kernel) double lambdas(double x, int i) {
  return named[i].f(x) * (named[i].name == "b" ? x : 2 * x);
}

enum class Act { square, wave };
constexpr std::pair<Act, Map> by_enum[] = {{Act::square, square}, {Act::wave, wave}};
TREELIZE(kernel) double enums(double x, int i) {
  for (const auto& [act, f] : by_enum)
    if (act == static_cast<Act>(i))
      return f(x);
  return 0;
}

static const std::vector<std::function<double(double)>> functions = {square, [](double x) { return 2 * x; }, std::negate<double>{}};
static const std::map<std::string, Map> registry = {{"square", square}, {"wave", wave}};
TREELIZE(kernel) double containers(double x, const std::string& name) {
  double s = registry.at(name)(x);
  for (const auto& f : functions)
    s += f(s);
  return s * functions[1](x);
}

class Net {
public:
  Net(double weight, int kind) : w(weight), act(kind) {}
  double run(double x) const { return acts[act](w * x); }

private:
  static constexpr double (*acts[])(double) = {square, wave};
  double w;
  int act;
};
struct Point {
  double a;
  double up() const { return a * a; }
  double down() const { return std::sin(a); }
};
constexpr double (Point::*methods[])() const = {&Point::up, &Point::down};
TREELIZE(kernel) double members(double x, int i) {
  const Net net{x, i};
  const Point p{x};
  return net.run(x) * (p.*methods[i])();
}

// The last entry is empty.
static const Entry ended[] = {{"square", 1.5, square}, {"wave", 2.5, wave}, {nullptr, 0, nullptr}};
TREELIZE(kernel) double until_null(double x, int i) {
  double s = x;
  for (const Entry* e = ended; e->name; ++e)
    s = e->f(s) * e->scale + x;
  for (int k = 0; ended[k].f != nullptr; ++k)
    s += ended[k].f(s * i);
  const char* names[] = {"a", "bb", nullptr};
  for (int k = 0; names[k]; ++k)
    s += x * static_cast<double>(std::string(names[k]).size());
  return s;
}
struct Label {
  const char* name;
  double w;
};
TREELIZE(kernel) double copied(double x, int i) {
  const std::array<Label, 2> labels{{{"q", x}, {nullptr, 2 * x}}};
  auto copy = labels;
  copy[0].w *= x;
  double s = 0;
  for (const auto& e : copy)
    s += e.name ? e.w * e.w : 3 * e.w * i;
  return s;
}
inline double step(double x, int i, int depth) { return depth == 0 ? x : step(plain[i](x), 1 - i, depth - 1); }
TREELIZE(kernel) double recursive(double x, int i) {
  return step(x, i, 3);
}

} // namespace app

#include "function-tables.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  for (int i = 0; i < 2; ++i) {
    check(kernels::by_index, by_index, 0.7, i);
    check(kernels::arrays, arrays, 0.7, i);
    check(kernels::lambdas, lambdas, 0.7, i);
    check(kernels::enums, enums, 0.7, i);
    check(kernels::members, members, 0.7, i);
    check(kernels::until_null, until_null, 0.7, i);
    check(kernels::copied, copied, 0.7, i);
    check(kernels::recursive, recursive, 0.7, i);
  }
  for (const char* name : {"square", "wave"}) {
    check(kernels::by_name, by_name, 0.7, std::string(name));
    check(kernels::containers, containers, 0.7, std::string(name));
  }
  return failures;
}
