// The programs with their inputs. A case is called with parameters of any number type, and knows its hand-written and
// its generated adjoint, which add the gradient to `g`.
#pragma once

#include "Manual.h"
#include "ManualHand.h"
#include "Numbers.h"
#include "Programs.hpp"
#include "Programs.treelize.hpp"

#include <string>

namespace programs {

using Parameters = std::span<const double>;
using Gradient = std::span<double>;

struct Mixture {
  std::string name;
  MixtureLayout at;
  std::vector<double> points = numbers(static_cast<std::size_t>(1000 * at.d), -1, 1, 1);
  std::vector<double> x = numbers(static_cast<std::size_t>(at.size()), -0.5, 0.5, 2);

  template <class T> T operator()(std::span<const T> p) const { return mixture<T>(p, points, at); }
  void manual(Parameters p, Gradient g) const { manual::mixture(p, points, at, g); }
  void generated(Parameters p, Gradient g) const { kernels::mixture.adjoint(p, points, at, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::mixture.tangent(p, points, at, t).derivative; }
};

struct Bundle {
  std::string name = "bundle";
  int cameras = 20, pointCount = 500;
  std::vector<double> seen = numbers(10000, -1, 1, 3);
  std::vector<double> x = numbers(static_cast<std::size_t>(7 * cameras + 3 * pointCount), 0.1, 1.1, 4);

  template <class T> T operator()(std::span<const T> p) const { return bundle<T>(p, seen, cameras, pointCount); }
  void manual(Parameters p, Gradient g) const { manual::bundle(p, seen, cameras, pointCount, g); }
  void generated(Parameters p, Gradient g) const { kernels::bundle.adjoint(p, seen, cameras, pointCount, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::bundle.tangent(p, seen, cameras, pointCount, t).derivative; }
};

struct Recurrent {
  std::string name = "recurrent";
  int cells = 16;
  std::vector<double> inputs = numbers(16 * 500, -1, 1, 5);
  std::vector<double> x = numbers(6 * 16, -1, 1, 6);

  template <class T> T operator()(std::span<const T> p) const { return recurrent<T>(p, inputs, cells); }
  void manual(Parameters p, Gradient g) const { manual::recurrent(p, inputs, cells, g); }
  void generated(Parameters p, Gradient g) const { kernels::recurrent.adjoint(p, inputs, cells, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::recurrent.tangent(p, inputs, cells, t).derivative; }
};

struct Ode {
  std::string name = "ode";
  int steps = 500;
  std::vector<double> x = numbers(20, 0.5, 1.5, 7);

  template <class T> T operator()(std::span<const T> p) const { return ode<T>(p, steps); }
  void manual(Parameters p, Gradient g) const { manual::ode(p, steps, g); }
  void generated(Parameters p, Gradient g) const { kernels::ode.adjoint(p, steps, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::ode.tangent(p, steps, t).derivative; }
};

struct Determinant {
  std::string name = "determinant";
  int n = 40;
  std::vector<double> x = dominant(n);

  static std::vector<double> dominant(int n) {
    std::vector<double> a = numbers(static_cast<std::size_t>(n * n), -1, 1, 8);
    for (int i = 0; i < n; ++i)
      a[i * n + i] += n;
    return a;
  }
  template <class T> T operator()(std::span<const T> p) const { return determinant<T>(p, n); }
  void manual(Parameters p, Gradient g) const { manual::determinant(p, n, g); }
  void generated(Parameters p, Gradient g) const { kernels::determinant.adjoint(p, n, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::determinant.tangent(p, n, t).derivative; }
};

struct Nearest {
  std::string name = "nearest";
  int d = 8;
  std::vector<double> points = numbers(8 * 2000, -1, 1, 9);
  std::vector<double> x = numbers(8 * 10, -1, 1, 10);

  template <class T> T operator()(std::span<const T> p) const { return nearest<T>(p, points, d); }
  void manual(Parameters p, Gradient g) const { manual::nearest(p, points, d, g); }
  void generated(Parameters p, Gradient g) const { kernels::nearest.adjoint(p, points, d, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::nearest.tangent(p, points, d, t).derivative; }
};

struct LeastSquares {
  std::string name = "least-squares";
  std::vector<double> xs = numbers(1000, -1, 1, 11), ys = numbers(1000, -1, 1, 12);
  std::vector<double> x = numbers(32, -1, 1, 13);

