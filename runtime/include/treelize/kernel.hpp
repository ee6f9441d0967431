// What a generated kernel needs besides the compiler: results, shadows, the tape.
//
// A generated header includes this file alone (and bound.hpp for data-oriented classes).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/check.hpp"
#include "treelize/detail/absent.hpp"
#include "treelize/detail/access.hpp"
#include "treelize/detail/checkpoint.hpp"
#include "treelize/detail/math.hpp"
#include "treelize/detail/missing_key.hpp"
#include "treelize/detail/parts.hpp"
#include "treelize/detail/polymorphic.hpp"
#include "treelize/detail/primal_end.hpp"
#include "treelize/detail/pullback.hpp"
#include "treelize/detail/shadow.hpp"
#include "treelize/detail/signature.hpp"
#include "treelize/field.hpp"
#include "treelize/tape.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

/// The sums of the enclosing block may be taken in any order, so that they can be vectorised.
#ifdef __clang__
#define TREELIZE_REASSOCIATE _Pragma("clang fp reassociate(on)")
#else
#define TREELIZE_REASSOCIATE
#endif

/// Takes one step of a sum whose order is free, among others in its loop that keep theirs.
#define TREELIZE_IN_ANY_ORDER(...)                                                                 \
  do {                                                                                             \
    TREELIZE_REASSOCIATE                                                                           \
    __VA_ARGS__;                                                                                   \
  } while (false)

// Steps of a sum of the primal that need not keep its order: `sum op ...` for `op` one of += and -=. What
// is added by TERM is calculated in its own order first. UNLESS the caller wants the value: then the
// statement is the primal's.
#define TREELIZE_STEP_IN_ANY_ORDER(sum, op, ...) TREELIZE_IN_ANY_ORDER(sum op __VA_ARGS__)
#define TREELIZE_TERM_IN_ANY_ORDER(sum, op, ...)                                                   \
  do {                                                                                             \
    const auto treelize_term = __VA_ARGS__;                                                        \
    TREELIZE_IN_ANY_ORDER(sum op treelize_term);                                                   \
  } while (false)
#define TREELIZE_STEP_IN_ANY_ORDER_UNLESS(...)                                                     \
  TREELIZE_AS_PRIMAL_OR(TREELIZE_STEP_IN_ANY_ORDER, __VA_ARGS__)
#define TREELIZE_TERM_IN_ANY_ORDER_UNLESS(...)                                                     \
  TREELIZE_AS_PRIMAL_OR(TREELIZE_TERM_IN_ANY_ORDER, __VA_ARGS__)
#define TREELIZE_AS_PRIMAL_OR(freely, wants_value, sum, op, ...)                                   \
  do {                                                                                             \
    if constexpr (wants_value)                                                                     \
      sum op __VA_ARGS__;                                                                          \
    else                                                                                           \
      freely(sum, op, __VA_ARGS__);                                                                \
  } while (false)

/// The loop that follows is vectorised one vector at a time. Its trips change with an enclosing
/// loop's counter, down to none as a rule, or are those of a row: four interleaved vectors of eight
/// would leave most of them to the scalar remainder.
#ifdef __clang__
#define TREELIZE_NOT_INTERLEAVED _Pragma("clang loop interleave_count(1)")
#else
#define TREELIZE_NOT_INTERLEAVED
#endif

/// No iteration of the loop that follows writes what another one reads or writes: no addresses need
/// to be compared before it is vectorised. What the caller passes is apart, see
/// TREELIZE_CHECK_DISTINCT.
#if defined(__clang__) && defined(__OPTIMIZE_SIZE__)
#define TREELIZE_INDEPENDENT // it would tell where a loop in vectors is too large
#elif defined(__clang__)
#define TREELIZE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TREELIZE_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TREELIZE_INDEPENDENT
#endif

/// In a loop whose iterations add to each other's elements: an empty statement that stays where it
/// is. At -O3, g++ 12 and 14 lose such sums: they vectorise those to members of neighbouring
/// objects, or set the zeros of the loop's end before it begins.
#if defined(__GNUC__) && !defined(__clang__)
#define TREELIZE_CARRIED __asm__ volatile("");
#else
#define TREELIZE_CARRIED
#endif

