// `jacobian` and `hessian`: rows are what the kernel returns and writes, columns what it reads, as
// central differences have them; what it writes is afterwards as before.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -O1 -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

namespace app {

// Over lanes: 12 columns take two sweeps of tangents, 12 rows as many.
TREELIZE(kernel) inline void band(std::span<const double> y, std::span<double> r) {
  for (std::size_t i = 1; i + 1 < y.size(); ++i)
    r[i] = y[i - 1] * y[i] - std::exp(y[i + 1]);
}

struct Spring {
  int from, to;
};
// Fewer rows than columns: by adjoints.
TREELIZE(kernel)
inline void forces(std::span<const double> x, const double stiffness,
                   std::span<const Spring> springs, std::span<double> f) {
  for (double& each : f)
    each = 0;
  for (const Spring& s : springs) {
    const double d = x[s.from] - x[s.to];
    f[s.from] += stiffness * d * d * d;
    f[s.to] -= std::sin(stiffness * d);
  }
}

// Rows and columns: a value that it replaces, a number that it only sets, points of a plane.
TREELIZE(kernel)
inline void step(std::span<std::array<double, 2>> at, double h, double& length) {
  length = 0;
  for (auto& p : at) {
    p = {p[0] + h * p[1] * p[1], p[1] - h * p[0]};
    length += p[0] * p[1];
  }
}

struct Layer {
  std::vector<double> w;
  TREELIZE(nondiff) double scale;
  float bias;
  int uses;
};
// One leaf after the other, in the order of `flatten`; a constant is no leaf.
TREELIZE(kernel)
inline std::vector<double> infer(const Layer& layer, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = layer.scale * std::tanh(layer.w[i] * x[i] + layer.bias);
  return y;
}

// A vector has the length at the end; a member that is read makes columns of its object.
TREELIZE(kernel) inline void fill(const std::vector<double>& x, std::vector<double>& y) {
  y.clear();
  for (double each : x)
    y.push_back(each * each);
  y.push_back(x[0] * x[1]);
}
TREELIZE(kernel) inline int grow(Layer& layer, double by) {
  for (double& w : layer.w)
    w *= by;
  ++layer.uses;
  return layer.uses;
}
TREELIZE(kernel, wrt = (x, y)) inline void left_out(double x, double c, double& y) { y = c * x; }
TREELIZE(kernel) inline void rotate(const double (&m)[2][2], double (&v)[2]) {
  const double first = m[0][0] * v[0] + m[0][1] * v[1];
  v[1] = m[1][0] * v[0] + m[1][1] * v[1];
  v[0] = first;
}

TREELIZE(kernel) inline double potential(std::span<const double> x, const double c) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += c * std::sin(x[i]) * x[i + 1] * x[i + 1];
  return sum;
}
TREELIZE(kernel) inline double loss(const Layer& layer, const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += layer.scale * std::exp(layer.w[i] * x[i]) * layer.bias;
  return sum;
}

} // namespace app

#include GENERATED

int failures = 0;

void expect(bool holds, const char* what) {
  if (!holds)
    ++failures, std::printf("%s\n", what);
}

/// Columns by central differences: `set(j, value)`, `run() -> outputs`.
template <class At, class Run>
void compare(const char* name, const treelize::matrix& m, std::size_t rows, std::size_t cols,
             At at, Run run) {
  std::printf("%s: %zu x %zu\n", name, m.rows(), m.cols());
  if (m.rows() != rows || m.cols() != cols)
    return expect(false, "has another shape");
  for (std::size_t j = 0; j < cols; ++j) {
    const auto moved = [&](double h) { return run([&](auto& x) { at(x, j) += h; }); };
    const std::vector<double> up = moved(1.0 / 1024), down = moved(-1.0 / 1024);
    for (std::size_t i = 0; i < rows; ++i) {
      const double slope = (up.at(i) - down.at(i)) * 512;
      if (std::fabs(m(i, j) - slope) > 2e-5 * (1 + std::fabs(slope)))
        std::printf("(%zu, %zu): %g, not %g\n", i, j, m(i, j), slope), ++failures;
    }
  }
  expect(rows == 0 || cols == 0 || m.data() == &m(0, 0), "rows follow one another");
}

std::vector<double> numbers(std::size_t count, double from) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = std::sin(from + 1.7 * static_cast<double>(i));
  return x;
}

void check_band() {
  const std::vector<double> y = numbers(12, 0.3), before = numbers(12, 2);
  std::vector<double> r = before;
  const auto at = [](std::vector<double>& x, std::size_t j) -> double& { return x[j]; };
  const auto run = [&](auto change) {
    std::vector<double> moved = y, out = before;
    change(moved);
    app::band(moved, out);
    return out;
  };
  compare("band", app::kernels::band.jacobian(y, r), 12, 12, at, run);
  compare("band by three", app::kernels::band.jacobian<3>(y, r), 12, 12, at, run);
  expect(r == before, "band changed r");
}

