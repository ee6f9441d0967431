// Minimises a function of many numbers by its gradient: L-BFGS (D. C. Liu and J. Nocedal, On the
// limited memory BFGS method for large scale optimization, Mathematical Programming 45, 1989).
//
// The function takes a std::vector<double> and returns a pair of its value and its gradient.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace minimise {

using Vector = std::vector<double>;

struct Options {
  int iterations = 200;
  double tolerance = 1e-8; // of the gradient's length
  std::size_t memory = 10; // steps that are remembered
};

// How far it was after each iteration, beginning with the start.
struct Progress {
  std::vector<double> value, slope;
};

inline double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

inline double norm(const Vector& a) {
  return std::sqrt(dot(a, a));
}

inline void add(Vector& x, double factor, const Vector& direction) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += factor * direction[i];
}

inline Vector moved(Vector x, double step, const Vector& direction) {
  add(x, step, direction);
  return x;
}

// Steps of the past, and by how much the gradient changed in each: what is known of the curvature.
class Curvature {
public:
  explicit Curvature(std::size_t memory) : memory_(memory) {}

  void remember(Vector step, Vector change) {
    if (dot(step, change) <= 1e-12 * norm(step) * norm(change))
      return;
    pairs_.emplace_back(std::move(step), std::move(change));
    if (pairs_.size() > memory_)
      pairs_.pop_front();
  }

  // The negative gradient, divided by the curvature.
  Vector direction(const Vector& gradient) const {
    Vector d(gradient.size());
    add(d, -1, gradient);
    Vector shares;
    for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
      const auto& [step, change] = *pair;
      shares.push_back(dot(step, d) / dot(step, change));
      add(d, -shares.back(), change);
    }
    if (!pairs_.empty()) {
      const auto& [step, change] = pairs_.back();
      const double unit = dot(step, change) / dot(change, change);
      for (double& x : d)
        x *= unit;
    }
    for (const auto& [step, change] : pairs_) {
      add(d, shares.back() - dot(change, d) / dot(step, change), step);
      shares.pop_back();
    }
    return d;
  }

private:
  std::size_t memory_;
  std::deque<std::pair<Vector, Vector>> pairs_;
};

struct Point {
  Vector x;
  double value;
  Vector gradient;
};

// Where to go from `from`: the step is halved while it leads up, and grows while the way still
// leads steeply down (the weak conditions of Wolfe).
template <class Function>
Point lineSearch(Function& f, const Point& from, const Vector& direction, double step) {
  const double descent = dot(from.gradient, direction);
  double low = 0, high = std::numeric_limits<double>::infinity();
  Point to = from;
  for (int tries = 0; tries < 40; ++tries) {
    to.x = moved(from.x, step, direction);
    std::tie(to.value, to.gradient) = f(to.x);
    if (!(to.value <= from.value + 1e-4 * step * descent))
      high = step;
    else if (dot(to.gradient, direction) < 0.9 * descent)
      low = step;
    else
      break;
    step = std::isinf(high) ? 2 * low : (low + high) / 2;
  }
  return to;
}

// Moves x to a minimum of f.
template <class Function>
Progress lbfgs(Function f, Vector& x, const Options& options = {}) {
  auto [value, gradient] = f(x);
  Point here{x, value, gradient};
  Progress progress{{value}, {norm(gradient)}};
  Curvature curvature(options.memory);
  for (int n = 0; n < options.iterations && norm(here.gradient) > options.tolerance; ++n) {
    const double firstStep = n == 0 ? std::min(1.0, 1 / norm(here.gradient)) : 1.0;
    Point next = lineSearch(f, here, curvature.direction(here.gradient), firstStep);
    if (!(next.value < here.value))
      break; // rounding is all that is left
    curvature.remember(moved(next.x, -1, here.x), moved(next.gradient, -1, here.gradient));
    here = std::move(next);
    progress.value.push_back(here.value);
    progress.slope.push_back(norm(here.gradient));
  }
  x = std::move(here.x);
  return progress;
}

} // namespace minimise
