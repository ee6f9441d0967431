// Priority queues: comparisons that are lambdas (also with captures), functions or objects with members, elements that
// are structs of a function or carry texts, and construction from ranges and vectors.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/priority-queues.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/priority-queues.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <functional>
#include <queue>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

// CHECK-LABEL: struct simulated_kernel
TREELIZE(kernel) double simulated(double x, double y) {
  struct Event {
    double time;
    int id;
    bool operator<(const Event& other) const { return time > other.time; }
  };
  std::priority_queue<Event> q;
  q.push({x, 1});
  q.push({y, 2});
  q.push({x * y, 3});
  q.emplace(Event{x + y, 4});
  double s = 0;
  for (int n = 0; !q.empty() && n < 9; ++n) {
    Event e = q.top();
    q.pop();
    s = s * 0.7 + e.time * e.time * e.id;
    if (e.time < 1.2)
      q.push({e.time * 1.5 + x, e.id});
  }
  return s + static_cast<double>(q.size()) * x;
}

TREELIZE(kernel) double lambda(const std::vector<double>& x) {
  auto later = [](double a, double b) { return a > b; };
  std::priority_queue<double, std::vector<double>, decltype(later)> q(later);
  for (double v : x)
    q.push(v * v);
  double s = 0;
  while (!q.empty()) {
    s = s * 2 + q.top();
    q.pop();
  }
  return s;
}

TREELIZE(kernel) double positions(const std::vector<double>& x) {
  auto later = [&](int a, int b) { return x[a] > x[b]; };
  std::priority_queue<int, std::vector<int>, decltype(later)> q(later);
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    q.push(i);
  std::priority_queue<int, std::vector<int>, std::function<bool(int, int)>> r([&](int a, int b) { return x[a] < x[b]; });
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    r.push(i);
  double s = 0;
  while (!q.empty()) {
    s = s * 2 + x[q.top()] * x[r.top()] * x[r.top()];
    q.pop();
    r.pop();
  }
  return s;
}

struct Task {
  double cost;
  std::string name;
};
struct Cheaper {
  double factor;
  bool operator()(const Task& a, const Task& b) const { return a.cost * factor > b.cost * factor; }
};
inline double drained(std::priority_queue<Task, std::vector<Task>, Cheaper>& q) {
  double s = 0;
  while (!q.empty()) {
    s = s * 0.5 + q.top().cost * static_cast<double>(q.top().name.size());
    q.pop();
  }
  return s;
}
TREELIZE(kernel) double texts(double x, double y) {
  std::priority_queue<Task, std::vector<Task>, Cheaper> q(Cheaper{-1});
  q.push({x, "a"});
  q.push({y, "bb"});
  q.push({x * y, "ccc"});
  return drained(q) * y;
}

struct Edge {
  double length;
  int to;
};
struct Longer {
  bool operator()(const Edge& a, const Edge& b) const { return a.length > b.length; }
};
TREELIZE(kernel) double shortest(const std::vector<double>& length) {
  const int from[] = {0, 0, 1, 1, 2}, to[] = {1, 2, 2, 3, 3};
  std::vector<double> distance(4, 1e9);
  distance[0] = 0;
  std::priority_queue<Edge, std::vector<Edge>, Longer> q;
  q.push({0.0, 0});
  while (!q.empty()) {
    const Edge next = q.top();
    q.pop();
    if (next.length > distance[next.to])
      continue;
    for (int e = 0; e < 5; ++e)
      if (from[e] == next.to && next.length + length[e] < distance[to[e]]) {
        distance[to[e]] = next.length + length[e] * length[e];
        q.push({distance[to[e]], to[e]});
      }
  }
  return distance[3] * distance[2];
}

TREELIZE(kernel) double ranges(const std::vector<double>& x) {
  std::priority_queue<double> q(x.begin(), x.end());
  std::priority_queue r(std::greater<double>(), x);
  std::priority_queue<double, std::vector<double>, std::greater<>> t(std::greater<>{});
  std::vector<std::pair<double, int>> pairs;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    t.push(x[i] * x[i]);
    pairs.push_back({x[i] * 2, i});
  }
  std::priority_queue<std::pair<double, int>> p(pairs.begin(), pairs.end());
  double s = 0;
  while (!q.empty()) {
    s = s * 2 + q.top() * r.top() * r.top() + t.top() * p.top().first * p.top().second;
    q.pop();
    r.pop();
    t.pop();
    p.pop();
  }
  return s;
}

class Queue {
public:
  void add(double time, int id) { q_.push({time, id}); }
  double next() {
    const Event e = q_.top();
    q_.pop();
    return e.time * e.id;
  }

private:
  struct Event {
    double time;
    int id;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const { return a.time > b.time; }
  };
  std::priority_queue<Event, std::vector<Event>, Later> q_;
};
TREELIZE(kernel) double member(double x, double y) {
  Queue q;
  q.add(x, 1);
  q.add(y, 2);
  q.add(x * y, 3);
  const double first = q.next();
  return first * q.next() * y;
}

} // namespace app

#include "priority-queues.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  const std::vector<double> x{0.7, 1.3, 0.4, 0.9};
  check("simulated", kernels::simulated, simulated, 0.7, 1.3);
  check("lambda", kernels::lambda, lambda, x);
  check("positions", kernels::positions, positions, x);
  check("texts", kernels::texts, texts, 0.7, 1.3);
  check("shortest", kernels::shortest, shortest, std::vector<double>{0.7, 1.3, 0.4, 0.9, 0.3});
  check("ranges", kernels::ranges, ranges, x);
  check("member", kernels::member, member, 0.7, 1.3);
  return check.failures;
}