void check_forces() {
  const std::vector<app::Spring> springs{{0, 20}, {3, 1}, {2, 3}};
  const std::vector<double> x = numbers(21, 1), before = numbers(21, 2);
  std::vector<double> f = before;
  struct point { std::vector<double> x; double stiffness; };
  compare("forces", app::kernels::forces.jacobian(x, 1.5, springs, f), 21, 22,
          [](point& p, std::size_t j) -> double& { return j < 21 ? p.x[j] : p.stiffness; },
          [&](auto change) {
            point p{x, 1.5};
            change(p);
            std::vector<double> out(21);
            app::forces(p.x, p.stiffness, springs, out);
            return out;
          });
  expect(f == before, "forces changed f");
  std::vector<double> few(4);
  const std::vector<app::Spring> inside{{0, 1}, {2, 3}};
  compare("few forces", app::kernels::forces.jacobian(x, 1.5, inside, few), 4, 22,
          [](point& p, std::size_t j) -> double& { return j < 21 ? p.x[j] : p.stiffness; },
          [&](auto change) {
            point p{x, 1.5};
            change(p);
            std::vector<double> out(4);
            app::forces(p.x, p.stiffness, inside, out);
            return out;
          });
}

void check_step() {
  struct state { std::array<std::array<double, 2>, 5> at; double h; };
  state now{{{{1, 2}, {3, 4}, {-1, 0.5}, {2, 2}, {0, 1}}}, 0.25};
  const state before = now;
  double length = 7;
  compare("step", app::kernels::step.jacobian(now.at, now.h, length), 11, 11,
          [](state& s, std::size_t j) -> double& { return j < 10 ? s.at[j / 2][j % 2] : s.h; },
          [&](auto change) {
            state s = before;
            change(s);
            double sum = 0;
            app::step(s.at, s.h, sum);
            std::vector<double> out;
            for (const auto& p : s.at)
              out.insert(out.end(), p.begin(), p.end());
            out.push_back(sum);
            return out;
          });
  expect(now.at == before.at && length == 7, "step changed the state");
}

struct model {
  app::Layer layer;
  std::vector<double> x;
};
model small() { return {{{0.5, -1, 0.25}, 2, 0.125F, 3}, {1, 0.5, -2}}; }

void check_classes() {
  const model m = small();
  const auto run = [&](auto change) {
    std::vector<double> w = m.layer.w, x = m.x;
    double bias = m.layer.bias;
    struct point { std::vector<double>& w; double& bias; std::vector<double>& x; } p{w, bias, x};
    change(p);
    std::vector<double> out(3);
    for (std::size_t i = 0; i < 3; ++i)
      out[i] = 2 * std::tanh(w[i] * x[i] + bias);
    return out;
  };
  const auto at = [](auto& p, std::size_t j) -> double& {
    return j < 3 ? p.w[j] : j == 3 ? p.bias : p.x[j - 4];
  };
  compare("infer", app::kernels::infer.jacobian(m.layer, m.x), 3, 7, at, run);

  std::vector<double> y(17, 1);
  compare("fill", app::kernels::fill.jacobian(m.x, y), 4, 3,
          [](std::vector<double>& x, std::size_t j) -> double& { return x[j]; },
          [&](auto change) {
            std::vector<double> x = m.x, out;
            change(x);
            app::fill(x, out);
            return out;
          });
  expect(y == std::vector<double>(17, 1), "fill changed y");

  app::Layer layer = m.layer;
  const treelize::matrix grown = app::kernels::grow.jacobian(layer, 3);
  expect(grown.rows() == 4 && grown.cols() == 5, "grow has another shape");
  expect(grown(1, 1) == 3 && grown(1, 4) == -1 && grown(3, 3) == 1 && grown(0, 1) == 0, "grow");
  expect(layer.w == m.layer.w && layer.uses == 3, "grow changed the layer");
}

void check_small() {
  double y = 5;
  const treelize::matrix m = app::kernels::left_out.jacobian(2, 3, y);
  expect(m.rows() == 1 && m.cols() == 1 && m(0, 0) == 3 && y == 5, "left_out");
  const double turn[2][2] = {{1, 2}, {3, 4}};
  double v[2] = {5, 6};
  const treelize::matrix r = app::kernels::rotate.jacobian(turn, v);
  expect(r.rows() == 2 && r.cols() == 6 && r(0, 0) == 5 && r(0, 1) == 6 && r(1, 2) == 5 &&
             r(1, 5) == 4 && r(0, 2) == 0 && v[0] == 5 && v[1] == 6,
         "rotate");
  std::vector<double> none;
  const treelize::matrix empty = app::kernels::band.jacobian(none, none);
  expect(empty.rows() == 0 && empty.cols() == 0, "band of nothing");
}

void check_hessians() {
  const std::vector<double> x = numbers(10, 0.2);
  struct point { std::vector<double> x; double c; };
  compare("potential", app::kernels::potential.hessian(x, 1.5), 11, 11,
          [](point& p, std::size_t j) -> double& { return j < 10 ? p.x[j] : p.c; },
          [&](auto change) {
            point p{x, 1.5};
            change(p);
            auto g = app::kernels::potential.grad(p.x, p.c);
            g.x.push_back(g.c);
            return g.x;
          });
  const model m = small();
  const treelize::matrix h = app::kernels::loss.hessian(m.layer, m.x);
  const double e = 2 * std::exp(0.5);
  expect(h.rows() == 7 && h.cols() == 7, "the Hessian of loss has another shape");
  const auto is = [&](std::size_t i, std::size_t j, double value) {
    // the bias is a float
    expect(std::fabs(h(i, j) - value) < 1e-6 && std::fabs(h(j, i) - value) < 1e-6, "loss");
  };
  is(0, 0, 0.125 * e), is(0, 3, e), is(3, 3, 0), is(0, 4, 0.125 * e * 1.5), is(4, 4, 0.25 * 0.125 * e);
  is(0, 1, 0), is(0, 5, 0);
}

int main() {
  check_band();
  check_forces();
  check_step();
  check_classes();
  check_small();
  check_hessians();
  return failures != 0;
}
