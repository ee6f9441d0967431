// All that a kernel is called with, for runs from the same state, and what its signature tells of
// it.
#pragma once

#include "treelize/detail/held_arguments.hpp"
#include "treelize/detail/signature.hpp"

#include <array>
#include <cstddef>
#include <tuple>

namespace treelize::detail {

template <class Signature, class... Args>
class held_call;

template <class Result, class... Parameter, class... Args>
class held_call<signature<Result, Parameter...>, Args...> {
public:
  void refer_to(const signature<Result, Parameter...>& of, Args&... args) {
    parameters_ = of.parameters;
    std::apply([&](auto&... held) { (held.refer_to(args), ...); }, held_);
  }
  /// All arguments are for the kernel as its caller has them.
  void reset() {
    std::size_t next = 0;
    std::apply([&](auto&... held) { (held.reset(parameters_[next++]), ...); }, held_);
  }
  auto pass() {
    return std::apply([](auto&... held) { return std::tuple_cat(held.pass()...); }, held_);
  }
  auto pass_original() {
    return std::apply([](auto&... held) { return std::tuple_cat(held.pass_original()...); }, held_);
  }

  /// Calls `function(parameter, argument, shadow)` for every parameter, with the tuple's element
  /// for it.
  template <class Shadows, class Function>
  void for_each(Shadows& shadows, const Function& function) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (function(parameters_[Index], std::get<Index>(held_), std::get<Index>(shadows)), ...);
    }(std::index_sequence_for<Parameter...>());
  }

private:
  std::array<kernel_parameter, sizeof...(Parameter)> parameters_{};
  std::tuple<held_argument<Parameter, Args>...> held_;
};

inline bool is_row(const kernel_parameter& parameter) {
  return parameter.use != parameter_use::read;
}
inline bool is_column(const kernel_parameter& parameter) {
  return parameter.use != parameter_use::written;
}

} // namespace treelize::detail
