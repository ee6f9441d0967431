// Structs of a function, private ones, and structs with texts, pointers or vectors of such, as elements of maps, queues,
// deques, lists and stacks: as locals, members, in functions that the kernel calls, in recursion.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/hidden-structs.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/hidden-structs.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <stack>
#include <string>
#include <treelize/annotations.hpp>
#include <unordered_map>
#include <vector>

namespace app {

// CHECK-LABEL: struct grouped_kernel
// CHECK: std::map<int, std::size_t> m
TREELIZE(kernel) double grouped(const std::vector<double>& x) {
  struct Group {
    double product = 1;
    int count = 0;
  };
  std::map<int, Group> m;
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto& group = m[static_cast<int>(i % 2)];
    group.product *= x[i];
    group.count++;
  }
  double s = 0;
  for (auto& [key, group] : m)
    s += (key + 1) * group.product * group.count;
  for (const auto& entry : m)
    s *= entry.second.product;
  auto it = m.find(1);
  if (it != m.end())
    s += it->second.product * it->second.count;
  return s + m.at(0).product + m[1].product * m[0].count;
}

TREELIZE(kernel) double breadth(double x) {
  struct Task {
    double value;
    int depth;
  };
  std::deque<Task> open;
  open.push_back({x, 0});
  std::queue<Task> later;
  std::stack<Task> done;
  double s = 0;
  while (!open.empty()) {
    Task task = open.front();
    open.pop_front();
    s += task.value * task.value;
    if (task.depth < 2) {
      open.push_back({task.value * x, task.depth + 1});
      open.push_front(Task{task.value + x, task.depth + 1});
    } else {
      later.push(task);
    }
  }
  while (!later.empty()) {
    done.push(later.front());
    later.pop();
  }
  while (!done.empty()) {
    const Task& top = done.top();
    s = s * 0.5 + top.value * top.depth;
    done.pop();
  }
  return s;
}

class Events {
public:
  void add(double weight, int kind) {
    open_.push_back({weight, kind});
    last_[kind] = {weight * weight, kind};
  }
  double run() {
    double s = 0;
    while (!open_.empty()) {
      s += open_.front().weight * open_.front().kind;
      open_.pop_front();
    }
    return s * last_[1].weight + last_.at(2).weight;
  }

private:
  struct Item {
    double weight;
    int kind;
  };
  std::deque<Item> open_;
  std::map<int, Item> last_;
};
TREELIZE(kernel) double events(double x, double y) {
  Events e;
  e.add(x, 1);
  e.add(x * y, 2);
  return e.run();
}

struct Record {
  std::string name;
  double value = 2;
  std::vector<double> history;
};
inline double total(const std::unordered_map<std::string, Record>& records, double y) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    const Record& r = records.at(std::string(1, static_cast<char>('a' + i)));
    s += r.value * r.value * (static_cast<double>(r.name.size()) + 1.0);
    for (double h : r.history)
      s += h * y;
  }
  return s;
}
TREELIZE(kernel) double texts(double x, double y) {
  std::unordered_map<std::string, Record> m;
  m["a"].value = x;
  m["b"] = {"q", y, {x, y}};
  m.insert({"c", Record{"z", x * y, {}}});
  m.emplace("d", Record{"d", x, {y}});
  m["b"].history.push_back(x * x);
  return total(m, y) * static_cast<double>(m.size());
}

TREELIZE(kernel) double lists(double x, double y) {
  struct Named {
    double value;
    std::string name;
  };
  std::list<Named> l;
  l.push_back({x, "a"});
  l.push_front({y, "bb"});
  l.emplace_back(Named{x * y, "c"});
  double s = 0;
  for (auto it = l.begin(); it != l.end(); ++it) {
    it->value *= x;
    s += it->value * static_cast<double>(it->name.size());
  }
  for (const Named& n : l)
    s += n.value * n.value;
  for (Named n : l) {
    if (n.name != "c")
      n.value += 1;
    s += n.value;
  }
  l.sort([](const Named& a, const Named& b) { return a.value < b.value; });
  return s + l.front().value * l.back().value * l.back().value;
}

