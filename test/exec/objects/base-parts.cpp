// The part of an object that a base class has given it, as a whole: assigned, swapped, copied, passed,
// returned, kept in containers. What is beside it in the object is not touched.
// RUN: %treelize %s -o %T/base-parts.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace app {

struct Base {
  double p = 0.5;
  double rows[2][2] = {{1, 2}, {3, 4}};
  double weight() const { return p * rows[1][0]; }
  virtual ~Base() = default;
  virtual double cost() const { return p; }
  void take(const Base& other) { *this = other; }
  Base& itself() { return *this; }
};
struct Extra {
  double q = 2;
  int count = 1;
};
struct Derived : Base, Extra {
  double v = 3;
  double cost() const override { return p * v; }
};
struct Most : Derived {
  double w = 4;
  double cost() const override { return p * v * w; }
};

inline double all(const Derived& d) {
  return d.p * d.v + d.q * d.q * d.rows[1][0] + d.rows[0][1] * d.count * d.v;
}
inline Derived first(double x, double y) {
  Derived d;
  d.p = x * y;
  d.q = x + y;
  d.v = y;
  d.rows[1][0] = x * x;
  d.count = 2;
  return d;
}
inline Derived second(double x, double y) {
  Derived d;
  d.p = x - y;
  d.q = x / y;
  d.v = x * x * y;
  d.rows[1][0] = y;
  d.rows[0][1] = x * y;
  d.count = 3;
  return d;
}

TREELIZE(kernel) double assigned(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  static_cast<Base&>(d) = e;
  return all(d) + 2 * all(e);
}
TREELIZE(kernel) double byReference(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  Base& r = d;
  r = e;
  Extra& s = e;
  s = d;
  d.v *= 2;
  return all(d) * r.weight() + all(e);
}
inline void set(Base& to, const Base& from) { to = from; }
inline void setTwice(Extra& to, Extra from) {
  from.q *= 2;
  to = from;
}
TREELIZE(kernel) double byFunction(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  set(d, e);
  setTwice(e, d);
  return all(d) + all(e);
}
TREELIZE(kernel) double byPointer(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  *static_cast<Base*>(&d) = e;
  Base* p = &e;
  *p = *static_cast<Base*>(&d);
  Extra* s = &d;
  s[0] = e;
  return all(d) + all(e);
}
TREELIZE(kernel) double byMethod(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  d.take(e);
  e.itself() = first(x[1], x[0]);
  d.Extra::operator=(e);
  return all(d) + all(e) * d.p;
}
TREELIZE(kernel) double exchanged(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  std::swap<Base>(d, e);
  Extra &s = d, &t = e;
  s.q *= x[0];
  std::swap(s, t);
  return all(d) + 3 * all(e);
}
TREELIZE(kernel) double intoContainers(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = second(x[0], x[1]);
  std::vector<Base> bases;
  bases.push_back(d);
  bases.emplace_back(e);
  std::array<Base, 2> pair{d, e};
  std::vector<Base> listed{d, e};
  bases[1] = e;
  pair[0].p *= 2;

  std::optional<Base> maybe = d;
  maybe = e;
  double sum = all(d) * all(e);
  for (const Base& b : bases)
    sum += b.weight() * b.cost() + pair[0].weight();
  return sum + listed[0].weight() + maybe->weight();
}
TREELIZE(kernel) double ofElements(std::span<const double> x) {
  std::vector<Derived> objects{first(x[0], x[1]), second(x[0], x[1]), first(x[1], x[0])};
  std::array<Most, 2> more;
  more[0].w = x[0];
  more[1].p = x[1] * x[1];
  static_cast<Base&>(more[0]) = more[1];
  static_cast<Derived&>(more[1]) = objects[2];
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    Base& here = objects[i];
    here = objects[i + 1];
    std::swap<Extra>(objects[i], objects[i + 1]);
  }
  return all(objects[0]) + 2 * all(objects[1]) * all(objects[2]) + more[0].cost() + more[1].cost();
}
struct Link {
  int next = 0;
  double value = 1;
};
struct Cell : Link {
  double own = 2;
};
TREELIZE(kernel) double linked(std::span<const double> x) {
  std::vector<Cell> cells(3);
  for (int i = 0; i < 3; ++i) {
    cells[i].next = (i + 1) % 3;
    cells[i].value = x[0] * (i + 1);
    cells[i].own = x[1] + i;
  }
  static_cast<Link&>(cells[cells[0].next]) = cells[2];
  std::swap<Link>(cells[cells[1].next], cells[cells[cells[1].next].next]);
  return cells[0].value * cells[0].own + 2 * cells[1].value * cells[1].own + cells[2].value * cells[2].own + cells[0].next;
}
TREELIZE(kernel) double copied(std::span<const double> x) {
  Derived d = first(x[0], x[1]);
  Base b = d;
  const Base c(d);
  Base z;
  z = d;
  auto e = static_cast<Base>(d);
  d.p *= x[1];
  e.p += d.p;
  const Base& r = x[0] > 0 ? static_cast<Base&>(d) : static_cast<Base&>(b);
  Base chosen = x[0] > 1 ? static_cast<Base>(d) : b;
  return b.cost() * c.weight() + z.cost() + e.weight() * e.cost() + r.p + chosen.cost();
}
inline double costOf(Base b) { return b.cost() * b.weight(); }
inline Base sliced(double x) {
  Derived d = first(x, 2);
  d.v = x * x;
  return d;
}
inline Base oneOf(double x, double y) {
  if (x < y)
    return first(x, y);
  Most m;
  m.p = y;
  return m;
}
TREELIZE(kernel) double byValue(std::span<const double> x) {
  Derived d = second(x[0], x[1]);
  const Base one = sliced(x[0]), two = oneOf(x[0], x[1]);
  Base three = oneOf(x[1], x[0]);
  three.p *= x[0];
  return costOf(d) + d.cost() + one.cost() + two.cost() * three.cost() + costOf(sliced(x[1]));
}
TREELIZE(kernel) double dispatched(std::span<const double> x) {
  Most m;
  m.p = x[0];
  m.v = x[1];
  Derived d = first(x[0], x[1]);
  Base& b = m;
  b = d;
  Derived& e = static_cast<Derived&>(b);
  e = d;
  e.q = 7;
  const Base copy = b;
  return b.cost() + copy.cost() * static_cast<Most&>(b).w + static_cast<Most*>(&b)->q + m.v;
}

