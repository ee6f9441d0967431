// Objects without a derivative: texts, containers of texts and integers, random numbers.
// RUN: %treelize %s -o %T/passive.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/passive.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <unordered_map>

namespace app {

inline double activation(const std::string& name, double x) {
  if (name == "sin")
    return std::sin(x);
  if (name == "square")
    return x * x;
  return x;
}

// CHECK-LABEL: struct layers_kernel
// CHECK: static double sweep(
// CHECK: const std::size_t count = names.size();
// CHECK-NEXT: for (std::size_t i = 0; i < count; ++i) {
// CHECK: const bool taken2 = names[i] == "sin";
// CHECK: tape.push(taken2, activation_result, y_old);
TREELIZE(kernel) double layers(std::span<const double> x, const std::vector<std::string>& names) {
  double y = x[0];
  for (const std::string& name : names)
    y = activation(name, y) * x[1];
  return y;
}

TREELIZE(kernel) double mode(std::span<const double> x, std::string_view mode, const std::string& suffix) {
  const std::string whole = std::string(mode) + "-" + suffix;
  double y = x[0] * static_cast<double>(whole.size());
  if (whole == "a-b" || mode.empty())
    y *= std::exp(x[1]);
  if (whole.find("cd") != std::string::npos)
    y += x[2] * x[2] * y;
  return y;
}

// CHECK-LABEL: struct letters_kernel
// CHECK: std::string program = "s*";
// CHECK-NEXT: program += "+c";
// CHECK-NEXT: program.push_back('s');
// CHECK-NEXT: program[3] = 'q';
// CHECK: const char c = program[i];
TREELIZE(kernel) double letters(std::span<const double> x) {
  std::string program = "s*";
  program += "+c";
  program.push_back('s');
  program[3] = 'q';
  double y = x[0];
  for (const char c : program) {
    switch (c) {
    case 's': y = std::sin(y) + x[1]; break;
    case '*': y *= x[2]; break;
    case 'q': y = y * y; break;
    default: y += x[1] * x[2]; break;
    }
  }
  return y;
}

// CHECK-LABEL: struct counted_kernel
// CHECK: std::map<std::string, int> counts;
// CHECK-NEXT: counts["one"] = 1;
// CHECK-NEXT: ++counts["two"];
// CHECK: auto it = counts.begin();
// CHECK: while (it != counts.end()) {
// CHECK: const int second = it->second;
TREELIZE(kernel) double counted(std::span<const double> x) {
  std::map<std::string, int> counts;
  counts["one"] = 1;
  ++counts["two"];
  counts["two"] += 1;
  counts.emplace("three", 3);
  double sum = 0;
  for (const auto& [name, count] : counts)
    sum += std::sin(x[static_cast<std::size_t>(count)]) * static_cast<double>(count + static_cast<int>(name.size()));
  if (auto it = counts.find("three"); it != counts.end())
    sum *= x[static_cast<std::size_t>(it->second)];
  counts.erase("one");
  if (counts.count("one") == 0 && counts.at("two") == 2)
    sum *= x[0] * x[0];
  return sum;
}

TREELIZE(kernel) double visited(std::span<const double> x) {
  std::set<int> done;
  std::queue<std::size_t> open;
  open.push(0);
  double y = 1;
  while (!open.empty()) {
    const std::size_t at = open.front();
    open.pop();
    if (!done.insert(static_cast<int>(at)).second)
      continue;
    y = y * x[at] + std::sin(y);
    for (const std::size_t next : {2 * at + 1, 2 * at + 2, at / 2})
      if (next < x.size())
        open.push(next);
  }
  return y * static_cast<double>(done.size());
}

TREELIZE(kernel) double ordered(std::span<const double> x) {
  std::priority_queue<int> largest;
  std::stack<int> last;
  std::list<int> list;
  std::deque<int> deque;
  for (int i = 0; i < 4; ++i) {
    largest.push((i * 3) % 4);
    last.push(i);
    list.push_front(i);
    deque.push_back(2 * i % 4);
  }
  double y = x[0];
  for (int i : list)
    y = y * x[static_cast<std::size_t>(i)] + 1;
  for (std::size_t i = 0; i < deque.size(); ++i)
    y += std::sin(y * x[static_cast<std::size_t>(deque[i])]);
  while (!largest.empty()) {
    y += x[static_cast<std::size_t>(largest.top())] * x[static_cast<std::size_t>(last.top())] * y;
    largest.pop();
    last.pop();
  }
  return y;
}

// What comes out of the generator is drawn once, in the forward sweep.
// CHECK-LABEL: struct sampled_kernel
// CHECK: std::mt19937 random = std::mt19937(
// CHECK: const double z = noise(random);
// CHECK-NOT: noise(random)
// CHECK: tangent_sweep
TREELIZE(kernel) double sampled(std::span<const double> x, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, 1.0);
  std::uniform_int_distribution<int> pick(0, 3);
  double y = 0;
  for (int i = 0; i < 20; ++i) {
    const double z = noise(random);
    y += std::exp(x[0] + 0.1 * x[1] * z) * x[static_cast<std::size_t>(pick(random))];
  }
  return y / 20;
}

