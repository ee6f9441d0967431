// The expression that names a container is evaluated once, whatever is done with the container.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/once.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

using Rows = std::vector<std::vector<double>>;

struct Parts {
  std::array<double, 2> h{};
  std::vector<double> w;
};
struct Mark {
  double at;
  int kind;
};

Rows rows(std::span<const double> x) { return {{x[0], x[1]}, {x[1], x[2] * x[0]}, {x[3], x[0]}, {x[2], 0.5}}; }

TREELIZE(kernel) double read(std::span<const double> x) {
  const Rows r = rows(x);
  int i = 0;
  double s = r[i++][1];
  s += r.at(i++)[1] * x[1];
  s *= r[++i].front() + 0.5;
  s += static_cast<double>(r[i--].size());
  if (!r[i++].empty())
    s += r[i][0];
  for (int k = 0; k < 3;)
    s += s * r[k++][0];
  s += *r[--i].begin();
  s += *(r[i--].end() - 1) * x[0];
  return s + i;
}

TREELIZE(kernel) double written(std::span<const double> x) {
  Rows r = rows(x);
  int i = 0;
  r[i++][1] = x[2] * x[3];
  r[i++].push_back(x[1]);
  r[i++].assign(2, x[0] * x[0]);
  r[i--].resize(3);
  r[i--] = {x[3], x[1]};
  r[i--] = r[3];
  double& first = r[i++][0];
  first *= x[1];
  double* p = r[i++].data();
  p[1] += x[3];
  r[i++].swap(r[0]);
  double s = 0;
  for (const std::vector<double>& row : r)
    for (std::size_t j = 0; j < row.size(); ++j)
      s += row[j] * row[j] * static_cast<double>(j + 1);
  return s * i;
}

TREELIZE(kernel) double pointers(std::span<const double> x) {
  Rows r = rows(x);
  std::array<std::array<double, 2>, 3> a{{{x[0], x[1]}, {x[2], x[3]}, {x[1], x[0]}}};
  std::vector<Parts> parts{{{x[0], x[1]}, {x[2]}}, {{x[3], x[2]}, {x[0], x[1]}}};
  auto it = r.begin();
  double s = (*it++)[1];
  s += it++->back();
  it++->push_back(x[0]);
  int i = 0;
  s += a[i++][1] * x[3];
  s += a[i++][0] * x[3];
  i = 0;
  s *= parts[i++].h[1];
  s += parts[i--].w[1];
  Parts* q = parts.data();
  s += q++->w.back();
  s += q->h[0];
  for (const std::vector<double>& row : r)
    s += row.back() * row[0];
  return s + i;
}

std::array<double, 3> array(double& s) {
  s += 1;
  return {s, 2 * s, s * s};
}
std::vector<double> vector(double& s) {
  s *= 1.5;
  return {s, s * s};
}

TREELIZE(kernel) double results(std::span<const double> x) {
  double s = x[0];
  double t = array(s)[1] * x[1];
  t += vector(s).back();
  t += *array(s).begin();
  t += vector(s).at(0);
  t += static_cast<double>(vector(s).size());
  t *= std::array<double, 2>{(s *= x[2]), s}[1];
  std::vector<double> v{x[0], x[3]};
  auto grown = [&]() -> std::vector<double>& {
    v.push_back(v.back() * x[1]);
    return v;
  };
  t += grown()[1];
  grown().push_back(t);
  for (std::size_t k = 0; k < grown().size() && k < 2; ++k)
    t += v[k];
  return t * s + v.back() + static_cast<double>(v.size());
}

/// Containers without a derivative, and those whose elements are taken apart.
TREELIZE(kernel) double others(std::span<const double> x) {
  std::vector<std::vector<int>> counts{{1, 2}, {3}, {4, 5, 6}};
  std::vector<std::vector<Mark>> marks(3);
  std::map<int, std::vector<double>> named{{1, {x[0], x[1]}}, {2, {x[2]}}};
  std::deque<std::vector<double>> queue{{x[0]}, {x[1], x[3]}};
  int i = 0;
  marks[i++] = std::vector<Mark>{{x[0], 1}, {x[1], 2}};
  marks[i++].push_back({x[2], 3});
  marks[--i].back().at *= x[3];
  double s = marks[i--].front().at * x[0];
  s += marks[i++][1].at;
  s *= counts[i--][0];
  s += static_cast<double>(counts[i++].size()) * x[2];
  auto m = named.begin();
  s += m++->second[1] * x[3];
  s += m->second.back();
  s += queue[i--].back();
  s *= queue[i++][0];
  return s + i;
}

// A member that is a text, or a container without a derivative, of an element.
struct Named {
  double value;
  std::string name;
  std::map<std::string, int> counts;
};
TREELIZE(kernel) double texts(std::span<const double> x) {
  std::vector<Named> v{{x[0], "a", {}}, {x[1], "b", {}}, {x[2], "c", {}}};
  std::string names[3] = {"a", "b", "c"};
  int i = 0;
  v[i++].name += "zz";
  v[i++].name.clear();
  v[i--].counts["k"]++;
  names[i++] += "yy";
  names[i--].clear();
  std::deque<Named> d{v[0], v[1], v[2]};
  d[i++].name += "x";
  d[i++].counts["l"] += 3;
  double s = 0;
  for (const Named& n : v)
    s = s * x[3] + n.value * static_cast<double>(n.name.size() + n.counts.size());
  for (auto& [value, name, counts] : d)
    s = s * x[3] + value * static_cast<double>(name.size() + counts.size());
  for (const std::string& name : names)
    s = s * x[0] + static_cast<double>(name.size());
  return s + i;
}

} // namespace app
#include "once.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("read", app::kernels::read, x);
  check::scalar("written", app::kernels::written, x);
  check::scalar("pointers", app::kernels::pointers, x);
  check::scalar("results", app::kernels::results, x);
  check::scalar("texts", app::kernels::texts, x);
  check::scalar("others", app::kernels::others, x);
  return check::finish();
}
