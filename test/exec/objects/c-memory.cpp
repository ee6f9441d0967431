// C's memory functions, inherited constructors, classes that release their block, comparisons of pairs.
// RUN: %treelize %s -o %T/c-memory.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/c-memory.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace app {

// CHECK-LABEL: blocks
// CHECK: std::vector<double> block
// CHECK-NOT: malloc
TREELIZE(kernel) double blocks(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double* squares = (double*)malloc(n * sizeof(double));
  double* sums = static_cast<double*>(std::calloc(x.size(), sizeof *sums));
  for (int i = 0; i < n; ++i)
    squares[i] = x[i] * x[i];
  std::memcpy(sums, squares, (n - 1) * sizeof(double));
  std::memmove(sums + 1, sums, (n - 2) * sizeof *sums);
  double last[3];
  std::memcpy(last, &x[0] + 2, sizeof(last));
  double result = last[0] * last[1] * last[2];
  for (int i = 0; i < n; ++i)
    result += sums[i] * squares[n - 1 - i] * (i + 1);
  std::memset(sums, 0, 2 * sizeof(double));
  result += sums[0] + sums[1] * x[1] + sums[2] * x[1];
  free(squares);
  std::free(sums);
  return result;
}

struct Body {
  double mass, speed[2];
  int count;
};

TREELIZE(kernel) double cells(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  Body* cell = (Body*)malloc(sizeof(Body) * n);
  memset(cell, 0, n * sizeof(Body));
  Body two[2];
  memset(two, 0, sizeof(two));
  for (int i = 0; i < n; ++i) {
    cell[i].mass += x[i] * x[i];
    cell[i].speed[1] += x[n - 1 - i];
    ++cell[i].count;
    two[i % 2].mass += cell[i].mass * cell[i].speed[1];
  }
  const double result = two[0].mass * two[1].mass + cell[1].speed[0] + cell[0].count;
  free(cell);
  return result;
}

struct Base {
  double a, b;
  Base(double first, double second) : a(first * second), b(second) {}
};
struct Derived : Base {
  using Base::Base;
  double c = 3;
};

class Buffer {
public:
  explicit Buffer(std::size_t n) : data_(new double[n]), n_(n) {}
  Buffer(const Buffer&) = delete;
  ~Buffer() { delete[] data_; }
  double& operator[](std::size_t i) { return data_[i]; }
  std::size_t size() const { return n_; }

private:
  double* data_;
  std::size_t n_;
};

class Cell {
public:
  explicit Cell(double value) : value_(value) {}
  Cell(const Cell&) = default;
  Cell& operator=(const Cell& other) {
    if (this != &other)
      value_ = other.value_ * 2;
    return *this;
  }
  double value() const { return value_; }

private:
  double value_;
};

TREELIZE(kernel) double classes(std::span<const double> x) {
  if (x.empty())
    throw "empty";
  Derived made(x[0], x[1]);
  Buffer buffer(x.size());
  for (std::size_t i = 0; i < buffer.size(); ++i)
    buffer[i] = x[i] * made.a;
  Cell first(x[2] * x[3]), second(x[4]);
  first = second;
  const Cell& alias = second;
  second = alias;
  return made.b * made.c * buffer[2] * buffer[3] + first.value() * first.value() + second.value() * x[5];
}

// A parameter of a template counts elements.
template <std::uint8_t N> class Small {
public:
  Small() { std::memset(p, 0, sizeof(double) * N); }
  Small(double a, double b) {
    std::memset(p, 0, N * sizeof(double));
    p[0] = a;
    p[1] = b;
  }
  Small(const Small& v) { std::memcpy(p, v.p, N * sizeof *p); }
  Small& operator=(const Small&) = default;
  double p[N];
};
template <char C, bool B, short S> double letters(double x) { return x * C + (B ? x * x : 0) * S; }
TREELIZE(kernel) double templates(std::span<const double> x) {
  Small<3> u(x[0], x[1]), v;
  v = u;
  const Small<3> w(v);
  return w.p[0] * w.p[1] + u.p[1] + v.p[2] * x[2] + letters<'\n', true, -3>(x[2]) + letters<'\\', false, 2>(x[1]);
}

