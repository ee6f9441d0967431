// A kernel `double f(const Params& params, const Piece& piece)` as a function that adds up over
// pieces: what the sum is, and how a piece is added to it.
//
// The sum's gradient is the shadow of the parameters itself, to which the adjoint adds. A piece
// that has a shadow, because nobody said that it is a constant, gets one that is thrown away.
#pragma once

#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/shadow.hpp"
#include "treelize/detail/signature.hpp"

#include <type_traits>
#include <utility>

namespace treelize::detail {

/// What `given` is made zeros of: a view's elements are owned.
template <class Type>
using zeros_of = decltype(zeros_like(std::declval<const Type&>()));

/// The same in the memory that `shadow` has. What has no derivative is copied.
template <class Shadow, class Type>
void assign_zeros(Shadow& shadow, const Type& given) {
  if constexpr (is_span<Type>::value && requires { shadow.assign(given.begin(), given.end()); }) {
    shadow.assign(given.begin(), given.end());
    set_zero(shadow);
  } else if constexpr (std::is_same_v<Shadow, Type> && std::is_copy_assignable_v<Shadow>) {
    shadow = given;
    set_zero(shadow);
  } else {
    shadow = zeros_like(given);
  }
}

/// What a piece's shadow is, or stands in its place.
struct no_shadow {};
template <class Piece, bool HasShadow>
struct piece_shadow {
  using type = no_shadow;
};
template <class Piece>
struct piece_shadow<Piece, true> {
  using type = zeros_of<Piece>;
};

template <class Signature>
struct piece_signature {
  static constexpr bool fits = false;
};
template <class Result, class Params, class Piece>
struct piece_signature<signature<Result, Params, Piece>> {
  static constexpr bool fits = std::is_floating_point_v<Result> && has_shadow<Params>::value;
  static constexpr bool piece_has_shadow = has_shadow<Piece>::value;
  using value = Result;
};

template <class Kernel, class Params, class Piece>
using piece_signature_of = piece_signature<decltype(std::declval<const Kernel&>().signature(
    std::declval<const Params&>(), std::declval<const Piece&>()))>;

/// It returns a floating number, and copies of `params` and of a piece can be their shadows.
template <class Kernel, class Params, class Piece>
concept sums_over_pieces = requires(const Params& params) {
  zeros_like(params);
  requires piece_signature_of<Kernel, Params, Piece>::fits;
};

/// Of a call that is refused.
struct parallel_needs_a_kernel_double_f_of_const_Params_and_const_Piece {};

template <class Kernel, class Params, class Piece>
class piece_kernel {
  using signature = piece_signature_of<Kernel, Params, Piece>;

public:
  using value_type = typename signature::value;
  using gradient_type = zeros_of<Params>;

  struct sum {
    value_type value;
    gradient_type gradient;
    [[no_unique_address]]
    typename piece_shadow<Piece, signature::piece_has_shadow>::type scratch;
  };

  piece_kernel(const Kernel& kernel, const Params& params) : kernel_(kernel), params_(params) {}

  sum empty_sum() const { return {0, zeros_like(params_), {}}; }
  void set_zero(sum& of) const {
    of.value = 0;
    assign_zeros(of.gradient, params_);
  }

  void add(const Piece& piece, sum& to) const {
    if constexpr (signature::piece_has_shadow) {
      assign_zeros(to.scratch, piece);
      to.value += adjoint(piece, to.gradient, to.scratch);
    } else {
      to.value += adjoint(piece, to.gradient);
    }
  }
  static void join(sum& into, const sum& from) {
    into.value += from.value;
    increment(into.gradient, from.gradient);
  }

private:
  const Kernel& kernel_;
  const Params& params_;

  /// An adjoint that returns the value spares the primal.
  template <class... Shadows>
  value_type adjoint(const Piece& piece, Shadows&... shadows) const {
    const value_type seed = 1;
    if constexpr (std::is_void_v<decltype(kernel_.adjoint(params_, piece, seed, shadows...))>) {
      kernel_.adjoint(params_, piece, seed, shadows...);
      return kernel_(params_, piece);
    } else {
      return kernel_.adjoint(params_, piece, seed, shadows...);
    }
  }
};

} // namespace treelize::detail