/// The base assigns, and asks, through the derived class.
template <class D>
struct Crtp {
  double a = 1;
  D& self() { return static_cast<D&>(*this); }
  void reset(const Crtp& other) { *this = other; }
  void replace(const D& other) { self() = other; }
  double twice() const { return 2 * static_cast<const D*>(this)->value(); }
};
struct Named : Crtp<Named> {
  double b = 2;
  double value() const { return a * b; }
};
TREELIZE(kernel) double curious(std::span<const double> x) {
  Named n, m, k;
  n.a = x[0];
  n.b = x[1];
  m.a = x[0] * x[1];
  m.b = x[0] - x[1];
  k = m;
  n.reset(m);
  k.replace(n);
  m.Crtp<Named>::operator=(Crtp<Named>());
  return n.twice() + m.twice() * k.twice();
}

/// Assigning a base does more than copy it.
struct Counted {
  double sum = 1;
  Counted() = default;
  Counted(const Counted& other) : sum(0.5 * other.sum) {}
  Counted& operator=(const Counted& other) {
    sum += other.sum * other.sum;
    return *this;
  }
};
struct Holder : Counted {
  double beside = 2;
};
TREELIZE(kernel) double byHand(std::span<const double> x) {
  Holder a, b;
  a.sum = x[0];
  b.sum = x[1];
  a.beside = x[0] * x[1];
  static_cast<Counted&>(a) = b;
  Counted c = b;
  Holder d = a;
  d = b;
  return a.sum * a.beside + b.beside * c.sum + d.sum * d.beside;
}

/// Bases that are initialised by objects.
struct Made : Derived {
  double u;
  Made(const Derived& d, double u) : Derived(d), u(u) {}
};
struct Listed : Extra {
  double r;
};
struct Own {
  double* at = nullptr;
  double o = 1;
};
struct Pointing : Extra, Own {};
TREELIZE(kernel) double initialised(std::span<const double> x) {
  Derived d = first(x[0], x[1]);
  Made m(d, x[0]);
  Extra extra;
  extra.q = x[1];
  Listed l{extra, x[0]}, k{d, 3};
  d.q = 0;
  double number = x[0];
  Pointing p{d, {&number, x[1]}}, q = p;
  static_cast<Extra&>(p) = k;
  static_cast<Extra&>(q) = extra;
  std::swap<Extra>(p, q);
  *p.at *= 2;
  return all(m) * m.u + l.q * l.r + k.q * k.r + p.q * p.o * number + q.q;
}
/// Of members, and of what is returned.
struct Pair {
  Derived left;
  Most right;
  Base& base(bool isLeft) {
    if (isLeft)
      return left;
    return right;
  }
};
TREELIZE(kernel) double ofMembers(std::span<const double> x) {
  Pair p{first(x[0], x[1]), {}};
  p.right.p = x[0];
  static_cast<Base&>(p.left) = p.right;
  static_cast<Extra&>(p.right) = p.left;
  p.base(x[0] > x[1]).p *= 3;
  Pair r = p;
  std::swap<Base>(p.left, r.right);
  return all(p.left) + all(p.right) + all(r.left) * r.right.cost();
}
TREELIZE(kernel) double bySpan(std::span<const double> x) {
  const std::vector<Derived> objects{first(x[0], x[1]), second(x[0], x[1])};
  std::vector<Base> bases(2);
  std::copy(objects.begin(), objects.end(), bases.begin());
  std::vector<Base> more(objects.begin(), objects.end());
  bases[0].p *= x[0];
  return bases[0].weight() * bases[1].cost() + more[0].cost() * more[1].weight();
}
inline Base deeper(Base b, int depth) {
  if (depth == 0)
    return b;
  b.p *= 1.5;
  return deeper(b, depth - 1);
}
inline void change(Base& b, int depth) {
  if (depth == 0)
    return;
  b.p *= b.p;
  change(b, depth - 1);
}
TREELIZE(kernel) double recursive(std::span<const double> x) {
  Derived d = first(x[0], x[1]), e = d;
  static_cast<Base&>(d) = deeper(d, 2);
  change(e, 2);
  return all(d) + all(e);
}

} // namespace app

#include "base-parts.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("assigned", assigned, x);
  check::scalar("byReference", byReference, x);
  check::scalar("byFunction", byFunction, x);
  check::scalar("byPointer", byPointer, x);
  check::scalar("byMethod", byMethod, x);
  check::scalar("exchanged", exchanged, x);
  check::scalar("intoContainers", intoContainers, x);
  check::scalar("ofElements", ofElements, x);
  check::scalar("linked", linked, x);
  check::scalar("copied", copied, x);
  check::scalar("byValue", byValue, x);
  check::scalar("dispatched", dispatched, x);
  check::scalar("curious", curious, x);
  check::scalar("byHand", byHand, x);
  check::scalar("initialised", initialised, x);
  check::scalar("ofMembers", ofMembers, x);
  check::scalar("bySpan", bySpan, x);
  check::scalar("recursive", recursive, x);
  return check::finish();
}