TREELIZE(kernel) double pairs(std::span<const double> x) {
  std::vector<std::pair<double, int>> v(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    v[i] = {x[i] * x[i], static_cast<int>(i)};
  std::sort(v.begin(), v.end());
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += v[i].first * x[v[i].second] * static_cast<double>(i + 1);
  const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
  return std::pair(x[0], x[1]) < std::pair(x[0], x[2]) ? sum * *least : sum * *greatest * *least;
}

// Nodes of lists and trees from malloc and calloc, rows from malloc, alloca, a vector of nodes.
struct Node {
  double value;
  struct Node *next, *other;
};
Node* made(double value, Node* next) {
  Node* n = (Node*)malloc(sizeof(Node));
  n->value = value;
  n->next = next;
  n->other = NULL;
  return n;
}
Node* leaf(double value) {
  Node* n = static_cast<Node*>(std::calloc(1, sizeof *n));
  n->value = value;
  return n;
}
double total(const Node* n, int depth) { return n ? n->value * depth + total(n->next, depth + 1) * total(n->other, depth + 1) : 1; }
void released(Node* n) {
  if (!n)
    return;
  released(n->next);
  released(n->other);
  free(n);
}
double** rowsOf(int n) {
  double** m = (double**)malloc(n * sizeof(double*));
  for (int i = 0; i < n; ++i)
    m[i] = (double*)malloc(n * sizeof(double));
  return m;
}
TREELIZE(kernel) double nodes(std::span<const double> x) {
  Node* head = NULL;
  for (double v : x)
    head = made(v, head);
  double s = 0;
  for (Node* n = head; n; n = n->next)
    s = s * 0.5 + n->value * n->value;
  while (head) {
    Node* rest = head->next;
    free(head);
    head = rest;
  }
  Node* root = leaf(x[0]);
  root->next = leaf(x[1]);
  root->other = made(x[2], leaf(x[3] * x[4]));
  s *= total(root, 1);
  released(root);
  std::vector<Node> chain(3);
  for (int i = 0; i < 3; ++i) {
    chain[i].value = x[i] * x[i + 1];
    chain[i].next = i < 2 ? &chain[i + 1] : nullptr;
  }
  for (const Node* n = &chain[0]; n; n = n->next)
    s += n->value * n->value;
  const int n = 3;
  double** m = rowsOf(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m[i][j] = x[i] * x[j + 1];
  double* sums = (double*)__builtin_alloca(n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    sums[i] = 0;
    for (int j = 0; j < n; ++j)
      sums[i] += m[i][j] * m[j][i];
  }
  for (int i = 0; i < n; ++i) {
    s += sums[i] * sums[n - 1 - i];
    free(m[i]);
  }
  free(m);
  return s;
}

// Rows of an array are copied number by number: no array is assigned.
// CHECK-LABEL: struct rows_kernel
// CHECK-NOT: u[i] = w[i];
// CHECK: tangent_sweep(
TREELIZE(kernel) double rows(std::span<const double> x) {
  double u[2][3] = {}, w[2][3], flat[6];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      w[i][j] = x[i + j] * x[0];
  std::memcpy(u, w, sizeof u);
  std::memmove(&w[0], &u[1], sizeof u[1]);
  std::memcpy(flat, w, sizeof flat);
  return u[0][0] * u[1][2] + w[0][1] * w[1][0] + flat[1] * flat[5];
}

} // namespace app

#include "c-memory.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.55};
  check::scalar("blocks", app::kernels::blocks, x);
  check::scalar("rows", app::kernels::rows, x);
  check::scalar("cells", app::kernels::cells, x);
  check::scalar("classes", app::kernels::classes, x);
  check::scalar("templates", app::kernels::templates, x);
  check::scalar("nodes", app::kernels::nodes, x);
  check::scalar("pairs", app::kernels::pairs, x);
  return check::finish();
}
