// What points into a vector follows its elements when they go over to another one; the kernel language cannot.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// RUN: %treelize %s -o %t.right.hpp -- -std=c++20 -DRIGHT
#include <algorithm>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

#ifndef RIGHT

// CHECK: error: a use of 'v' after it was moved from is not supported
TREELIZE(kernel) double calledLater(double x, double y) {
  std::vector<double> v{x, y};
  const auto first = [&] { return v.empty() ? 0.0 : v[0]; };
  const double before = first();
  const std::vector<double> w = std::move(v);
  return before * w[1] + first();
}

// CHECK: error: a use of 'v' after it was moved from is not supported
TREELIZE(kernel) double handedOn(double x, double y) {
  std::vector<double> v{x, y};
  const auto first = [&] { return v.empty() ? 0.0 : v[0]; };
  const auto again = first;
  const std::vector<double> w = std::move(v);
  return w[1] + again();
}

// CHECK: error: swapping or moving a vector that 'r' points into is not supported in a kernel yet
// CHECK: note: point into it anew afterwards, or use an index
TREELIZE(kernel) double reference(double x, double y) {
  std::vector<double> v{x, y}, w{y, 2};
  double& r = v[0];
  std::swap(v, w);
  return r * x;
}

// CHECK: error: swapping or moving a vector that 'p' points into
TREELIZE(kernel) double pingPong(double x, double y, int n) {
  std::vector<double> v{x, y}, w{y, 2};
  double *p = v.data(), *q = w.data();
  for (int i = 0; i < n; ++i) {
    q[0] = p[1] * x;
    q[1] = p[0] * y;
    v.swap(w);
    std::swap(p, q);
  }
  return p[0];
}

struct Layer {
  std::vector<double> weights;
};
// CHECK: error: swapping or moving a vector that 'weights' points into
TREELIZE(kernel) double moved(double x, double y) {
  Layer layer{{x, y}};
  const std::span<double> weights(layer.weights);
  Layer other = std::move(layer);
  weights[0] *= 2;
  return other.weights[0];
}

struct Owner {
  std::vector<double> v;
  explicit Owner(std::vector<double> given) : v(std::move(given)) {}
  Owner(Owner&&) = default;
};
// CHECK: error: swapping or moving a vector that 'r' points into
TREELIZE(kernel) double movedOwner(double x, double y) {
  Owner owner({x, y});
  double& r = owner.v[0];
  Owner other(std::move(owner));
  r *= 2;
  return other.v[0];
}

// CHECK: error: swapping or moving a vector that 'r' points into
TREELIZE(kernel) double reversed(double x, double y) {
  std::vector<std::vector<double>> rows{{x}, {y}};
  double& r = rows[0][0];
  std::reverse(rows.begin(), rows.end());
  r *= 2;
  return rows[0][0];
}

// CHECK: error: swapping or moving a vector that 'r' points into
TREELIZE(kernel) double inFunctions(double x, double y) {
  std::vector<double> v{x, y}, w{y, 2};
  double& r = v[0];
  const auto read = [&] { return r * x; };
  const auto exchange = [&](std::vector<double>& a) { std::swap(a, w); };
  exchange(v);
  return read();
}

// CHECK: error: swapping or moving a vector that 'r' points into
TREELIZE(kernel) double atTheEnd(double x, double y) {
  std::vector<double> v{x, y}, w{y, 2};
  double& r = v[0];
  return std::swap(v, w), r * x;
}

// CHECK: error: a use of 'v' after it was moved from is not supported in a kernel yet
// CHECK: note: give it a new value first (assign, clear), or do without std::move
TREELIZE(kernel) double emptied(double x, double y) {
  std::vector<double> v{x, y};
  const std::vector<double> w = std::move(v);
  return w[0] * w[1] + static_cast<double>(v.size());
}

