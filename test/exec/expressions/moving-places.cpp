// A place is evaluated once, though the statement that names it changes an index, a pointer or a number that it is told by.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/moving.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/moving.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

struct Cell {
  int next;
  double v;
};
struct Body {
  double place, mass;
};
struct Node {
  Node* next;
  double v;
};

std::vector<std::pair<int, double>> pairs(std::span<const double> x) { return {{1, x[0]}, {2, x[1] * x[0]}, {0, x[2]}}; }

// The index of the second place is what the first one holds.
// CHECK-LABEL: struct swapped_kernel
// CHECK: const int index = p[0];
// CHECK-NEXT: const int swapped = p[0];
// CHECK-NEXT: p[0] = p[index];
// CHECK-NEXT: p[index] = swapped;
TREELIZE(kernel) inline double swapped(std::span<const double> x) {
  int p[3] = {1, 2, 0};
  std::swap(p[0], p[p[0]]);
  return x[p[0]] * x[0] + x[p[1]] * x[1] + x[p[2]] * x[2] * x[2];
}

/// A permutation, followed from each place until it is in order.
TREELIZE(kernel) inline double permuted(std::span<const double> x) {
  std::vector<double> a(x.begin(), x.end());
  std::vector<int> p{2, 0, 3, 1};
  for (int i = 0; i < 4; ++i)
    while (p[i] != i) {
      std::swap(a[i], a[p[i]]);
      std::swap(p[i], p[p[i]]);
    }
  return a[0] * x[0] + a[1] * x[1] * x[1] + a[2] * x[0] + a[3];
}

TREELIZE(kernel) inline double iterators(std::span<const double> x) {
  std::array<int, 4> p{2, 0, 3, 1};
  std::iter_swap(p.begin() + 1, p.begin() + p[1]);
  std::iter_swap(p.begin() + p[0], p.begin() + p[p[0]]);
  return x[p[0]] * x[0] + x[p[1]] * x[1] + x[p[2]] * x[2] * x[2];
}

// A cursor over cells that name each other: all members are those of one cell.
// CHECK-LABEL: struct cursor_kernel
// CHECK: const int index = cur_next;
// CHECK-NEXT: cur_next = cells[index].next;
// CHECK-NEXT: const double [[V:cur_v.*]] = cells[index].v;
TREELIZE(kernel) inline double cursor(std::span<const double> x) {
  Cell cells[4] = {{2, x[0]}, {0, x[1]}, {3, x[2]}, {1, x[3]}};
  Cell cur = cells[0];
  double s = cur.v;
  for (int i = 0; i < 6; ++i) {
    cur = cells[cur.next];
    s = s * 0.5 + cur.v * cur.v;
  }
  cells[cells[0].next] = {cells[cells[0].next].next, s * x[0]};
  cells[cells[2].next] = cells[cells[cells[2].next].next];
  return s + cells[2].v + cells[3].v * x[1];
}

/// The place is told by a member that has a derivative.
TREELIZE(kernel) inline double real_cursor(std::span<const double> x) {
  Body bodies[3] = {{1.25, x[0]}, {2.5, x[1] * x[0]}, {0.5, x[2]}};
  Body cur = bodies[0];
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    cur = bodies[static_cast<std::size_t>(cur.place)];
    s = s * x[1] + cur.mass * cur.place;
  }
  return s;
}

TREELIZE(kernel) inline double of_pairs(std::span<const double> x) {
  auto v = pairs(x);
  std::pair<int, double> c = v[0];
  c = v[c.first];
  v[v[0].first] = {v[v[0].first].first + 1, x[1] * 3};
  std::swap(v[0], v[v[0].first]);
  return c.second * c.first + v[0].second + 10 * v[1].second * x[0] + 100 * v[2].second;
}

TREELIZE(kernel) inline double tied(std::span<const double> x) {
  const auto v = pairs(x);
  int k = 0, at[2] = {1, 2};
  double w = 0, u = 0;
  std::tie(k, w) = v[k];
  std::tie(at[0], u) = v[at[at[0] - 1]];
  std::tie(k, at[k]) = std::make_tuple(at[k], k);
  return w * 2 + u * x[0] + 10 * k * x[1] + at[0] * x[2] + at[1];
}

TREELIZE(kernel) inline double optionals(std::span<const double> x) {
  std::optional<Cell> cells[3] = {Cell{2, x[0]}, Cell{0, x[1]}, Cell{1, x[2]}};
  std::optional<Cell> o = cells[0];
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    o = cells[o->next];
    s = s * x[0] + o->v;
  }
  *cells[o->next] = *o;
  return s + cells[1]->v * cells[2]->next + cells[2]->v;
}

// Objects that are linked by pointers.
TREELIZE(kernel) inline double linked(std::span<const double> x) {
  Node last{nullptr, x[0]}, middle{&last, x[1]}, first{&middle, x[2]};
  Node cur = first;
  double s = cur.v;
  while (cur.next) {
    cur = *cur.next;
    s = s * 0.5 + cur.v * cur.v;
  }
  *first.next = *first.next->next;
  return s + first.next->v * x[1] + middle.v;
}

TREELIZE(kernel) inline double pointed(std::span<const double> x) {
  Cell cells[4] = {{2, x[0]}, {0, x[1]}, {3, x[2]}, {1, x[3]}};
  Cell *p = &cells[0], *q = &cells[1];
  *p = cells[p->next];
  p = &cells[p->next];
  std::swap(*p, cells[p->next]);
  Cell& r = cells[q->next];
  r = cells[r.next];
  std::swap(r.next, cells[r.next].next);
  std::swap(p, q);
  return p->v * x[0] + q->v * x[1] + r.v * r.next + cells[3].v * cells[0].next;
}

// What an assignment or a step yields is the place that it wrote.
// CHECK-LABEL: struct yielded_kernel
// CHECK: const int index = p[p[2]];
// CHECK-NEXT: p[index] = 3;
// CHECK-NEXT: const int k = p[index];
TREELIZE(kernel) inline double yielded(std::span<const double> x) {
  int p[4] = {0, 1, 2, 3};
  const int k = p[p[p[2]]] = 3;
  const int m = ++p[p[p[1]]];
  const int n = p[p[0]] += 1;
  int e = std::exchange(p[p[3]], p[2]);
  p[p[1]] = std::exchange(e, p[p[1]]);
  return x[k] * x[0] + x[m] * x[1] + x[n] * x[2] + x[e] * x[3] * p[1] + x[0] * p[2] * p[3];
}

} // namespace app

#include "moving.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x{0.3, 0.7, 1.1, -0.6};
  namespace k = app::kernels;
  check::scalar("swapped", k::swapped, x);
  check::scalar("permuted", k::permuted, x);
  check::scalar("iterators", k::iterators, x);
  check::scalar("cursor", k::cursor, x);
  check::scalar("real_cursor", k::real_cursor, x);
  check::scalar("of_pairs", k::of_pairs, x);
  check::scalar("tied", k::tied, x);
  check::scalar("optionals", k::optionals, x);
  check::scalar("linked", k::linked, x);
  check::scalar("pointed", k::pointed, x);
  check::scalar("yielded", k::yielded, x);
  return check::failures();
}