// Loops that run in parallel where the program is built with OpenMP, and the sums that their
// threads share.
#ifdef _OPENMP
#define TREELIZE_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define TREELIZE_PARALLEL_FOR(...) TREELIZE_PRAGMA(omp parallel for __VA_ARGS__)
#define TREELIZE_ATOMIC _Pragma("omp atomic")
#define TREELIZE_SUMS_OF(...)                                                                      \
  TREELIZE_PRAGMA(                                                                                 \
      omp declare reduction(treelize_sum:__VA_ARGS__ : treelize::increment(omp_out, omp_in))       \
          initializer(omp_priv = treelize::zeros_like(omp_orig)))
#else
#define TREELIZE_PARALLEL_FOR(...)
#define TREELIZE_ATOMIC
#define TREELIZE_SUMS_OF(...)
#endif

namespace treelize {

/// What `kernel.tangent(...)` returns: the value, and its derivative in the direction given.
template <class Type>
struct tangent_result {
  /// What the kernel returns.
  Type value;
  /// Its derivative along the directions, in units of value per unit of the directions.
  Type derivative;
};

/// The value of a pair {value, derivative}; the derivative goes to `derivative`.
template <class Pair, class Type>
auto take_tangent(const Pair& pair, Type& derivative) {
  const auto& [value, direction] = pair;
  derivative = direction;
  return value;
}

/// What `kernel.value_and_grad(...)` returns.
template <class Type, class Gradient>
struct value_and_gradient {
  /// What the kernel returns.
  Type value;
  /// What `kernel.grad(...)` returns: a member for each differentiable parameter, by its name and
  /// of its type.
  Gradient grad;
};

// What the item `derivatives` does not name, or what is left out of large kernels.
struct adjoint_is_left_out_so_name_it_in_its_derivatives {};
struct tangent_is_left_out_so_name_it_in_its_derivatives {};
struct lanes_are_left_out_so_name_them_in_its_derivatives {};
struct second_derivatives_are_left_out_so_name_second_in_its_derivatives {};

// A kernel without `grad` has in its place a member that says why: see detail/absent.hpp.

/// A function that the kernel calls has an adjoint of the user's, and no tangent.
struct tangent_needs_the_tangent_of_each_function_with_a_rule {};
/// Several seeds at once, `treelize::lanes`, are for derivatives of numbers in plain arrays.
struct lanes_need_parameters_that_are_numbers_pointers_or_spans {};
struct lanes_need_locals_that_are_numbers_or_arrays_of_double {};
struct lanes_need_a_derivative_that_calls_no_function {};
struct lanes_need_another_name_for_what_is_called_Lanes {};
/// Second derivatives, `hvp` and `hessian`, are of gradients; functions with a rule of the user's have
/// none.
struct second_derivatives_are_of_free_kernels_with_one_floating_result {};
struct second_derivatives_are_of_kernels_that_write_no_parameter {};
struct second_derivatives_need_a_kernel_that_calls_no_function_with_a_rule {};
struct second_derivatives_of_a_special_function_in_it_are_not_known {};
/// A pullback keeps the tape of its kernel's forward sweep, and the caller's memory as it is.
struct pullback_is_of_free_kernels_with_a_result_that_has_a_derivative {};
struct pullback_is_of_kernels_that_write_no_parameter {};
struct pullback_is_of_kernels_that_change_nothing_of_their_caller {};
struct pullback_is_of_kernels_without_globals_and_objects_that_hold_no_number {};
struct pullback_would_take_steps_of_its_kernel_again {};
struct pullback_refers_to_its_arguments_so_give_them_names {};
/// A sparse matrix has a function of its own, which is made where the annotation asks for it.
struct sparse_matrices_need_the_item_jacobian_or_hessian_sparse {};
/// The kernel does not return one floating value, so that there is nothing to seed with one.
struct grad_needs_one_floating_result_so_call_adjoint {};
/// A parameter refers to memory whose extent is unknown, or cannot be copied.
struct grad_cannot_own_a_shadow_of_each_parameter_so_call_adjoint {};
/// The kernel returns one number, whose derivatives are a gradient.
struct jacobian_needs_several_results_so_call_grad {};
/// The kernel does not return one floating value: its derivatives are a Jacobian.
struct hessian_needs_one_floating_result_so_call_jacobian {};
/// A parameter refers to memory whose extent is unknown, or cannot be copied.
struct hessian_cannot_tell_the_extent_of_each_parameter_so_call_hvp {};
/// Nothing that the kernel returns or writes has a derivative.
struct jacobian_needs_a_result_or_something_written {};
/// A parameter refers to memory whose extent is unknown, or cannot be copied.
struct jacobian_cannot_tell_the_extent_of_each_parameter_so_call_adjoint {};

} // namespace treelize
