// References to one of two objects without a derivative, or containers with slots: what a function or a method returns is
// the object itself, and so is a name for a choice.
// RUN: %treelize %s -o %T/passive-choices.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <deque>
#include <list>
#include <map>
#include <random>
#include <set>
#include <stack>
#include <string>

namespace app {

template <class T>
T& either(bool c, T& a, T& b) {
  return c ? a : b;
}
template <class T>
const T& seen(bool c, const T& a, const T& b) {
  return c ? a : b;
}
template <class T>
T& returned(bool c, T& a, T& b) {
  if (c)
    return a;
  return b;
}

TREELIZE(kernel) double texts(double x, double y, int n) {
  std::string v = "a", u = "b";
  either(n > 1, v, u) += "xyz";
  std::string& r = returned(n > 2, v, u);
  r += "12";
  std::set<int> p{1}, q{2};
  either(n > 1, p, q).insert(5);
  returned(n > 2, p, q).insert({7, 8});
  std::map<int, int> a, b;
  either(n > 1, a, b)[3] = 4;
  ++returned(n > 1, a, b)[3];
  return static_cast<double>(v.size()) * x + static_cast<double>(u.size()) * y + static_cast<double>(p.size()) * x * y +
         static_cast<double>(a.size()) * x + b[3] * y + a[3] * y * y;
}
inline std::string& marked(int n, std::string& a, std::string& b) { return either(n > 1, a, b) += "z"; }
TREELIZE(kernel) double chained(double x, double y, int n) {
  std::string a = "a", b = "bb";
  marked(n, a, b) += "qq";
  std::string& r = marked(n - 1, a, b);
  r += "w";
  a += "1";
  return static_cast<double>(a.size()) * x + static_cast<double>(b.size()) * y + static_cast<double>(r.size()) * x * y;
}
TREELIZE(kernel) double watched(double x, double y, int n) {
  std::set<int> a{1}, b{2};
  const auto& r = seen(n > 1, a, b);
  a.insert(5);
  b.insert(6);
  b.insert(7);
  return static_cast<double>(r.size()) * x + y;
}
TREELIZE(kernel) double elements(double x, double y, int n) {
  std::vector<std::string> words{"a", "bc"};
  const std::string before = either(n > 1, words[0], words[1]);
  either(n > 1, words[0], words[1]) += "def";
  return static_cast<double>(words[0].size()) * x + static_cast<double>(words[1].size()) * y +
         static_cast<double>(before.size()) * x * y;
}
TREELIZE(kernel) double drawn(double x, double y, int n) {
  std::mt19937 a(1), b(2);
  double s = static_cast<double>(either(n > 1, a, b)() % 100) * x;
  s += static_cast<double>(returned(n > 1, a, b)() % 100) * y;
  return s + static_cast<double>(a() % 100) * x * y + static_cast<double>(b() % 100);
}
struct Drawing {
  std::mt19937 random{5};
};
TREELIZE(kernel) double engines(double x, double y, int n) {
  Drawing a, b;
  double s = y;
  for (int i = 0; i <= n; ++i)
    s += x * static_cast<double>(a.random() % 100) + y * static_cast<double>(b.random() % 50) * s;
  return s / 1000;
}
TREELIZE(kernel) double pushed(double x, double y, int n) {
  std::deque<double> v{x, y}, u{y, x};
  either(n > 1, v, u).push_front(3);
  std::deque<double>& r = returned(n > 2, v, u);
  r.push_back(x * y);
  r.pop_front();
  return v[0] * u[0] + v.back() * u.back();
}
struct Layers {
  std::map<int, double> a, b;
  std::stack<double> inner, outer;
  bool isFirst = false;
  int calls = 0;
  std::map<int, double>& current() { return isFirst ? a : b; }
  std::stack<double>& counted() {
    ++calls;
    return isFirst ? inner : outer;
  }
};
TREELIZE(kernel) double methods(double x, double y, int n) {
  Layers layers;
  layers.isFirst = n > 1;
  layers.current()[1] = x;
  layers.current()[2] += y;
  layers.current()[1] *= 3;
  layers.counted().push(x);
  layers.counted().push(y);
  layers.counted().top() *= 2;
  return static_cast<double>(layers.a.size()) * x + static_cast<double>(layers.b.size()) * y + layers.current()[1] +
         layers.counted().top() * x + static_cast<double>(layers.inner.size()) * y + layers.calls * x;
}
struct Item {
  int k;
  std::string s;
  std::vector<int> w;
};
struct Named {
  double v;
  std::string s;
};
TREELIZE(kernel) double members(double x, double y, int n) {
  Item a{1, "a", {1}}, b{2, "b", {2}};
  Item& r = either(n > 1, a, b);
  r.k += 5;
  r.s += "xx";
  r.w.push_back(4);
  Named p{x, "p"}, q{y, "q"};
  Named& t = either(n > 1, p, q);
  t.v *= 2;
  t.s += "xx";
  either(n > 2, p, q).s = "longer";
  return a.k * x + b.k * y + static_cast<double>(a.s.size()) * x + static_cast<double>(a.w.size()) * y +
         p.v * static_cast<double>(p.s.size()) + q.v * static_cast<double>(q.s.size());
}

TREELIZE(kernel) double slots(double x, double y, int n) {
  std::deque<double> v{x, y}, u{y, x};
  auto& r = n > 1 ? v : u;
  r[0] *= 2;
  r[1] = 3;
  r.back() += x;
  ++r.front();
  std::map<int, double> a{{1, x}}, b{{1, y}};
  auto& m = n > 1 ? a : b;
  m[1] *= 3;
  m[2] = x * y;
  for (auto& [k, e] : m)
    e *= k;
  std::list<double> c{x, y}, d{y, x};
  for (double& e : n > 1 ? c : d)
    e *= 2;
  return v[0] * u[0] + v[1] * x + a[1] * b[1] + static_cast<double>(a.size()) * y + c.back() * d.back();
}
struct Tail {
  double p;
  std::deque<double> d;
};
TREELIZE(kernel) double slotMembers(double x, double y, int n) {
  Tail a{x, {x}}, b{y, {y}};
  Tail& r = n > 1 ? a : b;
  r.d.push_back(x * y);
  r.d[0] += 1;
  r.p *= 2;
  return a.p * b.p + static_cast<double>(a.d.size()) * x + b.d[0] * a.d[0];
}

} // namespace app

#include "passive-choices.treelize.hpp"

int main() {
  using namespace app;
  check::same("texts", texts, kernels::texts);
  check::same("chained", chained, kernels::chained);
  check::same("watched", watched, kernels::watched);
  check::same("elements", elements, kernels::elements);
  check::same("drawn", drawn, kernels::drawn);
  check::same("engines", engines, kernels::engines);
  check::same("pushed", pushed, kernels::pushed);
  check::same("methods", methods, kernels::methods);
  check::same("members", members, kernels::members);
  check::same("slots", slots, kernels::slots);
  check::same("slotMembers", slotMembers, kernels::slotMembers);
  return check::finish();
}
