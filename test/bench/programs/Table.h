// The table of programs: what each of them is, its adjoints as functions of flat arrays, and how
// they are checked and timed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace programs {

/// What a program is differentiated for, one array for each parameter; a number is an array of one.
template <class Real>
using Arrays = std::vector<std::vector<Real>>;

template <class Real>
struct Program {
  std::string name, field, what;
  double bytes, flops; ///< that the primal must at least move to or from memory or cache, and do
  Arrays<Real> in;
  std::function<Real(const Arrays<Real>&)> primal;
  std::function<void(const Arrays<Real>&, Arrays<Real>&)> generated;     ///< adds to the gradient
  std::function<Real(const Arrays<Real>&, const Arrays<Real>&)> tangent; ///< along a direction
  std::function<void(const Arrays<Real>&, Arrays<Real>&)> expert = nullptr;
};

struct Case {
  std::string name, field, what;
  double bytes, flops;
  std::function<void()> primal, expert, generated; ///< to be timed
  std::function<std::string()> error; ///< what is wrong with the gradient; nothing if it is right
};

using Table = std::vector<Case>;

/// Inputs of the sizes that are timed, or of small ones that are only checked.
enum class Size { timed, small };

inline int pick(Size size, int timed, int small) {
  return size == Size::timed ? timed : small;
}

template <class Real>
Arrays<Real> zeros(const Arrays<Real>& like) {
  Arrays<Real> result;
  for (const auto& array : like)
    result.emplace_back(array.size());
  return result;
}

/// The largest difference of two gradients by the largest number of its array.
template <class Real>
double distance(const Arrays<Real>& a, const Arrays<Real>& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    double largest = 1e-300, off = 0;
    for (std::size_t i = 0; i < a[k].size(); ++i) {
      largest = std::max(largest, std::fabs(double(b[k][i])));
      const double here = std::fabs(double(a[k][i]) - double(b[k][i]));
      off = here <= off ? off : here;
    }
    worst = std::max(worst, off / largest);
  }
  return worst;
}

/// How far the gradient is from the tangent, along a direction, and where nobody has written an
/// adjoint by hand, from a difference of primals, which is good for half of the digits.
template <class Real>
double directionError(const Program<Real>& program, const Arrays<Real>& gradient) {
  Arrays<Real> direction = zeros(program.in), up = program.in, down = program.in;
  const double h = 1e-6;
  double expected = 0, magnitude = 0;
  std::uint32_t seed = 77;
  for (std::size_t k = 0; k < direction.size(); ++k)
    for (std::size_t i = 0; i < direction[k].size(); ++i) {
      seed = seed * 1664525u + 1013904223u;
      direction[k][i] = static_cast<Real>((seed >> 8) / double(1u << 23) - 1);
      up[k][i] += static_cast<Real>(h * direction[k][i]);
      down[k][i] -= static_cast<Real>(h * direction[k][i]);
      const double share = double(direction[k][i]) * double(gradient[k][i]);
      expected += share;
      magnitude += std::fabs(share);
    }
  const double tangent = std::fabs(program.tangent(program.in, direction) - expected) / magnitude;
  if (program.expert || sizeof(Real) == 4)
    return tangent;
  const double slope = (program.primal(up) - program.primal(down)) / (2 * h);
  return std::max(tangent, std::fabs(slope - expected) / magnitude * 1e-4);
}

template <class Real>
std::string errorOf(const Program<Real>& program) {
  const double tolerance = sizeof(Real) == 4 ? 1e-4 : 1e-9;
  const auto says = [&](double error, const char* what) {
    return error < tolerance ? std::string()
                             : "the gradient is wrong by " + std::to_string(error / tolerance) +
                                   " tolerances beside " + what;
  };
  Arrays<Real> generated = zeros(program.in), expert = zeros(program.in);
  program.generated(program.in, generated);
  const std::string error = says(directionError(program, generated), "the tangent");
  if (!error.empty() || !program.expert)
    return error;
  program.expert(program.in, expert);
  return says(distance(generated, expert), "the hand-written one");
}

/// Results go here, so that no compiler leaves a primal out.
inline volatile double sink;

template <class Real>
void add(Table& table, Program<Real> program) {
  const auto adjoint = [&](const auto& function) -> std::function<void()> {
    if (!function)
      return nullptr;
    return [function, in = program.in, gradient = zeros(program.in)]() mutable {
      for (auto& array : gradient)
        std::fill(array.begin(), array.end(), Real(0));
      function(in, gradient);
      sink = double(gradient[0][0]);
    };
  };
  table.push_back({program.name, program.field, program.what, program.bytes, program.flops,
                   [f = program.primal, in = program.in] { sink = double(f(in)); },
                   adjoint(program.expert), adjoint(program.generated),
                   [program] { return errorOf(program); }});
}

/// The programs of each field.
void addSmall(Table& table, Size size);
void addStencils(Table& table, Size size);

} // namespace programs
