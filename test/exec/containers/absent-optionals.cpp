// The value of an optional that is empty is never read: neither copied nor lifted out of a loop.
// RUN: %treelize %s -o %T/absent-optionals.treelize.hpp -- -std=c++20
// RUN: %cxx -D_GLIBCXX_ASSERTIONS -fsanitize=address,undefined -I%T %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -I%T %s
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <treelize/annotations.hpp>
#include <variant>
#include <vector>

namespace app {
struct Part {
  std::vector<double> v;
  double w = 0;
};
struct Leaf {
  double x = 0;
  std::optional<double> y;
};
struct Model {
  double k = 1;
  std::optional<double> s;
  std::optional<std::vector<double>> t;
  std::optional<Part> p;
  std::optional<Leaf> leaf;
  std::optional<std::array<double, 2>> arr;
  std::optional<int> n;
};
TREELIZE(kernel) inline double copy_all(const Model& in) {
  Model m = in;
  Model b;
  b = m;
  Model c = b;
  double s = c.k * c.k;
  if (c.s)
    s += *c.s * c.k;
  if (c.t)
    for (double v : *c.t)
      s += v * c.k;
  if (c.p)
    s += c.p->w * c.p->v[0];
  if (c.leaf) {
    s += c.leaf->x;
    if (c.leaf->y)
      s *= *c.leaf->y;
  }
  if (c.arr)
    s += (*c.arr)[1] * c.k;
  if (c.n)
    s *= *c.n;
  return s;
}
// lifted out of loops
TREELIZE(kernel) inline double in_loop(const Model& in, const std::vector<double>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s += x[i] * in.k;
    if (in.s)
      s += x[i] / *in.s + x[i] * std::exp(*in.s);
    if (in.p)
      s += x[i] / in.p->w;
  }
  return s;
}
TREELIZE(kernel) inline double may_not_run(const Model& in, const std::vector<double>& x) {
  double s = in.k;
  const std::size_t n = in.s ? x.size() : 0;
  for (std::size_t i = 0; i < n; ++i)
    s += x[i] * std::exp(*in.s) + x[i] / *in.s;
  return s;
}
TREELIZE(kernel)
inline double nested_loops(const Model& in, const std::vector<std::vector<double>>& rows,
                           std::vector<double>& y) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    y[i] = 0;
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      y[i] += rows[i][j] * in.k;
      if (in.n)
        y[i] += rows[*in.n][j] * rows[i][j];
      if (in.t)
        y[i] += (*in.t)[j] * rows[i][j];
    }
  }
  return y[0];
}
TREELIZE(kernel) inline double value_or(const Model& in) {
  return in.s.value_or(2.0 * in.k) * in.k + in.k * in.n.value_or(1);
}
TREELIZE(kernel) inline double thrown(const Model& in) {
  try {
    return in.k * in.s.value();
  } catch (const std::bad_optional_access&) {
    return in.k * in.k;
  }
}
TREELIZE(kernel) inline double choice(const Model& in) {
  const double f = in.s ? std::exp(*in.s) : in.k;
  return f * in.k + (in.s && *in.s > 0.5 ? 1.0 : in.k);
}
TREELIZE(kernel) inline double compared(const Model& in) {
  return in.s > 0.2 ? in.k
                    : in.k * in.k + (in.s == std::nullopt ? in.k : 0.0) + (in.s < in.s ? 1.0 : 0.0);
}
inline std::optional<double> first(const std::vector<std::optional<double>>& v) {
  for (const auto& o : v)
    if (o)
      return o;
  return std::nullopt;
}
TREELIZE(kernel) inline double elements(const std::vector<std::optional<double>>& v, double k) {
  std::vector<std::optional<double>> c;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const auto o = v[i];
    c.push_back(o);
  }
  c.push_back(v[0]);
  std::vector<std::optional<double>> d;
  for (const auto& o : v)
    d.push_back(o);
  double s = k * k;
  for (const auto& o : c)
    if (o)
      s += *o * k;
  for (const auto& o : d)
    if (o)
      s += *o * *o;
  const auto f = first(v);
  if (f)
    s *= *f;
  return s;
}
TREELIZE(kernel) inline double models(const std::vector<Model>& v) {
  std::vector<Model> c;
  for (const Model& m : v)
    c.push_back(m);
  c.push_back(v[0]);
  c.pop_back();
  double s = 0;
  for (const Model& m : c)
    s += m.k * (m.s ? *m.s : 1.0) + (m.t ? (*m.t)[0] : m.k);
  return s;
}
TREELIZE(kernel) inline double captured(const Model& in) {
  auto f = [m = in](double x) { return m.s ? x * *m.s : x * m.k; };
  auto g = [in](double x) { return in.t ? x * (*in.t)[0] : x * in.k; };
  return f(in.k) + g(in.k);
}
inline double by_value(Model m) {
  m.k *= 2;
  return m.s ? *m.s * m.k : m.k * m.k;
}
TREELIZE(kernel) inline double passed(const Model& in) {
  return by_value(in);
}
inline double power(const std::optional<double>& o, double x, int n) {
  return n == 0 ? 1.0 : (o ? *o : x) * power(o, x, n - 1);
}
TREELIZE(kernel) inline double recursive(const Model& in) {
  return power(in.s, in.k, 3);
}
inline std::optional<double> chain(const std::optional<double>& o, double x, int n) {
  if (n == 0)
    return o;
  auto r = chain(o, x, n - 1);
  if (r)
    return *r * x;
  return r;
}
TREELIZE(kernel) inline double returned(const Model& in) {
  const auto r = chain(in.s, in.k, 2);
  return r ? *r : in.k * in.k;
}
TREELIZE(kernel) inline double alternatives(double x, int which) {
  std::variant<double, std::vector<double>, int> v = x;
  if (which == 1)
    v = std::vector<double>{x, x * x};
  if (which == 2)
    v = 3;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (v.index() == 1)
      s += std::get<1>(v)[1] * x;
    if (const double* d = std::get_if<double>(&v))
      s += *d * x;
    if (std::holds_alternative<int>(v))
      s += std::get<int>(v) * x;
  }
  const auto w = v;
  return s + std::visit(
                 [&](const auto& e) {
                   if constexpr (std::is_same_v<std::decay_t<decltype(e)>, std::vector<double>>)
                     return e[0];
                   else
                     return 1.0 * e;
                 },
                 w);
}
} // namespace app

