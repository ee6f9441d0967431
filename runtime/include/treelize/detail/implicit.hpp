// Derivatives of what solves an equation: of x in F(x, p) = 0, and in x = g(x, p).
//
// How x was found does not matter. Where F is zero and stays so, dF/dx x_t + dF/dp p_t = 0, so that
//   tangent   x_t solves dF/dx x_t = -dF/dp p_t
//   adjoint   lambda solves (dF/dx)^T lambda = x_b, and p_b grows by -(dF/dp)^T lambda
// with F = g - x for a fixed point. dF/dx is a small dense matrix, made by one adjoint of F for
// each row. F is a kernel, which takes x before its parameters.
#pragma once

#include "treelize/detail/dense_lu.hpp"
#include "treelize/detail/shadow.hpp"

#include <concepts>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace treelize {

/// What the equation says of its left side.
enum class equation {
  root,        // F(x, p) = 0
  fixed_point, // g(x, p) = x
};

namespace detail {

/// The numbers of an unknown: one, or those of a vector or an array.
template <class Unknown>
std::size_t unknowns(const Unknown& object) {
  if constexpr (std::floating_point<Unknown>)
    return 1;
  else
    return static_cast<std::size_t>(object.size());
}
template <class Unknown>
auto& unknown(Unknown& object, std::size_t line) {
  if constexpr (std::floating_point<std::remove_const_t<Unknown>>)
    return (void)line, object;
  else
    return object[static_cast<decltype(object.size())>(line)];
}
template <class Unknown>
using unknown_number = std::remove_cvref_t<decltype(unknown(std::declval<Unknown&>(), 0))>;

/// The parts of a list of `Arguments` arguments of the equation and what comes after them.
template <std::size_t First, std::size_t... Index, class Tuple>
auto slice(const Tuple& all, std::index_sequence<Index...>) {
  return std::forward_as_tuple(std::get<First + Index>(all)...);
}

template <const auto& Kernel, equation Kind, class Unknown, class Arguments>
class linearized_equation {
public:
  using number = unknown_number<Unknown>;

  /// `zeros` is a shadow of each differentiable argument; it is left with what nobody asks for.
  template <class Zeros>
  linearized_equation(const Unknown& object, const Arguments& arguments, Zeros zeros)
      : x_(object), arguments_(arguments), factors_(jacobian(zeros), unknowns(object)) {}

  const dense_lu<number>& factors() const { return factors_; }

  /// Adds the adjoints of the arguments for these adjoints of F.
  template <class Shadows>
  void adjoint(const Unknown& seed, Unknown& x_b, Shadows& shadows) const {
    std::apply(
        [&](const auto&... argument) {
          std::apply(
              [&](auto&... shadow) { Kernel.adjoint(x_, argument..., seed, x_b, shadow...); },
              shadows);
        },
        arguments_);
  }

private:
  const Unknown& x_;
  const Arguments& arguments_;
  dense_lu<number> factors_;

  template <class Zeros>
  std::vector<number> jacobian(Zeros& zeros) const {
    const std::size_t count = unknowns(x_);
    std::vector<number> rows(count * count);
    Unknown seed = zeros_like(x_);
    for (std::size_t line = 0; line < count; ++line) {
      Unknown row = zeros_like(x_);
      unknown(seed, line) = 1;
      adjoint(seed, row, zeros);
      unknown(seed, line) = 0;
      for (std::size_t column = 0; column < count; ++column)
        rows[line * count + column] =
            unknown(row, column) -
            (Kind == equation::fixed_point && line == column ? number(1) : number(0));
    }
    return rows;
  }
};

template <class Unknown>
std::vector<unknown_number<Unknown>> numbers_of(const Unknown& object, int sign) {
  std::vector<unknown_number<Unknown>> numbers(unknowns(object));
  for (std::size_t line = 0; line < numbers.size(); ++line)
    numbers[line] = static_cast<unknown_number<Unknown>>(sign) * unknown(object, line);
  return numbers;
}

template <class Unknown, class Number>
Unknown with_numbers(const Unknown& like, const std::vector<Number>& numbers, int sign) {
  Unknown object = zeros_like(like);
  for (std::size_t line = 0; line < numbers.size(); ++line)
    unknown(object, line) = static_cast<Number>(sign) * numbers[line];
  return object;
}

} // namespace detail

/// The solution, as a function of the parameters of its equation: its derivatives are those below.
template <class Unknown, class... Parameter>
Unknown solution(const Unknown& object, const Parameter&...) {
  return object;
}

/// The adjoint of a solution x: `rest` is the arguments of the equation after x, `Arguments` of
/// them, the seed, and a shadow for each argument that is differentiable. Throws
/// singular_matrix_error where dF/dx has no inverse.
template <const auto& Kernel, equation Kind, std::size_t Arguments, class Unknown, class... Rest>
void solution_adjoint(const Unknown& object, Rest&&... rest) {
  const auto all = std::forward_as_tuple(rest...);
  const auto arguments = detail::slice<0>(all, std::make_index_sequence<Arguments>());
  const Unknown& seed = std::get<Arguments>(all);
  auto shadows = detail::slice<Arguments + 1>(
      all, std::make_index_sequence<sizeof...(Rest) - Arguments - 1>());
  auto zeros = std::apply(
      [](const auto&... shadow) { return std::make_tuple(zeros_like(shadow)...); }, shadows);
  const detail::linearized_equation<Kernel, Kind, Unknown, decltype(arguments)> linear(
      object, arguments, std::move(zeros));
  auto lambda = detail::numbers_of(seed, 1);
  linear.factors().solve_transposed(lambda);
  Unknown unused = zeros_like(object);
  linear.adjoint(detail::with_numbers(object, lambda, -1), unused, shadows);
}

template <class Unknown>
struct solution_tangent_result {
  Unknown value;
  Unknown derivative;
};

/// The solution and its derivative: `rest` is the arguments, and a tangent for each that is
/// differentiable.
template <const auto& Kernel, equation Kind, std::size_t Arguments, class Unknown, class... Rest>
solution_tangent_result<Unknown> solution_tangent(const Unknown& object, const Rest&... rest) {
  const auto all = std::forward_as_tuple(rest...);
  const auto arguments = detail::slice<0>(all, std::make_index_sequence<Arguments>());
  const auto tangents =
      detail::slice<Arguments>(all, std::make_index_sequence<sizeof...(Rest) - Arguments>());
  auto zeros = std::apply(
      [](const auto&... tangent) { return std::make_tuple(zeros_like(tangent)...); }, tangents);
  const detail::linearized_equation<Kernel, Kind, Unknown, decltype(arguments)> linear(
      object, arguments, std::move(zeros));
  const Unknown still = zeros_like(object);
  const auto moved = std::apply(
      [&](const auto&... argument) {
        return std::apply(
            [&](const auto&... tangent) {
              return Kernel.tangent(object, argument..., still, tangent...);
            },
            tangents);
      },
      arguments);
  auto x_t = detail::numbers_of(moved.derivative, -1);
  linear.factors().solve(x_t);
  return {object, detail::with_numbers(object, x_t, 1)};
}

} // namespace treelize
