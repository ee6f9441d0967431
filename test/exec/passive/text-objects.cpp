// Vectors of objects that carry a text beside their numbers: loops, iterators, pointers, sorting, searching, growing,
// as locals, parameters, members and results.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/text-objects.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/text-objects.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -Wno-deprecated-declarations -I%t %s -fsyntax-only
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <ranges>
#include <string>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

struct Item {
  std::string name;
  double w;
  int n = 1;
};

// Each member gets a vector of its own.
// CHECK-LABEL: struct loops_kernel
// CHECK: std::vector<std::string> v_name
// CHECK: std::vector<double> v_w
TREELIZE(kernel) double loops(double x, double y) {
  std::vector<Item> v{{"a", x}, {"bb", y, 2}};
  v.push_back({"c", x * y, 3});
  v.emplace_back("d" + std::to_string(4), x + y, 4);
  double s = 0;
  for (const auto& i : v)
    s += i.w * i.w * i.n * static_cast<double>(i.name.size());
  for (auto i = v.cbegin(); i != v.cend(); ++i)
    s += i->name == "bb" ? std::sin((*i).w) : i->w;
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i].w *= v.at(i).n;
  return s * v.back().w + v.front().w;
}
TREELIZE(kernel) double sorted(double x, double y) {
  std::vector<Item> v{{"a", x}, {"bb", y, 2}, {"c", x * y, 3}};
  std::sort(v.begin(), v.end(), [](const Item& a, const Item& b) { return a.w > b.w; });
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s = s * 0.5 + v[i].w * v[i].w * static_cast<double>(v[i].name.size());
  std::sort(v.begin(), v.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::ranges::sort(v, {}, &Item::n);
  return s * v[0].w + v[1].w * v[2].w;
}
TREELIZE(kernel) double searched(double x, double y) {
  std::vector<Item> v;
  v.push_back({"a", x});
  v.push_back(Item{"b", y, 2});
  auto it = std::find_if(v.begin(), v.end(), [](const Item& i) { return i.name == "b"; });
  double s = it != v.end() ? it->w * it->w * static_cast<double>(it - v.begin() + 1) : x;
  it->w *= x;
  s += static_cast<double>(std::count_if(v.begin(), v.end(), [](const Item& i) { return i.w > 0.8; })) * x;
  s += std::accumulate(v.begin(), v.end(), 0.0, [](double a, const Item& i) { return a + i.w * i.w * i.n; });
  s += std::max_element(v.begin(), v.end(), [](const Item& a, const Item& b) { return a.w < b.w; })->w;
  return s;
}
TREELIZE(kernel) double parameters(const std::vector<Item>& v, std::vector<Item> u, double y) {
  double s = 0;
  std::sort(u.begin(), u.end(), [](const Item& a, const Item& b) { return a.w > b.w; });
  for (const auto& i : v)
    s += i.w * i.w * i.n * y;
  const auto it = std::find_if(v.begin(), v.end(), [](const Item& i) { return i.name == "b"; });
  if (it != v.end())
    s += std::sin(it->w);
  return s + std::accumulate(u.begin(), u.end(), 1.0, [](double a, const Item& i) { return a * 0.5 + i.w * i.n; });
}

inline std::vector<Item> made(double x, int n) {
  std::vector<Item> r;
  for (int i = 0; i < n; ++i)
    r.push_back({std::to_string(i), x * i, i});
  return r;
}
inline double total(const std::vector<Item>& v) {
  double s = 0;
  for (const auto& i : v)
    s += i.w * i.w * static_cast<double>(i.name.size());
  return s;
}
inline const Item& best(const std::vector<Item>& v) {
  return *std::max_element(v.begin(), v.end(), [](const Item& a, const Item& b) { return a.w < b.w; });
}
inline const Item* find(const std::vector<Item>& v, const std::string& name) {
  for (const auto& i : v)
    if (i.name == name)
      return &i;
  return nullptr;
}
inline std::vector<Item>::iterator above(std::vector<Item>& v, double w) {
  return std::find_if(v.begin(), v.end(), [w](const Item& i) { return i.w > w; });
}
TREELIZE(kernel) double helpers(double x, double y) {
  auto v = made(x * y, 3);
  v[1].w += y;
  v[2].name = "long";
  const Item& b = best(v);
  double s = total(v) + b.w * b.w;
  if (const Item* p = find(v, "long"))
    s += p->w * y;
  if (find(v, "none") == nullptr)
    s += x;
  if (auto it = above(v, 0.8); it != v.end())
    it->w *= y;
  return s + total(v);
}
TREELIZE(kernel) double pointers(double x, double y) {
  std::vector<Item> v{{"a", x}, {"bb", y, 2}, {"c", x * y, 3}};
  const Item* greatest = &v[0];
  for (const auto& i : v)
    if (i.w > greatest->w)
      greatest = &i;
  const Item* named = nullptr;
  for (const Item& i : v)
    if (i.name == "bb")
      named = &i;
  double s = greatest->w * greatest->w + (named ? named->w * y : x);
  for (Item* p = v.data(); p != v.data() + v.size(); ++p)
    p->w *= s;
  return s + v[0].w * v[2].w;
}
inline Item& named(std::vector<Item>& v, const std::string& name) {
  for (auto& i : v)
    if (i.name == name)
      return i;
  v.push_back({name, 1.0});
  return v.back();
}
inline double product(Item& item, int depth) {
  item.w *= 1.5;
  return depth == 0 ? item.w : item.w * product(item, depth - 1);
}
TREELIZE(kernel) double references(double x, double y) {
  std::vector<Item> v{{"a", x}, {"b", y}};
  named(v, "b").w *= x;
  double s = 0;
  for (const char* name : {"a", "b", "a", "c"}) {
    Item& i = named(v, name);
    i.w *= 1.25;
    s += i.w * i.w * named(v, "a").w;
  }
  for (const auto& a : v)
    for (const auto& b : v)
      if (&a != &b)
        s += a.w * b.w * b.w * static_cast<double>(&a - &v[0]);
  std::swap(v[0], v[2]);
  std::iter_swap(v.begin(), v.begin() + 1);
  auto moved = std::move(v[0]);
  v[0] = v[1];
  v[1] = moved;
  return s + v[0].w * v[1].w * v[1].w + product(v[2], 2);
}
// CHECK-LABEL: struct grown_kernel
TREELIZE(kernel) double grown(double x, double y) {
  std::vector<Item> v;
  v.reserve(4);
  for (int i = 0; i < 4; ++i)
    v.emplace_back("n" + std::to_string(i), x * i + y, i);
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 1, v.end());
  std::stable_sort(v.begin(), v.end(), [](const auto& a, const auto& b) { return a.n % 2 < b.n % 2; });
  v.insert(v.begin() + 1, {"new", x});
  v.erase(v.begin());
  v.erase(std::remove_if(v.begin(), v.end(), [](const Item& i) { return i.name == "n0"; }), v.end());
  std::vector<Item> w(v.begin(), v.begin() + 2);
  w.insert(w.end(), v.begin(), v.end());
  w.resize(8, Item{"fill", y});
  std::swap(w, v);
  v.swap(w);
  double s = std::accumulate(w.rbegin(), w.rend(), 1.0, [](double a, const Item& i) { return a * 0.5 + i.w * i.w * static_cast<double>(i.name.size()); });
  const bool any = std::any_of(w.begin(), w.end(), [](const Item& i) { return i.name == "new"; });
  std::for_each(w.begin(), w.end(), [&](Item& i) { i.w *= any ? x : y; });
  std::vector<Item> z;
  std::copy_if(w.begin(), w.end(), std::back_inserter(z), [](const Item& i) { return i.n > 1; });
  for (auto& [name, q, n] : z)
    s += q * n;
  std::vector<double> numbers(w.size());
  std::transform(w.begin(), w.end(), numbers.begin(), [](const Item& i) { return i.w * i.w; });
  w.assign(v.begin(), v.end());
  std::erase_if(w, [](const Item& i) { return i.n == 1; });
  for (auto& i : w)
    s += i.w;
  w.clear();
  return s + numbers[2] * numbers[5] + static_cast<double>(w.size());
}
TREELIZE(kernel) double views(double x, double y) {
  std::vector<Item> v{{"a", x}, {"bb", y, 2}, {"c", x * y, 3}};
  double s = 0;
  std::ranges::for_each(v, [&](const Item& i) { s += i.w * y; });
  s += std::ranges::find_if(v, [](const Item& i) { return i.n == 2; })->w;
  for (const Item& i : v | std::views::filter([](const Item& i) { return i.n > 1; }))
    s += i.w * i.w;
  for (double w : v | std::views::transform([](const Item& i) { return i.w * i.w; }))
    s += w;
  return s;
}

