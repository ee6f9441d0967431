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


/// Of the kernel's own object.
class TREELIZE(data_oriented) Owner : public Left {
public:
  double s = 2;
  TREELIZE(kernel) double taken(const Left& other, double x) {
    static_cast<Left&>(*this) = other;
    l *= x;
    return l * pair[1] * s;
  }
  TREELIZE(kernel) double given(Owner other, double x) const {
    Left copy = *this;
    copy.l *= x;
    static_cast<Left&>(other) = *this;
    return l * s * copy.l * copy.pair[1] + other.l * other.s;
  }
};

/// A member of a base that another one hides, also of a constant.
struct Hiding : Left {
  double l = 7;
};
inline const Hiding constant;
TREELIZE(kernel) double hidden(std::span<const double> x) {
  Hiding a, b;
  a.l = x[0];
  a.Left::l = x[1];
  b.l = x[0] * x[1];
  static_cast<Left&>(b) = a;
  const Left& r = constant;
  Left c = constant;
  return a.l * a.Left::l + b.l * b.Left::l + r.l * x[0] + constant.l * x[1] * c.l;
}

/// An empty base has nothing to copy. What the static class says, its functions are asked.
struct Empty {};
struct Tagged : Empty, Left {
  double v = 2;
};
TREELIZE(nondiff) inline int rank(const Left& l) { return l.pair[0] > 0 ? 2 : 3; }
TREELIZE(nondiff) inline int rank(const Tagged&) { return 5; }
TREELIZE(kernel) double empty(std::span<const double> x) {
  Tagged a, b;
  a.v = x[0];
  b.v = x[1];
  static_cast<Empty&>(a) = b;
  std::swap<Empty>(a, b);
  Left& l = a;
  l = b;
  return a.v * a.v * b.v * rank(l) + rank(a) * x[0];
}

/// Chains, conditions, and a class that assigns its base.
struct Assigning : Left {
  double own = 1;
  Assigning() = default;
  explicit Assigning(double x) : own(x) {
    Left& base = *this;
    base = Left{x, {x, x * x}};
  }
  Assigning& operator=(const Left& other) {
    Left::operator=(other);
    own = 4;
    return *this;
  }
};
struct Last : Assigning {
  double f = 1;
};
TREELIZE(kernel) double chained(std::span<const double> x) {
  Last a, b, c;
  a.l = x[0];
  b.own = x[1];
  c.f = x[0];
  static_cast<Left&>(b) = static_cast<Left&>(c) = a;
  static_cast<Assigning&>(a) = static_cast<Assigning&>(c) = b;
  (static_cast<Left&>(a) = c).l *= 2;
  static_cast<Assigning&>(c).Left::operator=(a).pair[1] = 5;
  Assigning d(x[0]), e;
  e = static_cast<Left&>(d);
  (x[0] > 1 ? static_cast<Left&>(e) : static_cast<Left&>(a)) = c;
  Left* p = x[0] > 1 ? static_cast<Left*>(&a) : &b;
  *p = d;
  Left& r = x[0] > x[1] ? a : b;
  r.l *= x[1];
  return a.l * a.own * a.f + b.l * b.own + c.l * c.pair[1] * c.f + d.l * d.own * d.pair[1] + e.l * e.own;
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
  check::scalar("hidden", hidden, x);
  check::scalar("empty", empty, x);
  check::scalar("chained", chained, x);
  check::scalar("chained", chained, {0.6, 1.7});
  treelize::bound<app::Owner> owner;
  owner.l = 0.4;
  check::failures() += !treelize::check_gradient(owner.taken, app::Left{0.9, {2, 3}}, 0.6).passed();
  check::failures() += !treelize::check_gradient(owner.given, app::Owner(), 0.6).passed();
  return check::finish();
}
