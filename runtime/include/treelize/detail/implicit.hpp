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
template <class X>
std::size_t unknowns(const X& x) {
  if constexpr (std::floating_point<X>)
    return 1;
  else
    return static_cast<std::size_t>(x.size());
}
template <class X>
auto& unknown(X& x, std::size_t i) {
  if constexpr (std::floating_point<std::remove_const_t<X>>)
    return (void)i, x;
  else
    return x[static_cast<decltype(x.size())>(i)];
}
template <class X>
using unknown_number = std::remove_cvref_t<decltype(unknown(std::declval<X&>(), 0))>;

/// The parts of a list of `Arguments` arguments of the equation and what comes after them.
template <std::size_t First, std::size_t... I, class Tuple>
auto slice(const Tuple& all, std::index_sequence<I...>) {
  return std::forward_as_tuple(std::get<First + I>(all)...);
}

template <const auto& Kernel, equation Kind, class X, class Arguments>
class linearized_equation {
public:
  using number = unknown_number<X>;

  /// `zeros` is a shadow of each differentiable argument; it is left with what nobody asks for.
  template <class Zeros>
  linearized_equation(const X& x, const Arguments& arguments, Zeros zeros)
      : x_(x), arguments_(arguments), factors_(jacobian(zeros), unknowns(x)) {}

  const dense_lu<number>& factors() const { return factors_; }

  /// Adds the adjoints of the arguments for these adjoints of F.
  template <class Shadows>
  void adjoint(const X& seed, X& x_b, Shadows& shadows) const {
    std::apply(
        [&](const auto&... argument) {
          std::apply(
              [&](auto&... shadow) { Kernel.adjoint(x_, argument..., seed, x_b, shadow...); },
              shadows);
        },
        arguments_);
  }

private:
  const X& x_;
  const Arguments& arguments_;
  dense_lu<number> factors_;

  template <class Zeros>
  std::vector<number> jacobian(Zeros& zeros) const {
    const std::size_t n = unknowns(x_);
    std::vector<number> rows(n * n);
    X seed = zeros_like(x_);
    for (std::size_t i = 0; i < n; ++i) {
      X row = zeros_like(x_);
      unknown(seed, i) = 1;
      adjoint(seed, row, zeros);
      unknown(seed, i) = 0;
      for (std::size_t j = 0; j < n; ++j)
        rows[i * n + j] =
            unknown(row, j) - (Kind == equation::fixed_point && i == j ? number(1) : number(0));
    }
    return rows;
  }
};

template <class X>
std::vector<unknown_number<X>> numbers_of(const X& x, int sign) {
  std::vector<unknown_number<X>> numbers(unknowns(x));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<unknown_number<X>>(sign) * unknown(x, i);
  return numbers;
}

template <class X, class Number>
X with_numbers(const X& like, const std::vector<Number>& numbers, int sign) {
  X x = zeros_like(like);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    unknown(x, i) = static_cast<Number>(sign) * numbers[i];
  return x;
}

} // namespace detail

/// The solution, as a function of the parameters of its equation: its derivatives are those below.
template <class X, class... P>
X solution(const X& x, const P&...) {
  return x;
}

/// The adjoint of a solution x: `rest` is the arguments of the equation after x, `Arguments` of
/// them, the seed, and a shadow for each argument that is differentiable. Throws
/// singular_matrix_error where dF/dx has no inverse.
template <const auto& Kernel, equation Kind, std::size_t Arguments, class X, class... Rest>
void solution_adjoint(const X& x, Rest&&... rest) {
  const auto all = std::forward_as_tuple(rest...);
  const auto arguments = detail::slice<0>(all, std::make_index_sequence<Arguments>());
  const X& seed = std::get<Arguments>(all);
  auto shadows = detail::slice<Arguments + 1>(
      all, std::make_index_sequence<sizeof...(Rest) - Arguments - 1>());
  auto zeros = std::apply(
      [](const auto&... shadow) { return std::make_tuple(zeros_like(shadow)...); }, shadows);
  const detail::linearized_equation<Kernel, Kind, X, decltype(arguments)> linear(x, arguments,
                                                                                 std::move(zeros));
  auto lambda = detail::numbers_of(seed, 1);
  linear.factors().solve_transposed(lambda);
  X unused = zeros_like(x);
  linear.adjoint(detail::with_numbers(x, lambda, -1), unused, shadows);
}

template <class X>
struct solution_tangent_result {
  X value;
  X derivative;
};

/// The solution and its derivative: `rest` is the arguments, and a tangent for each that is
/// differentiable.
template <const auto& Kernel, equation Kind, std::size_t Arguments, class X, class... Rest>
solution_tangent_result<X> solution_tangent(const X& x, const Rest&... rest) {
  const auto all = std::forward_as_tuple(rest...);
  const auto arguments = detail::slice<0>(all, std::make_index_sequence<Arguments>());
  const auto tangents =
      detail::slice<Arguments>(all, std::make_index_sequence<sizeof...(Rest) - Arguments>());
  auto zeros = std::apply(
      [](const auto&... tangent) { return std::make_tuple(zeros_like(tangent)...); }, tangents);
  const detail::linearized_equation<Kernel, Kind, X, decltype(arguments)> linear(x, arguments,
                                                                                 std::move(zeros));
  const X still = zeros_like(x);
  const auto moved = std::apply(
      [&](const auto&... argument) {
        return std::apply(
            [&](const auto&... tangent) {
              return Kernel.tangent(x, argument..., still, tangent...);
            },
            tangents);
      },
      arguments);
  auto x_t = detail::numbers_of(moved.derivative, -1);
  linear.factors().solve(x_t);
  return {x, detail::with_numbers(x, x_t, 1)};
}

} // namespace treelize