class Inventory {
public:
  void add(std::string name, double price, int count) {
    auto it = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
    if (it != entries_.end()) {
      it->price = price;
      it->count += count;
    } else {
      entries_.push_back({std::move(name), price, count});
    }
  }
  bool remove(const std::string& name) {
    auto it = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
    if (it == entries_.end())
      return false;
    entries_.erase(it);
    return true;
  }
  double value() const {
    return std::accumulate(entries_.begin(), entries_.end(), 0.0, [](double s, const Entry& e) { return s + e.price * e.price * e.count; });
  }
  void order() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.price < b.price; });
  }
  double first() const { return entries_.front().price; }

private:
  struct Entry {
    std::string name;
    double price;
    int count;
  };
  std::vector<Entry> entries_;
};
TREELIZE(kernel) double member(double x, double y) {
  Inventory i;
  i.add("a", x, 2);
  i.add("b", y, 1);
  i.add("c", x * y, 3);
  i.add("a", x + y, 1);
  i.remove("b");
  i.order();
  return i.value() * i.first();
}
TREELIZE(kernel) double pairs(double x, double y) {
  std::vector<std::pair<std::string, double>> v{{"a", x}, {"b", y}};
  v.emplace_back("c", x * y);
  std::vector<std::tuple<std::string, double, int>> t{{"a", x, 1}, {"b", y, 2}};
  std::sort(t.begin(), t.end(), [](const auto& a, const auto& b) { return std::get<1>(a) > std::get<1>(b); });
  std::array<std::pair<std::string, double>, 2> a{{{"q", x}, {"r", y}}};
  double s = std::get<1>(t[0]) * x + a[1].second * a[0].second;
  for (auto& [n, w] : v)
    w *= y * static_cast<double>(n.size());
  for (const auto& e : v)
    s += e.second * e.second;
  return s;
}
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double q) : r(q) {}
  double area() const override { return r * r; }
};
struct Box : Shape {
  double a, b;
  Box(double p, double q) : a(p), b(q) {}
  double area() const override { return a * b; }
};
TREELIZE(kernel) double owners(double x, double y) {
  std::vector<std::unique_ptr<Shape>> v;
  v.push_back(std::make_unique<Circle>(x));
  v.push_back(std::make_unique<Box>(x, y));
  std::sort(v.begin(), v.end(), [](const auto& a, const auto& b) { return a->area() < b->area(); });
  double s = std::accumulate(v.begin(), v.end(), 0.0, [](double t, const auto& p) { return t + p->area(); });
  for (auto it = v.begin(); it != v.end(); ++it)
    s += (*it)->area() * y;
  return s * v[0]->area();
}

} // namespace app

#include "text-objects.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  const std::vector<Item> items{{"a", 0.5, 1}, {"b", 1.5, 2}, {"c", 0.9, 3}};
  check(kernels::loops, loops, 0.7, 1.3);
  check(kernels::sorted, sorted, 0.7, 1.3);
  check(kernels::searched, searched, 0.7, 1.3);
  check(kernels::parameters, parameters, items, items, 1.3);
  check(kernels::helpers, helpers, 0.7, 1.3);
  check(kernels::pointers, pointers, 0.7, 1.3);
  check(kernels::references, references, 0.7, 1.3);
  check(kernels::grown, grown, 0.7, 1.3);
  check(kernels::views, views, 0.7, 1.3);
  check(kernels::member, member, 0.7, 1.3);
  check(kernels::pairs, pairs, 0.7, 1.3);
  check(kernels::owners, owners, 0.7, 1.3);
  return failures;
}
