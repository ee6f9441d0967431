// Recursive functions that are given containers: vectors of which they change the length, and exchange two; maps and
// other objects of the library, which remember results; objects that are known by their members alone.
// RUN: %treelize %s -o %T/recursion-containers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %allcxx -I%S/../../Inputs -I%T -fsyntax-only %s
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace app {

inline double sum(const std::vector<double>& a) {
  double s = 0;
  for (double v : a)
    s += v * v;
  return s;
}
inline double grown(std::vector<double>& a, std::vector<double>& b, int n) {
  if (!n)
    return sum(a);
  b.clear();
  for (std::size_t i = 0; i < a.size(); ++i)
    b.push_back(a[i] * 1.1 + a[0]);
  b.push_back(a[0] * a[0]);
  return grown(b, a, n - 1);
}
TREELIZE(kernel) double exchanged(std::span<const double> x, int n) {
  std::vector<double> a(x.begin(), x.end()), b;
  return grown(a, b, n) + sum(b);
}
TREELIZE(kernel) double itself(std::vector<double>& a, std::vector<double>& b, int n) {
  if (!n)
    return sum(a);
  b.clear();
  for (std::size_t i = 0; i < a.size(); ++i)
    b.push_back(a[i] * 1.1 + a[0]);
  b.push_back(a[0] * a[0]);
  return itself(b, a, n - 1);
}
inline double product(std::vector<double>& a, std::vector<double>& b) {
  if (a.size() == 1)
    return a[0];
  b.clear();
  for (std::size_t i = 0; i + 1 < a.size(); i += 2)
    b.push_back(a[i] * a[i + 1]);
  if (a.size() % 2)
    b.push_back(a.back());
  return product(b, a);
}
TREELIZE(kernel) double halved(std::span<const double> x) {
  std::vector<double> a(x.begin(), x.end()), b;
  return product(a, b);
}
inline void rotated(std::vector<double>& a, std::vector<double>& b, std::vector<double>& c, int n) {
  if (n == 0)
    return;
  c.resize(a.size() + 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    c[i] = a[i] * (i < b.size() ? b[i] : 1.0);
  c.back() = a[0];
  if (n % 2)
    b.pop_back();
  rotated(b, c, a, n - 1);
  a.push_back(c[0] * 2);
}
TREELIZE(kernel) double three(std::span<const double> x) {
  std::vector<double> a(x.begin(), x.end()), b{x[0], x[1]}, c;
  rotated(a, b, c, 4);
  double s = 0;
  for (double v : a)
    s += v;
  for (double v : c)
    s += v * s;
  return s + sum(b);
}

// Results that are remembered.
inline double found(int n, double a, std::map<int, double>& memory) {
  const auto it = memory.find(n);
  if (it != memory.end())
    return it->second;
  const double r = n < 2 ? a * n + 1 : found(n - 1, a, memory) * 0.3 + found(n - 2, a, memory) * a;
  memory[n] = r;
  return r;
}
TREELIZE(kernel) double inMap(std::span<const double> x) {
  std::map<int, double> memory;
  return found(8, x[0], memory) + found(6, x[1], memory);
}
inline double counted(int n, double a, std::unordered_map<int, double>& memory, std::map<std::string, int>& uses) {
  ++uses[n % 2 ? "odd" : "even"];
  if (memory.count(n))
    return memory[n];
  const double r = n < 2 ? a * n + 1 : counted(n - 1, a, memory, uses) * 0.3 + counted(n - 2, a, memory, uses) * a;
  memory.emplace(n, r);
  return r * uses["odd"];
}
TREELIZE(kernel) double inTwo(std::span<const double> x) {
  double s = 0;
  for (double v : x) {
    std::unordered_map<int, double> memory;
    std::map<std::string, int> uses;
    s += counted(6, v, memory, uses) * uses.at("even");
  }
  return s;
}
using Cell = std::pair<int, int>;
inline double path(int i, int j, std::span<const double> x, std::map<Cell, double>& memory) {
  if (i == 0 || j == 0)
    return x[(i + j) % x.size()];
  const Cell cell{i, j};
  if (auto it = memory.find(cell); it != memory.end())
    return it->second;
  const double r = std::min(path(i - 1, j, x, memory), path(i, j - 1, x, memory)) + x[(i * j) % x.size()] * x[i % x.size()];
  memory[cell] = r;
  return r;
}
TREELIZE(kernel) double inGrid(std::span<const double> x) {
  std::map<Cell, double> memory;
  return path(4, 4, x, memory);
}
TREELIZE(kernel) double byLambda(std::span<const double> x) {
  std::map<int, double> memory;
  std::function<double(int)> f = [&](int n) -> double {
    auto it = memory.find(n);
    if (it != memory.end())
      return it->second;
    const double r = n < 2 ? x[0] * n + x[1] : f(n - 1) * 0.3 + f(n - 2) * x[2];
    memory[n] = r;
    return r;
  };
  return f(8) + f(5);
}

// A class with a map, and one with a constant member, a text and a pointer.
struct Fibonacci {
  double a;
  std::map<int, double> memory;
  double operator()(int n) {
    if (n < 2)
      return a + n;
    if (auto it = memory.find(n); it != memory.end())
      return it->second;
    const double r = (*this)(n - 1) * 0.4 + (*this)(n - 2) * a;
    memory[n] = r;
    return r;
  }
};
TREELIZE(kernel) double asMember(std::span<const double> x) {
  Fibonacci f{x[0], {}};
  return f(8) * x[1];
}
class Walk {
public:
  Walk(std::string name, double k, const double* data) : name_(std::move(name)), k_(k), data_(data) {}
  double run(int n, double s) {
    if (n == 0)
      return s * total_;
    total_ += k_ * data_[n % 3] * s;
    name_ += 'x';
    return run(n - 1, s * 0.9 + data_[n % 2]) * static_cast<double>(name_.size());
  }

private:
  std::string name_;
  const double k_;
  const double* data_;
  double total_ = 0.5;
};
TREELIZE(kernel) double byParts(std::span<const double> x) {
  Walk a("ab", x[0], x.data()), b("c", x[1] * x[2], x.data() + 1);
  return a.run(4, x[3]) * b.run(3, x[0]);
}

} // namespace app

#include "recursion-containers.treelize.hpp"

using namespace app;

static void ofItself() {
  for (int n = 0; n < 4; ++n) {
    const std::vector<double> a{1, 2}, b{3};
    std::vector<double> lastA = a, lastB = b, passedA = a, passedB = b;
    itself(lastA, lastB, n);
    std::vector<double> a_b(lastA.size()), b_b(lastB.size());
    kernels::itself.adjoint(passedA, passedB, n, 1.0, a_b, b_b);
    check::failures() += passedA != a || passedB != b;
    const auto at = [n](std::vector<double> p, std::vector<double> q) { return itself(p, q, n); };
    check::differences("itself: a", a, a_b, [&](const std::vector<double>& p) { return at(p, b); });
    check::differences("itself: b", b, b_b, [&](const std::vector<double>& q) { return at(a, q); });
  }
}

int main() {
  const std::vector<double> x{0.7, 1.3, 0.4, 1.9, 0.6};
  for (int n = 0; n < 4; ++n)
    check::scalar("exchanged", kernels::exchanged, x, n);
  ofItself();
  check::scalar("halved", kernels::halved, x);
  check::scalar("three", kernels::three, x);
  check::scalar("inMap", kernels::inMap, x);
  check::scalar("inTwo", kernels::inTwo, x);
  check::scalar("inGrid", kernels::inGrid, x);
  check::scalar("byLambda", kernels::byLambda, x);
  check::scalar("asMember", kernels::asMember, x);
  check::scalar("byParts", kernels::byParts, x);
  return check::finish();
}
