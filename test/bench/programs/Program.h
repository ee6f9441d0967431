// A program with its arguments, its gradient by the generator and by hand, and what tells whether
// they are right.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace programs {

/// An argument that the program is differentiated for: a number, or arrays of numbers.
template <class T>
struct Active {
  T value;
};
template <class T>
Active<T> active(T value) {
  return {value};
}

/// Stands in where no one has written an adjoint by hand.
struct Nobody {};
inline constexpr Nobody nobody;

template <class T>
const T& valueOf(const T& argument) {
  return argument;
}
template <class T>
const T& valueOf(const Active<T>& argument) {
  return argument.value;
}

template <class T, class Visit>
void eachNumber(T& x, Visit visit) {
  if constexpr (std::is_arithmetic_v<std::remove_const_t<T>>)
    visit(x);
  else
    for (auto& part : x)
      eachNumber(part, visit);
}

/// Visits the numbers of one gradient after the other, array by array.
template <class... T, class Visit>
void eachArray(std::tuple<T...>& gradient, Visit visit) {
  std::apply([&](auto&... arrays) { (visit(arrays), ...); }, gradient);
}

template <class... T>
void clear(std::tuple<T...>& gradient) {
  eachArray(gradient, [](auto& array) { eachNumber(array, [](auto& x) { x = 0; }); });
}

template <class T>
double firstOf(const T& x) {
  if constexpr (std::is_arithmetic_v<T>)
    return x;
  else if constexpr (requires { x.front(); })
    return x.empty() ? 0 : firstOf(x.front());
  else
    return firstOf(std::get<0>(x));
}

template <class T>
std::tuple<> activeOf(T&) {
  return {};
}
template <class T>
std::tuple<T&> activeOf(Active<T>& x) {
  return {x.value};
}
template <class T>
std::tuple<> copyOf(const T&) {
  return {};
}
template <class T>
std::tuple<T> copyOf(const Active<T>& x) {
  return {x.value};
}

template <class Kernel, class Expert, class... Arguments>
struct Program {
  using Gradient = decltype(std::tuple_cat(copyOf(std::declval<Arguments>())...));
  static constexpr bool hasExpert = !std::is_same_v<Expert, Nobody>;

  Kernel kernel;
  Expert expert;
  std::tuple<Arguments...> arguments;

  template <class Call, class Tuple>
  auto with(Call call, Tuple& tuple) const {
    return std::apply(
        [&](const auto&... a) {
          return std::apply([&](auto&... shadows) { return call(valueOf(a)..., shadows...); },
                            tuple);
        },
        arguments);
  }
  auto primal() const {
    std::tuple<> none;
    return with([&](const auto&... a) { return kernel(a...); }, none);
  }
  void generated(Gradient& gradient) const {
    auto shadows =
        std::apply([](auto&... g) { return std::tuple<int, decltype(g)...>(1, g...); }, gradient);
    with([&](auto&... a) { kernel.adjoint(a...); }, shadows);
  }
  void manual(Gradient& gradient) const {
    with([&](auto&... a) { expert(a...); }, gradient);
  }
  double tangent(const Gradient& direction) const {
    return with([&](const auto&... a) { return kernel.tangent(a...).derivative; }, direction);
  }
  /// Adds the Hessian times a direction, and returns whether the kernel has that.
  bool product(const Gradient& direction, Gradient& product) const {
    const auto all = [](auto& tuple) {
      return std::apply([](auto&... part) { return std::tie(part...); }, tuple);
    };
    auto both = std::tuple_cat(all(direction), all(product));
    bool hasIt = false;
    with(
        [&](auto&... a) {
          if constexpr (requires { kernel.hvp(a...); }) {
            kernel.hvp(a...);
            hasIt = true;
          }
        },
        both);
    return hasIt;
  }
  Gradient zeros() const {
    Gradient gradient =
        std::apply([](const auto&... a) { return std::tuple_cat(copyOf(a)...); }, arguments);
    clear(gradient);
    return gradient;
  }
  /// This program a step away.
  Program moved(double step, Gradient direction) const {
    Program there = *this;
    auto active =
        std::apply([](auto&... a) { return std::tuple_cat(activeOf(a)...); }, there.arguments);
    std::vector<double> by;
    eachArray(direction,
              [&](auto& array) { eachNumber(array, [&](auto x) { by.push_back(step * x); }); });
    auto next = by.begin();
    eachArray(active, [&](auto& array) {
      eachNumber(array,
                 [&](auto& x) { x += static_cast<std::remove_reference_t<decltype(x)>>(*next++); });
    });
    return there;
  }
};

