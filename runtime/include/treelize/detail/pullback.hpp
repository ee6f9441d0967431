// What `kernel.pullback(args...)` returns: the value, and a function from seeds to gradients that
// holds the tape of the forward sweep.
#pragma once

#include "treelize/detail/shadow.hpp"
#include "treelize/tape.hpp"

#include <iterator>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// Runs the forward sweep once, and the reverse sweep as often as it is called. It refers to the
/// kernel's arguments, which must live and stay as they are until the last call. It stays where it
/// is, in the thread that made it.
///
/// `Forward` puts on a tape what `Reverse`, the other sweep, takes off; `Rereads`: the latter changes
/// nothing there, so that what it has read can be read again.
template <bool Rereads, class Forward, class Reverse>
class pullback {
public:
  using result = std::invoke_result_t<const Forward&, tape&>;

  pullback(const char* kernel, Forward forward, Reverse reverse)
      : kernel_(kernel), forward_(std::move(forward)), reverse_(std::move(reverse)),
        value(forward_(tape_)), end_(tape_.mark()) {}
  pullback(const pullback&) = delete;
  pullback& operator=(const pullback&) = delete;

private:
  const char* kernel_;
  Forward forward_;
  Reverse reverse_;
  tape tape_;

public:
  /// What the kernel returned.
  const result value;

  /// The gradient, as the kernel's `grad` returns it, of the value's product with the seed. Throws
  /// treelize::error for a seed of another shape than the value's.
  auto operator()(const result& seed) {
    if constexpr (detail::shadow_range<result>)
      if (std::size(seed) != std::size(value))
        detail::throw_shadow_size("seed", {kernel_, "result"}, std::size(seed), std::size(value));
    check_shape(seed, value, {kernel_, "result"});
    if (std::exchange(is_read_, true))
      wind();
    return reverse_(seed, tape_);
  }

private:
  tape::end_mark end_;
  bool is_read_ = false;

  void wind() {
    if constexpr (Rereads)
      tape_.return_to(end_);
    else
      static_cast<void>(forward_(tape_));
  }
};

namespace detail {

/// Would what the parameter refers to be gone after the call?
template <class Parameter, class Argument>
inline constexpr bool is_temporary =
    !std::is_lvalue_reference_v<Argument> &&
    (std::is_reference_v<Parameter> ||
     (is_span<std::remove_cvref_t<Parameter>>::value && !std::ranges::borrowed_range<Argument>));

template <class Parameters, class... Arguments>
inline constexpr bool any_temporary = false;
template <class... Parameter, class... Argument>
  requires(sizeof...(Parameter) == sizeof...(Argument))
inline constexpr bool any_temporary<std::tuple<Parameter...>, Argument...> =
    (is_temporary<Parameter, Argument> || ...);

} // namespace detail

} // namespace treelize
