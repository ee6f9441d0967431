// Base parts of the caller's objects, in containers, by algorithms, lambdas, bindings and loops.
// RUN: %treelize %s -o %T/base-parts-of-many.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace app {

struct Base {
  double p = 0.5;
  std::vector<double> more{1, 2};
  double total() const { return p + more[0] * more.back(); }
};
struct Left {
  double l = 1;
  std::array<double, 2> pair{1, 2};
};
struct Both : Left, Base {
  double v = 3;
};
struct Deep : Both {
  double w = 2;
  Deep() = default;
  Deep(const Both& b, double w) : Both(b), w(w) {}
};
inline double all(const Both& b) { return b.l * b.pair[1] + b.p * b.v + b.more[0] * b.more.back() * b.more.size(); }

TREELIZE(kernel) double ofParameters(Both& a, const Both& b, std::vector<Deep>& objects, double x) {
  static_cast<Base&>(a) = b;
  a.v *= x;
  Base& c = objects[1];
  c = objects[0];
  std::swap<Left>(objects[0], objects[1]);
  objects[1].pair[0] *= x;
  return all(a) + all(objects[0]) + objects[1].w * all(objects[1]) * objects[1].pair[0];
}
TREELIZE(kernel) double intoPlain(std::span<const double> x) {
  Deep d, e;
  d.p = x[0];
  d.l = x[1];
  d.more = {x[0], x[1], x[0] * x[1]};
  e.pair = {x[1], x[0]};
  std::vector<Base> bases;
  bases.push_back(d);
  bases.insert(bases.begin(), e);
  bases.emplace(bases.begin(), d);
  bases.insert(bases.end(), 2, d);
  bases.resize(7, d);
  std::vector<Left> lefts(3, e);
  lefts.assign(4, d);
  std::array<Left, 3> array{e, d};
  array.fill(e);
  std::fill(lefts.begin(), lefts.begin() + 2, e);
  const std::vector<Deep> objects{d, e, d};
  std::copy(objects.begin(), objects.end(), lefts.begin() + 1);
  std::transform(objects.begin(), objects.end(), array.begin(), [](const Deep& o) -> Left { return o; });
  std::pair<Base, int> paired{d, 2};
  std::optional<Left> maybe(d);
  maybe = e;
  Left listed[2] = {e, d};
  listed[1] = e;
  double sum = 0;
  for (std::size_t i = 0; i < bases.size(); ++i)
    sum += bases[i].total() * (1.0 + i);
  for (const Left& l : lefts)
    sum += l.l * l.pair[0];
  return sum + array[2].l * array[1].pair[1] + paired.first.total() + maybe->l * maybe->pair[1] + listed[0].pair[0] * listed[1].l * d.l;
}
inline Left swapped(Both& a, Both& b) {
  std::swap(static_cast<Left&>(a), static_cast<Left&>(b));
  return a;
}
inline void twice(Left& l) { l.l *= 2; l.pair[0] *= l.l; }
template <class T> void exchange(T& a, T& b) { T c = std::move(a); a = std::move(b); b = std::move(c); }
TREELIZE(kernel) double moved(std::span<const double> x) {
  Both a, b;
  a.l = x[0];
  a.v = x[1];
  b.p = x[0] * x[1];
  b.pair[0] = x[1];
  const Left l = swapped(a, b);
  exchange<Base>(a, b);
  twice(a);
  twice(b);
  auto [first, second] = static_cast<Left&>(b);
  auto& [third, fourth] = static_cast<const Base&>(a);
  Deep d(a, x[0]), e{b, 3};
  std::vector<Deep> v{d, e};
  std::sort(v.begin(), v.end(), [](const Left& s, const Left& t) { return s.l < t.l; });
  [[maybe_unused]] Left gone = std::move(static_cast<Left&>(v[0]));
  const auto lambda = [&d, copy = static_cast<Base>(d)](double y) { return static_cast<Left&>(d).l * copy.p * y; };
  d.p = 0;
  d.l *= 3;
  Base& r = v[v.size() - 1];
  r = x[0] > x[1] ? static_cast<Base&>(d) : r;
  return all(a) + all(b) * l.l + first * second[0] + third * fourth[0] + all(v[0]) * v[1].p + v[1].w + lambda(x[1]) + gone.l;
}


TREELIZE(kernel) double loops(std::span<const double> x, int n) {
  std::vector<Both> cells(n);
  for (int i = 0; i < n; ++i) {
    cells[i].l = x[0] + i;
    cells[i].p = x[1] * i;
  }
  double sum = 0;
  for (int step = 0; step < 3; ++step)
    for (int i = n - 1; i > 0; --i) {
      Left& here = cells[i];
      here = cells[i - 1];
      here.l *= x[1];
      if (cells[i].l > 1)
        std::swap<Base>(cells[i], cells[i - 1]);
      else
        static_cast<Base&>(cells[i - 1]) = cells[i];
      sum += cells[i].l * cells[i - 1].p * cells[i].p;
    }
  while (static_cast<const Left&>(cells[0]).l < 10)
    static_cast<Left&>(cells[0]).l *= x[0] + 1;
  return sum + cells[0].l;
}

} // namespace app

#include "base-parts-of-many.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("intoPlain", intoPlain, x);
  check::scalar("moved", moved, x);
  check::scalar("loops", loops, x, 4);
  app::Both a, b;
  a.l = 0.3; a.v = 2; a.more = {1.5, 0.2};
  b.p = 0.9; b.more = {0.1, 0.7}; b.pair = {3, 4};
  std::vector<app::Deep> objects(2);
  objects[0].p = 1.1; objects[0].l = 0.4; objects[1].v = 0.2; objects[1].pair = {0.3, 0.8};
  const auto r = treelize::check_gradient(ofParameters, a, b, objects, 0.6);
  check::failures() += !r.passed();
  return check::finish();
}
