// The table of programs: what each of them is, and how its adjoints are checked and timed.
#pragma once

#include "Program.h"

#include <functional>
#include <string>
#include <vector>

namespace programs {

struct Traits {
  std::string name, field, what;
  double bytes, flops; ///< that the primal must move and do; a function of <cmath> counts as one
};

struct Case {
  Traits traits;
  std::function<void()> primal, expert, generated, product; ///< to be timed
  std::function<std::string()> error;              ///< what is wrong with the gradient, or nothing
};

using Table = std::vector<Case>;

/// Inputs of the sizes that are timed, or of small ones that are only checked.
enum class Size { timed, small };

inline int pick(Size size, int timed, int small) {
  return size == Size::timed ? timed : small;
}

/// Results go here, so that no compiler leaves a primal out.
inline volatile double sink;

template <class Program, class Adjoint>
std::function<void()> timed(const Program& program, Adjoint adjoint) {
  return [program, adjoint, gradient = program.zeros()]() mutable {
    clear(gradient);
    adjoint(program, gradient);
    sink = firstOf(gradient);
  };
}

/// The Hessian times a direction, where the kernel has that.
template <class Program>
std::function<void()> timedProduct(const Program& program) {
  auto zeros = program.zeros();
  if (!program.product(zeros, zeros))
    return {};
  auto direction = program.zeros();
  fillDirection(direction);
  return timed(program, [direction](const auto& p, auto& product) { p.product(direction, product); });
}

/// A kernel, its adjoint by hand (or `nobody`), and its arguments; those it is differentiated for
/// are `active`.
template <class Kernel, class Expert, class... Arguments>
void add(Table& table, Traits traits, Kernel kernel, Expert expert, Arguments... arguments) {
  const Program<Kernel, Expert, Arguments...> program{kernel, expert, {arguments...}};
  std::function<void()> manual;
  if constexpr (program.hasExpert)
    manual = timed(program, [](const auto& p, auto& gradient) { p.manual(gradient); });
  table.push_back({traits, [program] { sink = program.primal(); }, manual,
                   timed(program, [](const auto& p, auto& gradient) { p.generated(gradient); }),
                   timedProduct(program),
                   [program] { return errorOf(program); }});
}

/// The programs of each field.
void addFirst(Table& table, Size size);
void addStencils(Table& table, Size size);
void addFilters(Table& table, Size size);
void addNetworks(Table& table, Size size);
void addEstimation(Table& table, Size size);
void addMechanics(Table& table, Size size);
void addAlgebra(Table& table, Size size);
void addSequences(Table& table, Size size);
void addPaths(Table& table, Size size);
void addRenderers(Table& table, Size size);
void addDynamics(Table& table, Size size);
void addStyles(Table& table, Size size);
void addNested(Table& table, Size size);

} // namespace programs
