// Arguments of a kernel that are its caller's own: copies, whose numbers can be counted, read and
// set.
#pragma once

#include "treelize/detail/leaf_path.hpp"
#include "treelize/detail/shadow.hpp"
#include "treelize/detail/signature.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

template <class Type, std::size_t Count>
void copy_array(const Type (&from)[Count], Type (&to)[Count]) {
  for (std::size_t index = 0; index < Count; ++index)
    if constexpr (std::is_array_v<Type>)
      copy_array(from[index], to[index]);
    else
      to[index] = from[index];
}

/// An argument for a parameter of type Parameter: a copy that refers to nobody else's numbers.
template <class Parameter>
struct owned_argument {
  std::remove_cvref_t<Parameter> value;
  template <class Argument>
  explicit owned_argument(const Argument& argument) : value(argument) {}
  template <class Argument>
  void assign(const Argument& argument) {
    value = argument;
  }
  auto pass() { return std::tie(value); }
};
template <class Parameter>
  requires std::is_array_v<std::remove_cvref_t<Parameter>>
struct owned_argument<Parameter> {
  std::remove_cvref_t<Parameter> value;
  explicit owned_argument(const std::remove_cvref_t<Parameter>& argument) { assign(argument); }
  void assign(const std::remove_cvref_t<Parameter>& argument) { copy_array(argument, value); }
  auto pass() { return std::tie(value); }
};
template <class Parameter>
  requires is_span<std::remove_cvref_t<Parameter>>::value
struct owned_argument<Parameter> {
  using span = std::remove_cvref_t<Parameter>;
  using element = typename span::value_type;
  std::vector<element> value;
  explicit owned_argument(std::span<const element> argument)
      : value(argument.begin(), argument.end()) {}
  void assign(std::span<const element> argument) { value.assign(argument.begin(), argument.end()); }
  auto pass() { return std::tuple(std::span<element, span::extent>(value.data(), value.size())); }
};
template <class Parameter>
struct owned_argument<without_shadow<Parameter>> : owned_argument<Parameter> {
  using owned_argument<Parameter>::owned_argument;
};

template <class Parameter>
struct has_shadow : std::true_type {};
template <class Parameter>
struct has_shadow<without_shadow<Parameter>> : std::false_type {};

/// Is the part of a parameter a constant, or within one?
constexpr bool is_constant(const kernel_parameter& parameter, std::string_view part) {
  for (std::string_view rest = parameter.constants; !rest.empty();) {
    const std::string_view constant = rest.substr(0, rest.find(' '));
    rest.remove_prefix(constant.size() + 1);
    if (part.starts_with(constant) &&
        (part.size() == constant.size() || part[constant.size()] == '.' ||
         part[constant.size()] == '['))
      return true;
  }
  return false;
}

/// Calls `function(leaf, path)` for every number of a parameter that has a derivative.
template <class Type, class Function>
void for_each_derivative(const kernel_parameter& parameter, Type& value, const Function& function) {
  leaf_path path;
  for_each_leaf(value, path, [&](auto& leaf, const leaf_path& where) {
    if (!is_constant(parameter, where.pattern))
      function(leaf, std::string(parameter.name) + where.text);
  });
}

/// The result of a kernel, or the object of a bound one.
template <class Type>
struct one_value {
  Type value;
  auto pass() { return std::tie(value); }
  void set_zero() { treelize::set_zero(value); }
  template <class Parameters, class Function>
  void for_each_leaf(const Parameters&, const Function& function) {
    for_each_derivative({"result", ""}, value, function);
  }
};
template <class Type>
one_value(Type) -> one_value<Type>;

/// The same where there is none.
struct nothing {
  static auto pass() { return std::tuple(); }
  static void set_zero() {}
  template <class Parameters, class Function>
  static void for_each_leaf(const Parameters&, const Function&) {}
};

/// All that a kernel is called with.
template <class Object, class... Parameters>
struct kernel_arguments {
  static constexpr bool is_bound = !std::is_same_v<Object, nothing>;
  static constexpr std::size_t count = sizeof...(Parameters) + is_bound;

  [[no_unique_address]] Object object;
  std::tuple<owned_argument<Parameters>...> owned;

  /// For a call.
  auto pass() {
    return std::apply([](auto&... argument) { return std::tuple_cat(argument.pass()...); }, owned);
  }
  /// Where these are shadows: of the object, then of what else has one.
  auto pass_shadows() {
    const auto shadow = []<class Parameter>(owned_argument<Parameter>& argument) {
      if constexpr (has_shadow<Parameter>::value)
        return argument.pass();
      else
        return std::tuple();
    };
    return std::apply(
        [&](auto&... argument) { return std::tuple_cat(object.pass(), shadow(argument)...); },
        owned);
  }

  /// Calls `function(leaf, path)` for every number that has a derivative.
  template <class Function>
  void for_each_leaf(const std::array<kernel_parameter, count>& parameters,
                     const Function& function) {
    std::size_t next = 0;
    if constexpr (is_bound)
      for_each_derivative(parameters[next++], object.value, function);
    [[maybe_unused]] const auto visit = [&]<class Parameter>(owned_argument<Parameter>& argument) {
      const kernel_parameter& parameter = parameters[next++];
      if constexpr (has_shadow<Parameter>::value)
        for_each_derivative(parameter, argument.value, function);
    };
    std::apply([&](auto&... argument) { (visit(argument), ...); }, owned);
  }

  /// Calls `function(parameter)` for each of those of the parameters.
  template <class Function>
  void for_each_parameter_leaf(const std::array<kernel_parameter, count>& parameters,
                               const Function& function) {
    std::size_t next = is_bound;
    [[maybe_unused]] const auto visit = [&]<class Parameter>(owned_argument<Parameter>& argument) {
      const kernel_parameter& parameter = parameters[next++];
      if constexpr (has_shadow<Parameter>::value)
        for_each_derivative(parameter, argument.value,
                            [&](auto&, const std::string&) { function(parameter); });
    };
    std::apply([&](auto&... argument) { (visit(argument), ...); }, owned);
  }

  void set_zero() {
    object.set_zero();
    std::apply([](auto&... argument) { (treelize::set_zero(argument.value), ...); }, owned);
  }
};

} // namespace treelize::detail
