// The pattern of a kernel's Jacobian or Hessian, by its pattern sweep: the arguments are copied, every
// column gets a set of its own, and what comes out are the rows.
#pragma once

#include "treelize/detail/coloring.hpp"
#include "treelize/detail/compressed.hpp"
#include "treelize/detail/dependence.hpp"
#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/pattern_key.hpp"
#include "treelize/detail/signature.hpp"
#include "treelize/sparse.hpp"

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// Calls `function(leaf)` for every number of a value that is differentiated.
template <class Type, class Function>
void for_each_active(const kernel_parameter& parameter, Type& value, const Function& function) {
  if (parameter.constants.empty())
    dependence::for_each_real(
        [&]<class Leaf>(Leaf& leaf) {
          if constexpr (!std::is_const_v<Leaf>)
            function(leaf);
        },
        value);
  else
    for_each_derivative(parameter, value, [&](auto& leaf, const std::string&) { function(leaf); });
}

/// A pattern sweep and its arguments.
template <class... Parameters>
class pattern_run {
public:
  template <class... Args>
  explicit pattern_run(const std::array<kernel_parameter, sizeof...(Parameters)>& parameters,
                       const Args&... args)
      : parameters_(parameters), owned_(args...) {
    for_each([&]<class Parameter>(owned_argument<Parameter>& argument,
                                  const kernel_parameter& parameter) {
      if constexpr (has_shadow<Parameter>::value) {
        dependence::for_each_real(
            []<class Leaf>(Leaf& leaf) {
              if constexpr (!std::is_const_v<Leaf>)
                leaf = 0;
            },
            argument.value);
        if (parameter.use != parameter_use::written)
          for_each_active(parameter, argument.value, [&]<class Leaf>(Leaf& leaf) {
            leaf = dependence::real_of<Leaf>(sets_.single(columns_++));
          });
      }
    });
  }

  std::size_t columns() const { return columns_; }
  dependence::sets& sets() { return sets_; }

  /// What the sweep returns.
  template <class Sweep>
  auto operator()(const Sweep& sweep) {
    return std::apply(
        [&](auto&... argument) {
          auto passed = std::tuple_cat(argument.pass()...);
          return std::apply(sweep, passed);
        },
        owned_);
  }

  /// Calls `function(leaf)` for every number that the kernel writes.
  template <class Function>
  void for_each_row(const Function& function) {
    for_each([&]<class Parameter>(owned_argument<Parameter>& argument,
                                  const kernel_parameter& parameter) {
      if constexpr (has_shadow<Parameter>::value)
        if (parameter.use != parameter_use::read)
          for_each_active(parameter, argument.value, function);
    });
  }

private:
  const std::array<kernel_parameter, sizeof...(Parameters)> parameters_;
  dependence::sets sets_;
  std::size_t columns_ = 0;
  std::tuple<owned_argument<Parameters>...> owned_;

  template <class Function>
  void for_each(const Function& function) {
    std::size_t next = 0;
    std::apply([&](auto&... argument) { (function(argument, parameters_[next++]), ...); }, owned_);
  }
};

/// The pattern of the Jacobian, with its colours.
template <class Result, class... Parameter, class Sweep, class... Args>
csr jacobian_pattern(const signature<Result, Parameter...>& of, const Sweep& sweep,
                     const Args&... args) {
  csr result;
  result.state.key = pattern_key(of, args...);
  pattern_run<Parameter...> run(of.parameters, args...);
  result.cols = run.columns();
  result.row_start.push_back(0);
  const auto add_row = [&](const auto& leaf) {
    const std::vector<std::size_t>& inputs = run.sets().inputs(dependence::number_in(leaf));
    result.col.insert(result.col.end(), inputs.begin(), inputs.end());
    result.row_start.push_back(result.col.size());
  };
  if constexpr (std::is_void_v<Result>) {
    run(sweep);
  } else {
    auto value = run(sweep);
    for_each_active({"result", ""}, value, add_row);
  }
  run.for_each_row(add_row);
  result.rows = result.row_start.size() - 1;
  color_jacobian(result);
  return result;
}

/// The pattern of the Hessian of what the kernel returns, with its colours.
template <class Result, class... Parameter, class Sweep, class... Args>
csr hessian_pattern(const signature<Result, Parameter...>& of, const Sweep& sweep,
                    const Args&... args) {
  csr result;
  result.state.key = pattern_key(of, args...);
  pattern_run<Parameter...> run(of.parameters, args...);
  run(sweep);
  result.rows = result.cols = run.columns();
  run.sets().interactions(run.columns(), result.row_start, result.col);
  color_hessian(result);
  return result;
}

} // namespace treelize::detail