  template <class T> T operator()(std::span<const T> p) const { return leastSquares<T>(p, xs, ys); }
  void manual(Parameters p, Gradient g) const { manual::leastSquares(p, xs, ys, g); }
  void generated(Parameters p, Gradient g) const { kernels::leastSquares.adjoint(p, xs, ys, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::leastSquares.tangent(p, xs, ys, t).derivative; }
};

struct LogSumExp {
  std::string name = "log-sum-exp";
  std::vector<double> x = numbers(10000, -1, 1, 14);

  template <class T> T operator()(std::span<const T> p) const { return logSumExp<T>(p); }
  void manual(Parameters p, Gradient g) const { manual::logSumExp(p, g); }
  void generated(Parameters p, Gradient g) const { kernels::logSumExp.adjoint(p, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::logSumExp.tangent(p, t).derivative; }
};

struct HandTracking {
  std::string name = "hand";
  Hand at = straight(200, 544);
  std::vector<double> x = numbers(26, 0.1, 0.6, 15);

  /// Bones of random lengths, none of them bent; vertices that follow up to two bones.
  static Hand straight(int points, int vertices) {
    Hand hand;
    std::vector<double> lengths = numbers(static_cast<std::size_t>(3 * hand.bones), -1, 1, 16);
    std::vector<double> reached(3 * hand.bones);
    for (int b = 0; b < hand.bones; ++b) {
      std::vector<double> rest{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, undo = rest;
      for (int i = 0; i < 3; ++i) {
        reached[3 * b + i] = lengths[3 * b + i] + (b == 0 ? 0 : reached[3 * hand.parent(b) + i]);
        rest[4 * i + 3] = hand.joint(b) == 0 ? reached[3 * b + i] : lengths[3 * b + i];
        undo[4 * i + 3] = -reached[3 * b + i];
      }
      hand.rest.insert(hand.rest.end(), rest.begin(), rest.end());
      hand.undo.insert(hand.undo.end(), undo.begin(), undo.end());
    }
    hand.vertices = numbers(static_cast<std::size_t>(3 * vertices), -2, 2, 17);
    hand.weights.resize(static_cast<std::size_t>(hand.bones * vertices));
    const std::vector<double> shares = numbers(static_cast<std::size_t>(vertices), 0, 1, 18);
    for (int v = 0; v < vertices; ++v) {
      hand.weights[hand.bones * v + v % hand.bones] = shares[v];
      hand.weights[hand.bones * v + hand.parent(v % hand.bones)] += 1 - shares[v];
    }
    for (int o = 0; o < points; ++o)
      hand.seen.push_back(37 * o % vertices);
    hand.points = numbers(static_cast<std::size_t>(3 * points), -2, 2, 19);
    return hand;
  }
  template <class T> T operator()(std::span<const T> p) const { return hand<T>(p, at); }
  void manual(Parameters p, Gradient g) const { manual::hand(p, at, g); }
  void generated(Parameters p, Gradient g) const { kernels::hand.adjoint(p, at, 1, g); }
  double tangent(Parameters p, Parameters t) const { return kernels::hand.tangent(p, at, t).derivative; }
};

template <class Visit> void forEachCase(Visit visit) {
  visit(Mixture{"mixture-2x5", {5, 2}});
  visit(Mixture{"mixture-10x10", {10, 10}});
  visit(Mixture{"mixture-32x25", {25, 32}});
  visit(Bundle{});
  visit(Recurrent{});
  visit(Ode{});
  visit(Determinant{});
  visit(Nearest{});
  visit(LeastSquares{});
  visit(LogSumExp{});
  visit(HandTracking{});
}

/// Ends the program where a gradient is wrong by more than rounding.
void requireRight(const std::string& who, const std::vector<double>& gradient, const std::vector<double>& right);

template <class Case> std::vector<double> manualGradient(const Case& program) {
  std::vector<double> g(program.x.size());
  program.manual(program.x, g);
  return g;
}

} // namespace programs
