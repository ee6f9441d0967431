// Is a generated derivative of a kernel of matrices right? As in GradientCheck.h three independent answers are
// compared: adjoint, tangent and central differences. Parameters are Eigen's matrices and numbers.
#pragma once

#include <GradientCheck.h>

#include <Eigen/Core>
#include <tuple>
#include <utility>

namespace check {

inline double randomNumber() { return direction(1)[0]; }

template <class M> M zero(const M& like) {
  if constexpr (std::is_floating_point_v<M>)
    return 0;
  else
    return M::Zero(like.rows(), like.cols());
}

template <class M> M random(const M& like) {
  M result = like;
  if constexpr (std::is_floating_point_v<M>)
    result = randomNumber();
  else
    for (Eigen::Index j = 0; j < like.cols(); ++j)
      for (Eigen::Index i = 0; i < like.rows(); ++i)
        result(i, j) = randomNumber();
  return result;
}

/// Four rows, far from singular and not symmetric.
inline Eigen::MatrixXd regularMatrix() {
  Eigen::MatrixXd a(4, 4);
  a << 2.5, -0.2, 0.3, 0.1, 0.8, 1.9, -0.4, 0.6, 0.2, -0.7, 3.1, 0.45, 0.35, 0.15, -0.25, 1.3;
  return a;
}

template <class M> M advanced(const M& x, const M& along, double by) { return x + by * along; }

template <class M> double inner(const M& a, const M& b) {
  if constexpr (std::is_floating_point_v<M>)
    return a * b;
  else
    return (a.array() * b.array()).sum();
}

template <class M> double largest(const M& x) {
  if constexpr (std::is_floating_point_v<M>)
    return std::fabs(x);
  else
    return x.size() == 0 ? 0 : x.array().abs().maxCoeff();
}

template <class Fn, class... A> auto forEach(const Fn& fn, const std::tuple<A...>& a) {
  return std::apply([&](const A&... each) { return std::tuple<A...>(fn(each)...); }, a);
}

template <class... A>
std::tuple<A...> advanced(const std::tuple<A...>& x, const std::tuple<A...>& along, double by) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple<A...>(advanced(std::get<I>(x), std::get<I>(along), by)...);
  }(std::index_sequence_for<A...>{});
}

template <class... A> double inner(const std::tuple<A...>& a, const std::tuple<A...>& b) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (0.0 + ... + inner(std::get<I>(a), std::get<I>(b)));
  }(std::index_sequence_for<A...>{});
}

/// A kernel that returns a number or a matrix.
template <class Kernel, class... A> void matrices(const char* name, const Kernel& kernel, const A&... args) {
  const std::tuple<A...> at(args...);
  auto primal = [&](std::tuple<A...> x) { return std::apply([&](A&... each) { return kernel(each...); }, x); };
  const auto here = primal(at);
  for (int trial = 0; trial < 3; ++trial) {
    const auto seed = random(here);
    const std::tuple<A...> t = forEach([](const auto& x) { return random(x); }, at);
    std::tuple<A...> x = at, x_t = t, b = forEach([](const auto& each) { return zero(each); }, at);
    const auto result = std::apply(
        [&](A&... each) { return std::apply([&](A&... each_t) { return kernel.tangent(each..., each_t...); }, x_t); }, x);
    x = at;
    std::apply([&](A&... each) { std::apply([&](A&... each_b) { kernel.adjoint(each..., seed, each_b...); }, b); }, x);
    const double forward = inner(seed, result.derivative), reverse = inner(b, t);
    near(name, "tangent's value", largest(advanced(result.value, here, -1.0)), 0, 1e-14, largest(here));
    near(name, "adjoint against tangent", reverse, forward, 1e-10, 1);
    const double above = inner(seed, primal(advanced(at, t, step))), below = inner(seed, primal(advanced(at, t, -step)));
    near(name, "tangent against differences", forward, (above - below) / (2 * step), 1e-6, 1 + largest(here));
  }
}

/// A kernel that writes to its parameters; an adjoint leaves them as they were.
template <class Kernel, class... A> void matricesInPlace(const char* name, const Kernel& kernel, const A&... args) {
  const std::tuple<A...> at(args...);
  auto run = [&](std::tuple<A...> x) {
    std::apply([&](A&... each) { kernel(each...); }, x);
    return x;
  };
  const std::tuple<A...> here = run(at);
  for (int trial = 0; trial < 3; ++trial) {
    const std::tuple<A...> t = forEach([](const auto& x) { return random(x); }, at);
    const std::tuple<A...> seed = forEach([](const auto& x) { return random(x); }, here);
    std::tuple<A...> x = at, x_t = t, b = seed;
    std::apply([&](A&... each) { std::apply([&](A&... each_t) { kernel.tangent(each..., each_t...); }, x_t); }, x);
    near(name, "tangent's value", inner(seed, x), inner(seed, here), 1e-14, 1);
    const double forward = inner(seed, x_t);
    x = at;
    std::apply([&](A&... each) { std::apply([&](A&... each_b) { kernel.adjoint(each..., each_b...); }, b); }, x);
    if (x != at) {
      std::printf("%s: the adjoint changed its arguments\n", name);
      ++failures();
    }
    near(name, "adjoint against tangent", inner(b, t), forward, 1e-10, 1);
    const double above = inner(seed, run(advanced(at, t, step))), below = inner(seed, run(advanced(at, t, -step)));
    near(name, "tangent against differences", forward, (above - below) / (2 * step), 1e-6, 1);
  }
}

} // namespace check
