// The arguments of a kernel that runs again and again from the same state: what it may change is a
// copy that takes its caller's value before each run, all else is the caller's.
#pragma once

#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/signature.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize::detail {

/// Does the parameter refer to something that the kernel may change?
template <class Parameter>
inline constexpr bool is_changeable =
    std::is_lvalue_reference_v<Parameter> && !std::is_const_v<std::remove_reference_t<Parameter>> &&
    (std::is_array_v<std::remove_reference_t<Parameter>> ||
     std::is_copy_constructible_v<std::remove_reference_t<Parameter>>);
template <class Type, std::size_t Count>
inline constexpr bool is_changeable<std::span<Type, Count>> = !std::is_const_v<Type>;
template <class Parameter>
inline constexpr bool is_changeable<without_shadow<Parameter>> = is_changeable<Parameter>;

/// A copy of an argument that keeps its memory when it takes another value.
template <class Parameter>
class kept_copy {
public:
  template <class Argument>
  void assign(const Argument& argument) {
    if (copy_)
      copy_->assign(argument);
    else
      copy_.emplace(argument);
  }
  /// Of the argument's length; what stands there nobody reads.
  template <class Argument>
  void assign_length(const Argument& argument) {
    if constexpr (is_span<std::remove_cvref_t<Parameter>>::value)
      if (copy_)
        return copy_->value.resize(argument.size());
    assign(argument);
  }
  auto& value() { return copy_->value; }
  auto pass() { return copy_->pass(); }

private:
  std::optional<owned_argument<Parameter>> copy_;
};

template <class Parameter, class Argument>
class held_argument {
public:
  void refer_to(Argument& argument) { argument_ = &argument; }
  const Argument& original() const { return *argument_; }
  void reset(const kernel_parameter& parameter) {
    if constexpr (is_changeable<Parameter>) {
      if (parameter.use == parameter_use::written)
        copy_.assign_length(original());
      else
        copy_.assign(original());
    }
  }
  /// After a reset and a run: as the kernel left it.
  auto& changed()
    requires is_changeable<Parameter>
  {
    return copy_.value();
  }
  auto pass() {
    if constexpr (is_changeable<Parameter>)
      return copy_.pass();
    else
      return std::tie(*argument_);
  }
  auto pass_original() { return std::tie(*argument_); }

private:
  struct none {};
  Argument* argument_ = nullptr;
  [[no_unique_address]] std::conditional_t<is_changeable<Parameter>, kept_copy<Parameter>, none>
      copy_;
};

} // namespace treelize::detail
