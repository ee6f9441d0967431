// An object or an array that holds vectors takes other lengths by being assigned, swapped, exchanged or handed on: its shadow
// has the new lengths before the adjoint and the old ones afterwards, like that of a vector.
// RUN: %treelize %s -o %T/assigned-lengths.treelize.hpp -- -std=c++20
// RUN: %cxx -fsanitize=address,undefined -I%T %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

using Row = std::vector<double>;
struct Body {
  Row v;
  double w = 0;
};
struct Nest {
  Body body;
  std::array<Row, 2> rows;
};
using Rows = std::array<Row, 2>;
using Both = std::pair<Row, Body>;
using Three = std::tuple<double, Row, Body>;

inline void handOn(Body& out, const Body& in) { out = in; }
inline void sink(Body& out, const Body& in, int n) {
  if (n == 0)
    out = in;
  else
    sink(out, in, n - 1);
}

TREELIZE(kernel) inline void assigned(Body& out, const Body& in) {
  out = in;
  out.w *= out.v[0];
}
TREELIZE(kernel) inline void arrays(Rows& out, const Rows& in) {
  out = in;
  out[1][0] *= out[0][1];
}
TREELIZE(kernel) inline void nested(Nest& out, const Nest& in) {
  out = in;
  out.rows[1][0] *= out.body.v[1];
}
TREELIZE(kernel) inline void inner(Nest& out, const Nest& in) {
  out.body = in.body;
  out.rows[1] = in.rows[0];
  out.rows[1][0] *= out.body.v[1];
}
TREELIZE(kernel) inline void pairs(Both& out, const Both& in) {
  out = in;
  out.second.v[0] *= out.first[0];
}
TREELIZE(kernel) inline void tuples(Three& out, const Three& in) {
  out = in;
  std::get<2>(out).v[0] *= std::get<1>(out)[0] * std::get<0>(out);
}
TREELIZE(kernel) inline void swapped(Body& out, Body& in) {
  std::swap(out, in);
  out.w *= out.v[0];
}
TREELIZE(kernel) inline void exchanged(Body& out, const Body& in) {
  const Body before = std::exchange(out, in);
  out.w *= out.v[0] * before.w;
}
TREELIZE(kernel) inline void made(Body& out, const Body& in) {
  out = Body{Row(in.v.size() + 1, in.w), in.v[0]};
  out.v[1] *= in.v[0];
}
TREELIZE(kernel) inline void elements(std::vector<Body>& out, const Body& in) {
  out[0] = in;
  out[0].w *= out[0].v[0];
}
TREELIZE(kernel) inline void calls(Body& out, const Body& in) {
  handOn(out, in);
  out.w *= out.v[0];
}
TREELIZE(kernel) inline void recursion(Body& out, const Body& in) {
  sink(out, in, 2);
  out.w *= out.v[0];
}
TREELIZE(kernel) inline void loops(Body& out, const Body& in) {
  for (int i = 0; i < 2; ++i) {
    Body next = in;
    next.v.push_back(out.w * in.w);
    out = next;
    out.w *= out.v[0];
  }
}

} // namespace app

#include "assigned-lengths.treelize.hpp"

#include <cstdio>
#include <exception>

static int failures = 0;

// Every number of an object, in order.
template <class F> void each(double& x, F f) { f(x); }
template <class F> void each(app::Row& v, F f) {
  for (double& x : v)
    f(x);
}
template <class F> void each(app::Body& b, F f) { each(b.v, f), f(b.w); }
template <class F> void each(app::Rows& r, F f) { each(r[0], f), each(r[1], f); }
template <class F> void each(app::Nest& n, F f) { each(n.body, f), each(n.rows, f); }
template <class F> void each(app::Both& b, F f) { each(b.first, f), each(b.second, f); }
template <class F> void each(app::Three& t, F f) { each(std::get<0>(t), f), each(std::get<1>(t), f), each(std::get<2>(t), f); }
template <class F> void each(std::vector<app::Body>& v, F f) {
  for (app::Body& b : v)
    each(b, f);
}

template <class T> std::vector<double> numbers(T object) {
  std::vector<double> all;
  each(object, [&](double x) { all.push_back(x); });
  return all;
}
template <class T> T set(T object, const std::vector<double>& values) {
  std::size_t i = 0;
  each(object, [&](double& x) { x = values[i++]; });
  return object;
}

/// The sum of what the kernel leaves in `out`, times 1, 2, ...
template <class Kernel, class Out, class In> double weighed(const Kernel& kernel, Out out, In in) {
  kernel(out, in);
  double sum = 0, weight = 1;
  each(out, [&](double x) { sum += weight++ * x; });
  return sum;
}

template <class Kernel, class Out, class In> void check(const char* name, const Kernel& kernel, Out out, In in) {
  Out last = out;
  In lastIn = in;
  kernel(last, lastIn);
  double weight = 1;
  Out out_b = last;
  each(out_b, [&](double& x) { x = weight++; });
  In in_b = lastIn;
  each(in_b, [](double& x) { x = 0; });
  try {
    kernel.adjoint(out, in, out_b, in_b);
  } catch (const std::exception& error) {
    std::printf("%s: throws %s\n", name, error.what());
    ++failures;
    return;
  }
  const double h = 1e-6;
  const auto compare = [&](const char* what, auto& object, auto& shadow, auto value) {
    const std::vector<double> at = numbers(object), got = numbers(shadow);
    bool isRight = at.size() == got.size();
    for (std::size_t i = 0; i < at.size() && isRight; ++i) {
      std::vector<double> up = at, down = at;
      up[i] += h, down[i] -= h;
      const double wanted = (value(set(object, up)) - value(set(object, down))) / (2 * h);
      isRight = std::fabs(got[i] - wanted) < 1e-6 * (1 + std::fabs(wanted));
    }
    if (!isRight) {
      std::printf("%s: the shadow of %s is wrong\n", name, what);
      ++failures;
    }
  };
  compare("out", out, out_b, [&](const Out& o) { return weighed(kernel, o, in); });
  compare("in", in, in_b, [&](const In& i) { return weighed(kernel, out, i); });
}

int main() {
  using namespace app;
  const Body longer{{1, 2, 3}, 1.5}, shorter{{4, 5}, 6};
  const Rows rows{Row{1, 2}, Row{3}}, others{Row{0.5, 2, 7}, Row{3, 4}};
  check("assigned", kernels::assigned, longer, shorter);
  check("assigned", kernels::assigned, Body{}, longer);
  check("arrays", kernels::arrays, rows, others);
  check("nested", kernels::nested, Nest{longer, rows}, Nest{shorter, others});
  check("inner", kernels::inner, Nest{longer, rows}, Nest{shorter, others});
  check("pairs", kernels::pairs, Both{{1}, longer}, Both{{2, 3}, shorter});
  check("tuples", kernels::tuples, Three{1, {1}, longer}, Three{2, {2, 3}, shorter});
  check("swapped", kernels::swapped, longer, shorter);
  check("exchanged", kernels::exchanged, longer, shorter);
  check("made", kernels::made, longer, shorter);
  check("elements", kernels::elements, std::vector<Body>{longer, shorter}, shorter);
  check("calls", kernels::calls, longer, shorter);
  check("recursion", kernels::recursion, longer, shorter);
  check("loops", kernels::loops, longer, shorter);
  return failures;
}