TREELIZE(kernel) double sorted(double x, double y) {
  struct Item {
    double value;
    int number;
  };
  std::deque<Item> d{{x, 1}, {y, 2}};
  d.push_front({x * y, 3});
  std::sort(d.begin(), d.end(), [](const Item& a, const Item& b) { return a.value < b.value; });
  auto it = std::find_if(d.begin(), d.end(), [](const Item& i) { return i.number == 2; });
  double s = it->value;
  s += std::accumulate(d.begin(), d.end(), 0.0, [](double t, const Item& i) { return t * 0.5 + i.value * i.number; });
  std::vector<Item> v(d.begin(), d.end());
  std::vector<Item> some;
  for (const Item& i : d)
    if (i.number > 1)
      some.push_back(i);
  std::deque<Item> copy = d;
  copy[0].value *= 3;
  return s + d[0].value * d[1].value * copy[0].value + v[2].value * some[0].value;
}

TREELIZE(kernel) double copied(double x, double y) {
  struct Item {
    double value;
    int number;
  };
  std::map<int, Item> m{{1, {x, 1}}, {2, {y, 2}}};
  std::map<int, Item> c = m;
  c[1].value *= y;
  c = m;
  c[2].value *= x;
  Item a = m[1];
  a.value += 1;
  m.erase(1);
  std::vector<Item> all;
  for (auto& [key, item] : c)
    all.push_back(item);
  return a.value * c[1].value * c[2].value + m[2].value + all[1].value;
}

TREELIZE(kernel) double nested(double x, double y) {
  struct Item {
    double value;
    int number;
  };
  std::map<int, std::vector<Item>> m;
  m[0].push_back({x, 1});
  m[1].push_back({y, 2});
  m[1].push_back({x * y, 3});
  double s = 0;
  for (auto& [key, items] : m)
    for (auto& item : items)
      s += item.value * item.number * item.value;
  return s * m[1].back().value;
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const = 0;
};
struct Square : Shape {
  double a;
  explicit Square(double a) : a(a) {}
  double area(double x) const override { return a * a * x; }
};
struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area(double x) const override { return 3 * r * x * x; }
};
TREELIZE(kernel) double shapes(double x, double y) {
  std::map<std::string, std::unique_ptr<Shape>> m;
  m["square"] = std::make_unique<Square>(x);
  m["disc"] = std::make_unique<Disc>(y);
  double s = 0;
  for (auto& [name, shape] : m)
    s += shape->area(y) * static_cast<double>(name.size());
  return s * m.at("square")->area(x);
}

struct Memo {
  double value;
  std::string text;
};
// NOLINTNEXTLINE(misc-no-recursion)
inline double remembered(int n, double x, std::map<int, Memo>& memo) {
  if (n < 2)
    return n == 0 ? x : x * x;
  if (auto it = memo.find(n); it != memo.end())
    return it->second.value;
  const double value = remembered(n - 1, x, memo) * 0.5 + remembered(n - 2, x, memo) * x;
  memo[n] = {value, "n"};
  return value;
}
TREELIZE(kernel) double recursion(double x, double y) {
  std::map<int, Memo> memo;
  return remembered(6, x, memo) * y + memo[4].value;
}

} // namespace app

#include "hidden-structs.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  check("grouped", kernels::grouped, grouped, std::vector<double>{0.7, 1.3, 0.4});
  check("breadth", kernels::breadth, breadth, 0.7);
  check("events", kernels::events, events, 0.7, 1.3);
  check("texts", kernels::texts, texts, 0.7, 1.3);
  check("lists", kernels::lists, lists, 0.7, 1.3);
  check("sorted", kernels::sorted, sorted, 0.7, 1.3);
  check("copied", kernels::copied, copied, 0.7, 1.3);
  check("nested", kernels::nested, nested, 0.7, 1.3);
  check("shapes", kernels::shapes, shapes, 0.7, 1.3);
  check("recursion", kernels::recursion, recursion, 0.7, 1.3);
  return check.failures;
}
