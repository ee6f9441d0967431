// Pointers that are swapped, exchanged or assigned by places that lead through one another, and objects on a heap whose parts
// are on one too.
// RUN: %treelize %s -o %T/swapped-places.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <memory>
#include <utility>

namespace app {

struct Link {
  Link* next;
  double v;
};
TREELIZE(kernel) double swapped(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  std::swap(c.next, c.next->next);
  return c.v + c.next->v * c.next->v + b.v * (b.next == &b ? 1 : 5);
}
TREELIZE(kernel) double reversed(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  std::swap(c.next->next, c.next);
  return c.v + c.next->v * c.next->v + b.v * (b.next == &b ? 1 : 5);
}
TREELIZE(kernel) double exchanged(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  Link* old = std::exchange(c.next, c.next->next);
  Link* older = std::exchange(old->next, &c);
  return old->v * c.next->v + older->v * old->next->v;
}
#pragma GCC diagnostic ignored "-Wsequence-point" // by C++17 the right side comes first
TREELIZE(kernel) double assigned(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  c.next->next = c.next = &c;
  const double s = c.next->v * b.next->v + c.v * (b.next == &a ? 2 : 3);
  c.next = &b;
  b.next = &a;
  c.next = c.next->next;
  return s * c.next->v;
}
TREELIZE(kernel) double variables(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  Link* p = &c;
  std::swap(p, p->next);
  std::swap(p->next, c.next);
  return p->v * (p->next ? p->next->v : 1) + c.next->v;
}
TREELIZE(kernel) double values(double x, double y, double z) {
  Link a{nullptr, x}, b{&a, y}, c{&b, z};
  std::swap(c.v, c.next->v);
  return c.v * b.v * b.v + a.v * c.next->next->v;
}
struct Node {
  std::unique_ptr<Node> next;
  double v;
};
TREELIZE(kernel) double owners(double x, double y, double z) {
  auto a = std::make_unique<Node>();
  a->v = x;
  a->next = std::make_unique<Node>();
  a->next->v = y;
  a->next->next = std::make_unique<Node>();
  a->next->next->v = x * z;
  std::unique_ptr<Node> rest;
  std::swap(rest, a->next->next);
  a->next.swap(rest);
  return a->next->v * a->v + rest->v;
}

struct Body {
  double m, v;
  struct {
    struct Body* next;
    double idle;
  } sleeping;
};
TREELIZE(kernel) double partial(double x, double y, double z) {
  Body b;
  b.m = x;
  b.v = z;
  b.v += y / b.m;
  return b.v;
}
TREELIZE(kernel) double chained(double x, double y, double z) {
  Body a, b;
  a.m = x;
  a.v = y;
  a.sleeping.idle = x * y;
  a.sleeping.next = nullptr;
  b.m = y;
  b.v = z;
  b.sleeping.next = &a;
  b.sleeping.idle = 2;
  Body c = b;
  c.sleeping.idle *= x;
  return c.sleeping.next->sleeping.idle * b.sleeping.idle + c.sleeping.idle * c.v;
}

} // namespace app

#include "swapped-places.treelize.hpp"

int main() {
  check::Kernels kernel;
#define CHECK(name) kernel(#name, app::kernels::name, app::name, 1.7, 0.9, 2.3)
  CHECK(swapped);
  CHECK(reversed);
  CHECK(exchanged);
  CHECK(assigned);
  CHECK(variables);
  CHECK(values);
  CHECK(owners);
  CHECK(partial);
  CHECK(chained);
  return kernel.failures;
}
