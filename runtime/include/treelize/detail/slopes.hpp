// Derivatives for which a formula in functions of the library would be slow or divide zero by zero:
// powers, Legendre functions at the ends of their interval, elliptic integrals of the third kind
// whose characteristic is zero or the square of the modulus. They hold for numbers and for dual
// numbers.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <numbers>

namespace treelize {

namespace detail {

template <class Number>
unsigned order_of(const Number& order) {
  if constexpr (std::floating_point<Number>)
    return static_cast<unsigned>(order);
  else
    return order_of(order.value());
}

template <class Number>
bool is_normal(const Number& number) {
  if constexpr (std::floating_point<Number>)
    return std::isnormal(number);
  else
    return is_normal(number.value());
}

template <class Number>
Number power_of(const Number& base, unsigned exponent) {
  Number result(1.0);
  for (unsigned i = 0; i < exponent; ++i)
    result = result * base;
  return result;
}

/// The `times`-th derivative of the Legendre polynomial of a degree: the recurrence of the
/// associated functions without their common factor.
template <class Number>
Number legendre_derivative(unsigned degree, unsigned times, const Number& x) {
  if (times > degree)
    return Number(0.0);
  double first = 1;
  for (unsigned i = 1; i <= times; ++i)
    first *= 2.0 * i - 1;
  Number below(0.0), at(first);
  for (unsigned i = times; i < degree; ++i) {
    const Number above = (Number(2.0 * i + 1) * x * at - Number(1.0 * i + times) * below) / Number(1.0 * i + 1 - times);
    below = at;
    at = above;
  }
  return at;
}

/// What P(l, m) of a cosine is multiplied by in a spherical harmonic.
inline double harmonic_factor(unsigned degree, unsigned order) {
  double square = (2.0 * degree + 1) / (4 * std::numbers::pi);
  for (unsigned i = degree - order + 1; i <= degree + order; ++i)
    square /= i;
  return order % 2 == 0 ? std::sqrt(square) : -std::sqrt(square);
}

/// A point of a quadrature over (0, 1).
struct node_of_integral {
  double at, weight;
};

/// The double exponential rule: 1/2 + tanh(pi/2 sinh t)/2 for equidistant t.
inline const auto& nodes_of_integral() {
  static const auto nodes = [] {
    std::array<node_of_integral, 105> result{};
    constexpr double step = 1.0 / 16;
    double t = -step * static_cast<double>(result.size() / 2);
    for (node_of_integral& node : result) {
      const double u = std::numbers::pi / 2 * std::sinh(t), cosine = std::cosh(u);
      node.at = 1 / (1 + std::exp(-2 * u));
      node.weight = step * std::numbers::pi / 4 * std::cosh(t) / (cosine * cosine);
      t += step;
    }
    return result;
  }();
  return nodes;
}

/// From zero to `end`.
template <class Number, class Function>
Number integral(const Number& end, const Function& function) {
  Number sum(0.0);
  for (const node_of_integral& node : nodes_of_integral())
    sum = sum + Number(node.weight) * function(Number(Number(node.at) * end));
  return sum * end;
}

/// The same of a function of the square of the sine, period by period.
template <class Number, class Function>
Number integral_of_square_sine(const Number& angle, const Function& function) {
  using std::sin, std::round;
  const auto at = [&](const Number& phi) -> Number {
    const Number sine = sin(phi);
    return function(Number(sine * sine));
  };
  const Number periods = round(Number(angle / Number(std::numbers::pi)));
  const Number rest = integral(Number(angle - periods * Number(std::numbers::pi)), at);
  if (periods == Number(0.0))
    return rest;
  return rest + Number(2.0) * periods * integral(Number(std::numbers::pi / 2), at);
}

} // namespace detail

/// d/da of pow(a, b), whose value is known: a division is much cheaper than another power. Zero for an
/// exponent of zero.
template <class Number>
Number pow_slope(const Number& a, const Number& b, const Number& value) {
  using std::pow;
  if (b == Number(0.0))
    return Number(0.0);
  if (detail::is_normal(value)) // it has all its digits
    return b * (value / a);
  return b * pow(a, Number(b - Number(1.0)));
}

/// d/dx of the Legendre polynomial.
template <class Number>
Number legendre_slope(const Number& degree, const Number& x) {
  return detail::legendre_derivative(detail::order_of(degree), 1, x);
}

/// d/dx of the associated Legendre function, s^m times the m-th derivative of the polynomial for
/// s = sqrt(1 - x x). At the ends it is infinite for m = 1.
template <class Number>
Number assoc_legendre_slope(const Number& degree, const Number& order, const Number& x) {
  using std::sqrt;
  const unsigned n = detail::order_of(degree), m = detail::order_of(order);
  if (m == 0)
    return detail::legendre_derivative(n, 1, x);
  const Number square = Number(1.0) - x * x, root = m % 2 == 1 ? Number(sqrt(square)) : Number(1.0);
  const Number lower = detail::legendre_derivative(n, m, x);
  const Number factor = m == 1 ? Number(Number(1.0) / root) : Number(detail::power_of(square, m / 2 - 1) * root);
  return detail::power_of(square, m / 2) * root * detail::legendre_derivative(n, m + 1, x) -
         Number(1.0 * m) * x * factor * lower;
}

/// d/d(theta) of the spherical harmonic at longitude zero.
template <class Number>
Number sph_legendre_slope(const Number& degree, const Number& order, const Number& theta) {
  using std::cos, std::sin;
  const unsigned n = detail::order_of(degree), m = detail::order_of(order);
  if (m > n)
    return Number(0.0);
  const Number c = cos(theta), s = sin(theta);
  Number slope = -(detail::power_of(s, m + 1) * detail::legendre_derivative(n, m + 1, c));
  if (m > 0)
    slope = slope + Number(1.0 * m) * c * detail::power_of(s, m - 1) * detail::legendre_derivative(n, m, c);
  return Number(detail::harmonic_factor(n, m)) * slope;
}

/// d/dk of the elliptic integral of the third kind.
template <class Number>
Number ellint_3_by_modulus(const Number& k, const Number& nu, const Number& phi) {
  return detail::integral_of_square_sine(phi, [&](const Number& square) -> Number {
    using std::sqrt;
    const Number rest = Number(1.0) - k * k * square;
    return k * square / ((Number(1.0) - nu * square) * rest * sqrt(rest));
  });
}

/// d/d(nu) of it.
template <class Number>
Number ellint_3_by_characteristic(const Number& k, const Number& nu, const Number& phi) {
  return detail::integral_of_square_sine(phi, [&](const Number& square) -> Number {
    using std::sqrt;
    const Number below = Number(1.0) - nu * square;
    return square / (below * below * sqrt(Number(Number(1.0) - k * k * square)));
  });
}

template <class Number>
Number comp_ellint_3_by_modulus(const Number& k, const Number& nu) {
  return ellint_3_by_modulus(k, nu, Number(std::numbers::pi / 2));
}

template <class Number>
Number comp_ellint_3_by_characteristic(const Number& k, const Number& nu) {
  return ellint_3_by_characteristic(k, nu, Number(std::numbers::pi / 2));
}

} // namespace treelize
