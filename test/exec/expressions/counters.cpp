// References to parts of objects without a derivative: counters, histograms, groups.
// RUN: %treelize %s -o %T/counters.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/counters.treelize.hpp
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <deque>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace app {

// CHECK-LABEL: struct histogram_kernel
// CHECK: const auto part = &counts[{{.*}}];
// CHECK-NEXT: ++(*part);
TREELIZE(kernel) double histogram(std::span<const double> x) {
  std::map<int, int> counts;
  for (double value : x) {
    int& count = counts[static_cast<int>(value)];
    ++count;
    if (count > 1)
      count += 10;
  }
  double sum = 0;
  for (auto& [key, count] : counts)
    count += key;
  for (const auto& [key, count] : counts)
    sum = sum * 1.5 + count * x[0] * x[1] + key;
  return sum;
}

inline int doubled(int& count) { return count *= 2; }

inline void bump(int& count, int by) { count += by; }

TREELIZE(kernel) double bumped(std::span<const double> x) {
  std::unordered_map<std::string, int> counts;
  const auto again = [&](const std::string& name) { bump(counts[name], 3); };
  for (int i = 0; i < 3; ++i) {
    bump(counts["a"], i);
    bump(counts["b"], 2 * i);
    again("a");
    const int before = counts["b"]++;
    bump(counts["b"], before);
  }
  std::map<int, int> numbers = {{1, 4}, {2, 5}};
  const int twice = doubled(numbers.begin()->second) + doubled(numbers[2]);
  auto& [least, held] = *numbers.begin();
  numbers[1] += 9;
  held += least + held;
  int& other = numbers[2];
  const auto old = [other] { return other; };
  for (auto& entry : numbers)
    entry.second += entry.first;
  for (auto& entry : counts)
    entry.second *= 2;
  for (auto& [name, count] : counts)
    count += static_cast<int>(name.size());
  return counts["a"] * x[0] * x[0] + counts["b"] * x[1] + (numbers[1] + 100 * numbers[2] + twice + old()) * x[2];
}

TREELIZE(kernel) double grouped(std::span<const double> x) {
  std::map<int, std::vector<int>> groups;
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto& group = groups[static_cast<int>(i % 2)];
    group.push_back(static_cast<int>(i));
    group.back() += 1;
    group[0] += group[0] > 1 ? 0 : 1;
  }
  for (auto& [key, group] : groups)
    group[0] -= key;
  double sum = 0;
  for (const auto& [key, group] : groups)
    for (int i : group)
      sum = sum * x[0] + x[static_cast<std::size_t>(i) % x.size()] * (key + 1);
  return sum;
}

// The element, not the place where it stood.
TREELIZE(kernel) double first(std::span<const double> x) {
  std::deque<int> numbers = {1, 2};
  std::list<int> more = {4, 5};
  int& front = numbers.front();
  numbers.push_front(7);
  front += 2;
  int& last = more.back();
  more.push_back(6);
  last *= 3;
  for (int& number : more)
    number += 1;
  auto it = more.begin();
  (*it)++;
  *it += front;
  return x[0] * numbers[0] + x[1] * x[1] * numbers[1] + x[0] * x[1] * *it + more.back() * x[2] + last * x[1];
}

TREELIZE(kernel) double reported(std::span<const double> x, std::ostream& log) {
  double sum = 0;
  for (double value : x) {
    sum += value * value;
    log << std::fixed << std::setprecision(2) << sum << std::endl;
    if (value < 0)
      log << "negative" << '\n';
  }
  return sum;
}

} // namespace app

#include "counters.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x = {0.7, -0.3, 1.6, 1.2, 2.5};
  check::differences("histogram", x, kernels::histogram.grad(x).x, [](const auto& y) { return histogram(y); });
  check::differences("bumped", x, kernels::bumped.grad(x).x, [](const auto& y) { return bumped(y); });
  check::differences("grouped", x, kernels::grouped.grad(x).x, [](const auto& y) { return grouped(y); });
  check::differences("first", x, kernels::first.grad(x).x, [](const auto& y) { return first(y); });
  std::ostringstream log, again;
  std::vector<double> x_b(x.size());
  reported(x, log);
  kernels::reported.adjoint(x, again, 1.0, x_b);
  check::differences("reported", x, x_b, [](const auto& y) {
    std::ostringstream out;
    return reported(y, out);
  });
  check::near("reported", "text", log.str() == again.str(), 1, 0, 1);
  return check::failures();
}