#include "absent-optionals.treelize.hpp"

#include <iostream>
#include <new>
#include <treelize/check_gradient.hpp>

int failures = 0;
template <class Kernel, class... Arguments>
void passes(const char* name, const Kernel& kernel, const Arguments&... arguments) {
  const auto report = treelize::check_gradient(kernel, arguments...);
  failures += !report.passed();
  if (!report.passed())
    std::cout << name << "\n" << report;
}

/// What is absent lies in memory that was something else before.
template <class T>
class InUsedMemory {
public:
  InUsedMemory() {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      memory_[i] = static_cast<unsigned char>(i * 37 + 11);
    object = new (memory_) T;
  }
  ~InUsedMemory() { object->~T(); }
  InUsedMemory(const InUsedMemory&) = delete;

  T* object;

private:
  alignas(T) unsigned char memory_[sizeof(T)];
};
void fill(app::Model& m, unsigned mask) {
  m.k = 1.3;
  if (mask & 1)
    m.s = 0.7;
  if (mask & 2)
    m.t = std::vector<double>{0.4, 0.9};
  if (mask & 4)
    m.p = app::Part{{1.1, 2.2}, 0.8};
  if (mask & 8)
    m.leaf = app::Leaf{0.3, mask & 1 ? std::optional(1.7) : std::nullopt};
  if (mask & 16)
    m.arr = std::array<double, 2>{0.5, 0.6};
  if (mask & 32)
    m.n = 1;
}

int main() {
  using namespace app::kernels;
  using Numbers = std::vector<double>;
  for (unsigned mask = 0; mask < 64; ++mask) {
    const InUsedMemory<app::Model> one, other;
    fill(*one.object, mask);
    fill(*other.object, 63 - mask);
    const app::Model& m = *one.object;
    passes("copy_all", copy_all, m);
    passes("value_or", value_or, m);
    passes("thrown", thrown, m);
    passes("choice", choice, m);
    passes("compared", compared, m);
    passes("captured", captured, m);
    passes("passed", passed, m);
    passes("recursive", recursive, m);
    passes("returned", returned, m);
    passes("in_loop", in_loop, m, Numbers{1, 2, 3});
    passes("in_loop", in_loop, m, Numbers{});
    passes("may_not_run", may_not_run, m, Numbers{1, 2, 3});
    passes("may_not_run", may_not_run, m, Numbers{});
    passes("nested_loops", nested_loops, m, std::vector<Numbers>{{1, 2}, {3, 4}}, Numbers{0, 0});
    passes("models", models, std::vector<app::Model>{m, *other.object});
  }
  passes("elements", elements,
         std::vector<std::optional<double>>{std::nullopt, 2.0, std::nullopt, 3.0}, 1.5);
  passes("elements", elements, std::vector<std::optional<double>>(3), 1.5);
  for (int which = 0; which < 3; ++which)
    passes("alternatives", alternatives, 1.2, which);
  return failures;
}