TREELIZE(kernel) double bits(std::span<const double> x) {
  std::bitset<8> mask;
  mask.set(1);
  mask.set(3);
  std::vector<bool> used(x.size(), false);
  double y = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    if (mask.test(i) && !used[i]) {
      y *= std::sin(x[i]);
      used[i] = true;
    }
    if (used[i])
      y += x[0];
  }
  return y;
}

// CHECK-LABEL: struct printed_kernel
// CHECK: out << "step " << i << ": " << y << ' ' << (x[2] * y) << '\n';
// CHECK: std::sort(words.begin(), words.end());
TREELIZE(kernel) double printed(std::span<const double> x) {
  std::ostringstream out;
  double y = x[0];
  for (int i = 0; i < 3; ++i) {
    y = std::sin(y * x[1]);
    out << "step " << i << ": " << y << ' ' << x[2] * y << '\n';
  }
  std::vector<std::string> words = {"b", "a"};
  std::sort(words.begin(), words.end());
  if (words[0] == "a")
    y *= x[3];
  const std::string text = out.str() + std::to_string(y);
  return text.size() > 10 ? y * x[2] : y;
}

struct Term {
  std::string kind;
  double factor = 1;
};

TREELIZE(kernel) double terms(std::span<const double> x) {
  std::vector<Term> all;
  all.push_back({"sin", x[0]});
  all.push_back({"square", x[1] * x[0]});
  Term last{"none", x[2]};
  last.kind = last.kind + "!";
  all.push_back(last);
  double y = x[3];
  for (const Term& term : all)
    y += term.factor * activation(term.kind, y);
  std::pair<std::string, double> best{"none", 0.0};
  for (const Term& term : all)
    if (term.kind.size() > best.first.size())
      best = {term.kind, term.factor};
  return y * best.second;
}

TREELIZE(kernel) double grouped(std::span<const double> x) {
  std::unordered_map<int, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < x.size(); ++i)
    groups[static_cast<int>(i % 3)].push_back(i);
  double y = 0;
  for (int k = 0; k < 3; ++k) {
    double product = 1;
    for (const std::size_t i : groups[k])
      product *= x[i];
    y += product * product;
  }
  return y;
}

TREELIZE(kernel) double atomically(std::span<const double> x) {
  std::atomic<int> n{1};
  for (int i = 0; i < 3; ++i)
    n++;
  --n;
  return x[0] * x[1] * n;
}

TREELIZE(kernel) double last(std::span<const double> x) {
  const std::set<std::size_t> indices{3, 1, 2};
  return x[*indices.begin()] * x[*indices.rbegin()];
}

// C's random numbers: every call of the function draws the same ones.
TREELIZE(kernel) double drawn(double x, double y) {
  std::srand(3);
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += x * x * std::rand() / static_cast<double>(RAND_MAX);
    std::rand();
    if (std::rand() % 2 == 0)
      sum *= y;
  }
  return sum;
}

} // namespace app

#include "passive.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x = {0.7, 1.3, -0.4, 0.9, 1.1, 0.3};
  check::scalar("layers", kernels::layers, x, std::vector<std::string>{"sin", "none", "square", "sin"});
  for (const char* mode : {"a", "c", ""})
    check::scalar("mode", kernels::mode, x, std::string_view(mode), std::string(mode[0] == 'c' ? "cd" : "b"));
  check::scalar("letters", kernels::letters, x);
  check::scalar("counted", kernels::counted, x);
  check::scalar("visited", kernels::visited, x);
  check::scalar("ordered", kernels::ordered, x);
  check::scalar("sampled", kernels::sampled, x, 7u);
  check::scalar("bits", kernels::bits, x);
  check::scalar("printed", kernels::printed, x);
  check::scalar("terms", kernels::terms, x);
  check::scalar("atomically", kernels::atomically, x);
  check::scalar("last", kernels::last, x);
  check::scalar("grouped", kernels::grouped, x);
  return check::failures();
}