using Flat = std::vector<std::vector<double>>;

template <class Gradient>
Flat flat(Gradient& gradient) {
  Flat result;
  eachArray(gradient, [&](auto& array) {
    result.emplace_back();
    eachNumber(array, [&](auto x) { result.back().push_back(x); });
  });
  return result;
}

/// The largest difference of two gradients by the largest number of its array.
inline double distance(const Flat& a, const Flat& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    double largest = 1e-300, off = 0;
    for (std::size_t i = 0; i < a[k].size(); ++i) {
      largest = std::max(largest, std::fabs(b[k][i]));
      const double here = std::fabs(a[k][i] - b[k][i]);
      off = here <= off ? off : here;
    }
    worst = std::max(worst, off / largest);
  }
  return worst;
}

/// The same numbers for every gradient, from -1 to 1.
template <class Gradient>
void fillDirection(Gradient& direction) {
  std::uint32_t seed = 77;
  eachArray(direction, [&](auto& array) {
    eachNumber(array, [&](auto& x) {
      seed = seed * 1664525u + 1013904223u;
      x = static_cast<std::remove_reference_t<decltype(x)>>((seed >> 8) / double(1u << 23) - 1);
    });
  });
}

struct Slope {
  double value = 0;
  double size = 1e-300; ///< the sum of the magnitudes that make it up
};

inline Slope slopeAlong(const Flat& direction, const Flat& gradient) {
  Slope slope;
  for (std::size_t k = 0; k < gradient.size(); ++k)
    for (std::size_t i = 0; i < gradient[k].size(); ++i) {
      slope.value += direction[k][i] * gradient[k][i];
      slope.size += std::fabs(direction[k][i] * gradient[k][i]);
    }
  return slope;
}

/// How far the Hessian times the direction is from a difference of gradients. Nothing where there is
/// none, or where gradients before and behind the point differ: at a kink.
template <class Program, class Gradient>
std::optional<double> productError(const Program& program, const Gradient& direction) {
  auto product = program.zeros();
  if (!program.product(direction, product))
    return std::nullopt;
  const double h = 1e-6;
  const auto gradientAt = [&](double step) {
    auto gradient = program.zeros();
    program.moved(step, direction).generated(gradient);
    return flat(gradient);
  };
  const auto slope = [](Flat above, const Flat& below, double step) {
    for (std::size_t k = 0; k < below.size(); ++k)
      for (std::size_t i = 0; i < below[k].size(); ++i)
        above[k][i] = (above[k][i] - below[k][i]) / step;
    return above;
  };
  const Flat above = gradientAt(h), here = gradientAt(0), below = gradientAt(-h);
  if (!(distance(slope(above, here, h), slope(here, below, h)) < 1e-2))
    return std::nullopt;
  return distance(flat(product), slope(above, below, 2 * h));
}

/// What is wrong with the generated gradient, or nothing: it is compared with the tangent, with the
/// adjoint by hand, and where there is none with a difference of primals, which is good for half of
/// the digits. A product with the Hessian is compared with a difference of gradients.
template <class Program>
std::string errorOf(const Program& program) {
  constexpr bool single = std::is_same_v<decltype(program.primal()), float>;
  auto generated = program.zeros(), other = program.zeros();
  program.generated(generated);
  fillDirection(other);
  const auto direction = other;
  const Slope slope = slopeAlong(flat(other), flat(generated));
  std::string wrong;
  const auto compare = [&](const char* with, double error, double tolerance) {
    if (!(error < tolerance))
      wrong += std::string(wrong.empty() ? "" : ", ") + "off " + with + " by " +
               std::to_string(error / tolerance) + " tolerances";
  };
  compare("its tangent", std::fabs(program.tangent(other) - slope.value) / slope.size,
          single ? 1e-4 : 1e-9);
  if constexpr (Program::hasExpert) {
    clear(other);
    program.manual(other);
    compare("the hand-written one", distance(flat(generated), flat(other)), single ? 1e-4 : 1e-9);
  } else if (!single) {
    const double h = 1e-6;
    const double difference =
        (program.moved(h, other).primal() - program.moved(-h, other).primal()) / (2 * h);
    compare("a difference", std::fabs(difference - slope.value) / slope.size, 1e-5);
  }
  if (const std::optional<double> off = single ? std::nullopt : productError(program, direction))
    compare("a difference of gradients", *off, 1e-4);
  return wrong;
}

} // namespace programs
