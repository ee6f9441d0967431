// Containers of real numbers that are no arrays: slots in the container, values in a pool.
// RUN: %treelize %s -o %T/pooled.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/pooled.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <deque>
#include <list>
#include <map>
#include <queue>
#include <stack>
#include <string>
#include <unordered_map>

namespace app {

// CHECK-LABEL: struct named_kernel
// CHECK: std::vector<double> values;
// CHECK-NEXT: std::map<std::string, std::size_t> parameters;
// CHECK-NEXT: const std::size_t slot{{[0-9]*}} = parameters.try_emplace("rate", values.size()).first->second;
TREELIZE(kernel) double named(std::span<const double> x) {
  std::map<std::string, double> parameters;
  parameters["rate"] = x[0] * x[1];
  parameters["scale"] += std::sin(x[2]);
  parameters["rate"] *= x[3];
  double y = parameters.at("scale") * parameters["rate"] + parameters["none"];
  for (const auto& [name, value] : parameters)
    y += value * value * static_cast<double>(name.size());
  for (auto& [name, value] : parameters)
    value = value * y;
  for (auto& entry : parameters)
    y += entry.second * entry.second;
  if (auto it = parameters.find("rate"); it != parameters.end()) {
    it->second *= x[4];
    y *= it->second;
  }
  parameters.erase("rate");
  if (!parameters.contains("rate"))
    y += static_cast<double>(parameters.size()) * x[5];
  return y;
}

TREELIZE(kernel) double histogram(std::span<const double> x) {
  std::unordered_map<int, double> sums;
  for (std::size_t i = 0; i < x.size(); ++i)
    sums[static_cast<int>(i % 3)] += x[i] * x[i];
  sums.emplace(0, 100.0);
  sums.emplace(7, x[0]);
  sums.insert({8, x[1] * x[2]});
  sums.try_emplace(9, 2);
  double y = 1;
  for (int k = 0; k < 10; ++k)
    if (sums.count(k) > 0)
      y *= std::exp(0.1 * sums[k]);
  return y;
}

TREELIZE(kernel) double windows(std::span<const double> x) {
  std::deque<double> window;
  double y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    window.push_back(x[i] + 0.1 * y);
    if (window.size() > 3)
      window.pop_front();
    double product = 1;
    for (const double v : window)
      product *= v;
    y += std::sin(product) + window.front() * window.back();
    window[0] = 0.5 * window[window.size() / 2];
  }
  return y;
}

TREELIZE(kernel) double lists(std::span<const double> x) {
  std::list<double> list = {x[0], x[1] * x[2]};
  list.push_front(x[3]);
  for (auto it = list.begin(); it != list.end();) {
    if (*it < 0)
      it = list.erase(it);
    else
      ++it;
  }
  for (double& v : list)
    v = std::sin(v) * x[4];
  list.push_back(1);
  double y = 1;
  for (double v : list) {
    v += y;
    y *= v;
  }
  return y * list.front();
}

TREELIZE(kernel) double queues(std::span<const double> x) {
  std::queue<double> queue;
  std::stack<double> stack;
  for (const double v : x) {
    queue.push(v * v);
    stack.push(std::sin(v));
  }
  double y = 0;
  while (queue.size() > 1) {
    const double a = queue.front();
    queue.pop();
    y += a * stack.top();
    stack.pop();
    if (queue.size() % 2 == 0)
      queue.front() *= y;
  }
  return y * queue.front() * stack.top();
}

struct Body {
  double mass = 1, speed = 0;
};

TREELIZE(kernel) double bodies(std::span<const double> x) {
  std::map<int, Body> bodies;
  std::map<std::string, std::vector<double>> series;
  std::map<int, std::map<std::string, double>> nested;
  for (int i = 0; i < 3; ++i) {
    bodies[i].mass += x[static_cast<std::size_t>(i)];
    bodies[i].speed = x[3] * x[static_cast<std::size_t>(i)];
    series[i == 1 ? "odd" : "even"].push_back(x[static_cast<std::size_t>(i)] * x[4]);
    nested[i % 2]["a"] += x[static_cast<std::size_t>(i)];
    nested[i % 2]["b"] = x[5];
  }
  double y = 0;
  for (const auto& [key, body] : bodies)
    y += body.mass * body.speed * body.speed * (key + 1);
  for (double v : series["even"])
    y = y * v + 1;
  for (auto it = bodies.begin(); it != bodies.end(); ++it)
    y += it->second.mass * series.at("odd")[0];
  for (auto& [k, inner] : nested)
    for (auto& [name, v] : inner)
      y += v * v * (k + 2);
  return y;
}

inline void scale(std::map<std::string, double>& values, const std::string& key, double by) { values[key] *= by; }
inline double total(const std::map<std::string, double>& values) {
  double sum = 0;
  for (const auto& [key, value] : values)
    sum += value * value;
  return sum;
}

struct Model {
  std::map<std::string, double> weights;
  double bias = 0;
  void set(const std::string& key, double value) { weights[key] = value; }
  double operator()(double v) const { return weights.at("w") * v + bias; }
};

