// Algorithms of the library over deques, lists and maps of numbers and objects.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/slot-algorithms.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/slot-algorithms.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -Wno-deprecated-declarations -I%t %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

struct Point {
  double a, b;
};

// CHECK-LABEL: struct folds_kernel
TREELIZE(kernel) double folds(double x, double y) {
  std::deque<double> d{x, y, x * y};
  d.push_front(2 * x);
  const std::list<double> l{y, x, 3 * x};
  const std::vector<double> v{x, x * y, y};
  double s = std::accumulate(d.begin(), d.end(), 0.0) + std::accumulate(l.begin(), l.end(), 1.0, [](double a, double b) { return a * b; });
  s += std::inner_product(l.begin(), l.end(), v.begin(), 0.0) * std::inner_product(v.begin(), v.end(), d.begin(), 0.5);
  std::for_each(d.begin(), d.end(), [&](double& e) { e *= y; });
  std::for_each(l.begin(), l.end(), [&](double e) { s += e * e; });
  s += std::accumulate(d.rbegin(), d.rend(), 0.0, [](double a, double b) { return a * 2 + b; });
  return s + std::reduce(d.begin(), d.end(), 0.0);
}
TREELIZE(kernel) double sorts(double x, double y) {
  std::deque<double> d{x, y, x * y, 2 * x};
  std::sort(d.begin(), d.end());
  double s = d[0] * d[1] * d[1] + d[2] * d[3] * d[3];
  std::sort(d.begin(), d.end(), std::greater<double>());
  std::stable_sort(d.begin() + 1, d.end(), [](double a, double b) { return a < b; });
  s += d[0] * d[1];
  std::deque<Point> p;
  p.push_back({x, y});
  p.push_back({y, x * y});
  std::sort(p.begin(), p.end(), [](const Point& a, const Point& b) { return a.a > b.a; });
  std::list<double> l(d.begin(), d.end());
  l.sort();
  l.reverse();
  std::list<Point> q(p.begin(), p.end());
  q.sort([](const Point& a, const Point& b) { return a.b > b.b; });
  for (double e : l)
    s = s * 0.5 + e;
  return s * p[0].b + p[1].a * q.front().a;
}
TREELIZE(kernel) double searches(double x, double y) {
  std::deque<double> d{x, y, x * y, 2 * x};
  std::list<double> l{x, y};
  auto greatest = std::max_element(d.begin(), d.end());
  double s = *greatest * *greatest * static_cast<double>(1 + (greatest - d.begin()));
  *greatest *= y;
  s += *std::min_element(l.begin(), l.end(), [](double a, double b) { return a * a < b * b; });
  auto it = std::find_if(d.begin(), d.end(), [](double e) { return e > 1; });
  if (it != d.end()) {
    s += *it;
    d.erase(it);
  }
  s += static_cast<double>(std::count(l.begin(), l.end(), x) + std::count_if(d.begin(), d.end(), [](double e) { return e > 0.8; })) * y;
  if (std::any_of(d.begin(), d.end(), [&](double e) { return e > y; }) && std::all_of(l.begin(), l.end(), [](double e) { return e > 0; }) &&
      std::none_of(l.begin(), l.end(), [](double e) { return e < 0; }))
    s *= x;
  return s + (std::find(l.begin(), l.end(), y) != l.end() ? d[0] : d[1]);
}
TREELIZE(kernel) double copies(double x, double y) {
  std::deque<double> d(3, x);
  std::vector<double> v{x, y, x * y}, w(3), u;
  d[1] = y;
  std::transform(d.begin(), d.end(), d.begin(), [](double e) { return e * e; });
  std::transform(d.begin(), d.end(), v.begin(), w.begin(), [](double a, double b) { return a * std::sin(b); });
  std::transform(d.begin(), d.end(), std::back_inserter(u), [](double e) { return std::exp(-e); });
  std::copy(v.begin(), v.end(), d.begin());
  std::fill(d.begin(), d.begin() + 1, y);
  const std::deque<double> back(v.rbegin(), v.rend());
  const std::vector<double> again(d.begin(), d.end());
  u.insert(u.begin(), back.begin(), back.end());
  u.erase(u.begin());
  u.assign(d.begin(), d.end());
  return w[0] * w[1] + w[2] * u[0] * u[2] + d[0] * d[2] + again[1] * back[0];
}
// CHECK-LABEL: struct maps_kernel
TREELIZE(kernel) double maps(double x, double y) {
  std::map<std::string, double> m{{"a", x}, {"b", y}, {"c", x * y}};
  double s = std::accumulate(m.begin(), m.end(), 0.0, [](double a, const auto& e) { return a + e.second * e.second; });
  std::for_each(m.begin(), m.end(), [&](const std::pair<const std::string, double>& e) { s += e.second * static_cast<double>(e.first.size()); });
  std::for_each(m.begin(), m.end(), [&](auto& e) {
    auto& [key, value] = e;
    value *= key == "a" ? x : y;
  });
  const auto least = std::min_element(m.begin(), m.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  s += least->second * (least->first == "a" ? 2 : 3);
  const auto named = std::find_if(m.begin(), m.end(), [](const auto& e) { return e.first == "b"; });
  if (named != m.end())
    s += named->second * y;
  std::vector<double> v;
  std::transform(m.begin(), m.end(), std::back_inserter(v), [](const auto& e) { return e.second; });
  std::vector<std::pair<std::string, double>> p(m.begin(), m.end());
  std::sort(p.begin(), p.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::map<int, double> numbered{{1, x}, {2, y}};
  const std::vector<std::pair<int, double>> q(numbered.begin(), numbered.end());
  return s + v[0] * v[2] + p[0].second * p[2].second + q[1].second * q[1].first;
}
TREELIZE(kernel) double callers(const std::map<std::string, double>& p) {
  std::vector<std::pair<std::string, double>> q(p.begin(), p.end());
  std::sort(q.begin(), q.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  const auto greatest = std::max_element(p.begin(), p.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto above = std::find_if(p.begin(), p.end(), [](const auto& e) { return e.second > 0.6; });
  double s = std::accumulate(p.begin(), p.end(), 0.0, [](double a, const auto& e) { return a + e.second * e.second; });
  return s + greatest->second * q[1].second + (above != p.end() ? std::sin(above->second) : 0.0);
}
inline double mean(const std::deque<double>& d) { return std::accumulate(d.begin(), d.end(), 0.0) / static_cast<double>(d.size()); }
inline auto best(std::deque<double>& d) { return std::max_element(d.begin(), d.end()); }
template <class C> double norm(const C& c) {
  double s = 0;
  std::for_each(c.begin(), c.end(), [&s](double e) { s += e * e; });
  return std::sqrt(s);
}
class Window {
public:
  explicit Window(std::size_t n) : n_(n) {}
  void add(double x) {
    d_.push_back(x);
    if (d_.size() > n_)
      d_.pop_front();
  }
  double greatest() const { return *std::max_element(d_.begin(), d_.end()); }
  double median() const {
    std::vector<double> v(d_.begin(), d_.end());
    std::sort(v.begin(), v.end());
    return v[v.size() / 2] * mean(d_);
  }

private:
  std::deque<double> d_;
  std::size_t n_;
};
TREELIZE(kernel) double helpers(double x, double y) {
  std::deque<double> d{x, y, x * y, 2 * x};
  const std::list<double> l{x, y};
  *best(d) *= 2;
  double s = mean(d) * norm(d) + norm(l);
  Window w(3);
  for (int i = 0; i < 6; ++i) {
    w.add(x * i + y * i * i * 0.1);
    s += w.greatest() + w.median();
  }
  return s;
}

} // namespace app

#include "slot-algorithms.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  check(kernels::folds, folds, 0.7, 1.2);
  check(kernels::sorts, sorts, 0.7, 1.2);
  check(kernels::searches, searches, 0.7, 1.2);
  check(kernels::copies, copies, 0.7, 1.2);
  check(kernels::maps, maps, 0.7, 1.2);
  check(kernels::callers, callers, std::map<std::string, double>{{"a", 0.5}, {"b", 0.8}, {"c", 0.7}});
  check(kernels::helpers, helpers, 0.7, 1.2);
  return failures;
}