// CHECK: error: a use of 'row' after it was moved from
TREELIZE(kernel) double collected(double x, int n) {
  std::vector<std::vector<double>> rows;
  std::vector<double> row;
  for (int i = 0; i < n; ++i) {
    row.push_back(x * i);
    rows.push_back(std::move(row));
  }
  return rows.back()[0];
}

// CHECK: error: a use of 'rows' after a part of it was moved from
TREELIZE(kernel) double element(double x) {
  std::vector<std::vector<double>> rows(2, std::vector<double>{x, 2});
  const auto taken = std::move(rows[1]);
  return taken[0] + static_cast<double>(rows[1].size());
}

struct Holder {
  std::vector<double> values, others;
  // CHECK: error: a use of 'values' after it was moved from
  std::vector<double> flush(double x) {
    auto flushed = std::move(values);
    values.push_back(x);
    return flushed;
  }
};
TREELIZE(kernel) double flushed(double x) {
  Holder holder{{x}, {}};
  return holder.flush(x)[0] * holder.values[0];
}

// CHECK: error: a use of 'holder' after a part of it was moved from
TREELIZE(kernel) double part(double x) {
  Holder holder{{x}, {}};
  const auto taken = std::move(holder.values);
  holder.values.push_back(x);
  return taken[0] * holder.values[0];
}

// CHECK: error: a use of 'rows' after a part of it was moved from
TREELIZE(kernel) double drained(double x) {
  std::vector<std::vector<double>> rows(2, std::vector<double>{x, 2}), out;
  for (auto& row : rows)
    out.push_back(std::move(row));
  return out[0][0] + static_cast<double>(rows[1].size());
}

#else

// Pointers that are made anew, references that are no longer used, and whole rows.
TREELIZE(kernel) double anew(double x, double y, int n) {
  std::vector<double> v{x, y}, w{y, 2};
  const double* p = v.data();
  double first = p[0];
  for (int i = 0; i < n; ++i) {
    p = v.data();
    double* q = w.data();
    for (std::size_t j = 0; j < v.size(); ++j)
      q[j] = p[j] * x;
    std::swap(v, w);
  }
  std::vector<std::vector<double>> rows{v, w};
  auto& row = rows[0];
  std::swap(rows[0], rows[1]);
  row[0] *= y;
  double& last = row[1];
  last *= first;
  const std::vector<double> taken = std::move(v);
  return rows[0][0] + rows[1][1] + taken[0];
}

std::vector<double> doubled(std::vector<double> v) {
  for (double& e : v)
    e *= 2;
  return v;
}

// What is moved from gets a new value before it is read, or is not read again.
TREELIZE(kernel) double refilled(double x, double y, int n) {
  std::vector<std::vector<double>> rows;
  std::vector<double> row, all{x, y};
  for (int i = 0; i < n; ++i) {
    row.push_back(x * i);
    rows.push_back(std::move(row));
    row.clear();
    std::vector<double> next{x, y * i};
    all = std::move(next);
    all = doubled(std::move(all));
  }
  if (n > 3)
    return doubled(std::move(all))[0];
  all[0] *= y;
  return rows.back()[0] + all[0];
}

// Each element by itself, put back, exchanged, removed; other parts of the object.
TREELIZE(kernel) double exchanged(double x, double y, int n) {
  std::vector<std::vector<double>> rows, out;
  for (int i = 0; i < n; ++i)
    rows.push_back({x * i, y});
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto row = std::move(rows[i]);
    row[0] *= y;
    rows[i] = std::move(row);
    auto kept = std::move(rows[i - 1]);
    rows[i - 1] = std::move(rows[i]);
    rows[i] = std::move(kept);
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].empty())
      out.push_back(std::move(rows[i]));
  rows.clear();
  while (out.size() > 1) {
    rows.push_back(std::move(out.back()));
    out.pop_back();
  }
  struct Two {
    std::vector<double> a, b;
  } two{{x}, {y}};
  const auto a = std::move(two.a);
  two.a = {y};
  for (auto& row : rows)
    out.push_back(std::move(row));
  return a[0] * two.b[0] * two.a[0] + out[1][0];
}

#endif