// A copy has elements of its own.
TREELIZE(kernel) double copies(std::span<const double> x) {
  std::map<std::string, double> a;
  a["p"] = x[0];
  a["q"] = x[1];
  auto b = a;
  scale(b, "p", x[2]);
  auto change = [&](double by) { a["q"] *= by; };
  change(x[3]);
  Model model;
  model.set("w", x[4]);
  model.bias = total(a);
  Model second = model;
  second.set("w", x[5] * x[5]);
  return total(a) * total(b) + model(x[5]) * second(x[0]);
}

// The heap compares values as the primal does, and knows their slots.
// CHECK-LABEL: struct shortest_kernel
// CHECK: treelize::by_value<std::greater<
TREELIZE(kernel) double shortest(std::span<const double> x) {
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
  std::vector<double> distance(x.size(), 1e9);
  distance[0] = 0;
  open.push({0.0, 0});
  while (!open.empty()) {
    const auto [d, at] = open.top();
    open.pop();
    if (d > distance[at])
      continue;
    for (std::size_t next = 0; next < x.size(); ++next) {
      const double length = d + std::exp(x[at] - x[next]) * (1.0 + static_cast<double>(at * next % 5));
      if (length < distance[next]) {
        distance[next] = length;
        open.emplace(length, next);
      }
    }
  }
  double sum = 0;
  for (double d : distance)
    sum += d;
  return sum;
}

TREELIZE(kernel) double largest(std::span<const double> x) {
  std::priority_queue<double> heap;
  for (const double v : x)
    heap.push(v * v);
  heap.push(x[0] * x[1]);
  double y = 1;
  while (heap.size() > 2) {
    y = y * heap.top() + std::sin(y);
    heap.pop();
  }
  return y;
}

struct Descending {
  bool operator()(const std::string& a, const std::string& b) const { return a > b; }
};

TREELIZE(kernel) double moved(std::span<const double> x) {
  std::map<std::string, double, Descending> a = {{"p", x[0]}, {"q", x[1]}};
  auto b = std::move(a);
  a.clear();
  a["p"] = x[2];
  a.insert(std::make_pair("r", x[3]));
  double y = 0;
  for (auto [name, value] : b) {
    value *= x[4];
    y = y * value + static_cast<double>(name.size()) * x[5] + (name == "p" ? 1 : 0);
  }
  std::vector<std::map<int, double>> rows(2);
  rows[0][1] = y * a["p"];
  rows[1][1] = a["r"] * b["q"];
  for (const auto& row : rows)
    for (const auto& [k, v] : row)
      y += v * v * k;
  auto [at, isNew] = rows[0].emplace(1, 5.0);
  if (!isNew)
    at->second *= x[0];
  auto& first = rows[0][1];
  rows[0][7] = first;
  first += x[1];
  return y + rows[0][7] * rows[0][1] + a.begin()->second;
}

// Arguments that change the container whose method is called: it is the container that is called, not what it was.
TREELIZE(kernel) double changing(std::span<const double> x) {
  std::map<int, double> m;
  m[1] = x[0];
  m.insert_or_assign(0, m[1]);
  m.emplace(2, m[3] + m[0] * x[1]);
  std::deque<double> q{x[2], x[3], x[4]};
  const auto pop = [&] {
    const double front = q.front();
    q.pop_front();
    return front;
  };
  q.push_back(pop());
  q.push_back(2 * pop());
  std::map<int, int> counts;
  counts[1] = 2;
  counts.emplace(0, counts[1] + counts[5]++);
  return m[0] * m[2] * static_cast<double>(m.size()) + q[0] * q[1] * q[2] * q[2] * counts[0] * counts[5];
}

// Iterators have no name for their type, and stay where they are declared.
TREELIZE(kernel) double sections(std::span<const double> x, int n) {
  std::map<int, double> m{{1, x[0]}, {2, x[1]}};
  double s = 0;
  switch (n % 3) {
  case 0:
    for (auto& [key, value] : m)
      s += key * value * x[2];
    break;
  case 1:
    for (auto it = m.begin(); it != m.end(); ++it)
      it->second *= x[3];
    [[fallthrough]];
  default:
    s = m[2] * x[4];
  }
  if (n > 1) {
    s *= x[5];
  } else {
    for (const auto& entry : m)
      s += entry.second * m[n - 1];
  }
  return s * m[1];
}

} // namespace app

#include "pooled.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x = {0.7, 1.3, -0.4, 0.9, 1.1, 0.3};
  check::scalar("named", kernels::named, x);
  check::scalar("histogram", kernels::histogram, x);
  check::scalar("windows", kernels::windows, x);
  check::scalar("lists", kernels::lists, x);
  check::scalar("queues", kernels::queues, x);
  check::scalar("bodies", kernels::bodies, x);
  check::scalar("copies", kernels::copies, x);
  check::scalar("shortest", kernels::shortest, x);
  check::scalar("largest", kernels::largest, x);
  check::scalar("moved", kernels::moved, x);
  check::scalar("changing", kernels::changing, x);
  for (int n = 0; n < 4; ++n)
    check::scalar("sections", kernels::sections, x, n);
  return check::failures();
}
