// Dependency sets: which of a kernel's inputs a number depends on, for pattern sweeps.
//
// A pattern sweep computes with the numbers of sets in the place of values, kept in the kernel's own
// variables: 0 is the empty set, and containers, copies and swaps are what they were. The functions
// here are what the operations of the kernel become. They work on the sets of one run, which this
// thread's `sets` object holds.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/parts.hpp"
#include "treelize/detail/shadow.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::dependence {

/// The number of a set.
using number = std::uint64_t;

/// The sets of one run of a pattern sweep, for the time of its life.
class sets {
public:
  sets();
  sets(const sets&) = delete;
  sets& operator=(const sets&) = delete;
  ~sets();

  /// The set of one input.
  number single(std::size_t input);
  /// The inputs of a set, ascending; a look at it until the next call.
  const std::vector<std::size_t>& inputs(number set);
  /// The inputs that a second derivative joins with each one, ascending: by rows, those of row i
  /// from row_start[i] on.
  void interactions(std::size_t inputs, std::vector<std::size_t>& row_start,
                    std::vector<std::size_t>& columns);

  struct store;
  store& storage() { return *store_; }

private:
  store* store_;
  sets* outer_;
};

// On the sets of the present run.
number join(number a, number b);
number join(std::span<const number> sets);
/// Inputs of the one and of the other set meet in a second derivative.
void interact(number a, number b);
/// The join of what a number was and what it may become; the first argument where that is a part
/// of it. All else lets the loops of `growth` go on.
number widen(number old, number added);
/// Refuses what is no number of a set.
[[noreturn]] void throw_no_set(double value);
/// More sets than a floating type can number.
[[noreturn]] void throw_too_many_sets(const char* type);
[[noreturn]] void throw_unlike_sizes(std::size_t target, std::size_t value);
[[noreturn]] void throw_ends();
[[noreturn]] void throw_outside(long long index, std::size_t size);

/// A loop runs until no set grows.
class growth {
public:
  growth();
  bool goes_on();

private:
  std::size_t seen_;
  bool is_first_ = true;
};

/// The number in a floating variable.
template <std::floating_point Real>
number number_in(Real value) {
  if (!(value >= 0) || value > Real(std::uint64_t(1) << 53))
    throw_no_set(static_cast<double>(value));
  return static_cast<number>(value);
}

template <std::floating_point Real>
Real real_of(number set) {
  if constexpr (std::numeric_limits<Real>::digits < 53)
    if (set > (number(1) << std::numeric_limits<Real>::digits))
      throw_too_many_sets("float");
  return static_cast<Real>(set);
}

// --- what expressions become ---

/// Of a result that depends on its operands.
template <std::floating_point Real>
Real joined(Real only) {
  return only;
}
template <std::floating_point First, std::floating_point Second>
auto joined(First first, Second second) {
  return real_of<std::common_type_t<First, Second>>(join(number_in(first), number_in(second)));
}
template <std::floating_point... Real>
  requires(sizeof...(Real) > 2)
auto joined(Real... operands) {
  const number all[] = {number_in(operands)...};
  return real_of<std::common_type_t<Real...>>(join(std::span<const number>(all)));
}

/// The same of a curved function, whose second derivatives are by all pairs of operands.
template <std::floating_point Real>
Real curved(Real operand) {
  interact(number_in(operand), number_in(operand));
  return operand;
}

/// Of a product: its second derivatives are by one operand of each side.
template <std::floating_point First, std::floating_point Second>
auto product(First first, Second second) {
  interact(number_in(first), number_in(second));
  return joined(first, second);
}

template <std::floating_point First, std::floating_point Second>
auto quotient(First first, Second second) {
  interact(number_in(first), number_in(second));
  return joined(first, curved(second));
}

/// A conversion to a type that may hold fewer numbers.
template <std::floating_point To, std::floating_point From>
To narrowed(From value) {
  return real_of<To>(number_in(value));
}

/// An index on a way that the kernel may never take.
template <std::integral Integer>
Integer within(Integer index, std::size_t size) {
  const auto at = static_cast<long long>(index);
  if (at < 0 || static_cast<std::size_t>(at) >= size)
    throw_outside(at, size);
  return index;
}

// --- objects ---

/// Calls `function` for every floating number of the objects, which are of one shape.
template <class Function, class Type, class... Others>
void for_each_real(const Function& function, Type& object, Others&... others) {
  using plain = std::remove_cv_t<Type>;
  if constexpr (std::is_floating_point_v<plain>) {
    function(object, others...);
  } else if constexpr (treelize::detail::is_complex<plain>::value) {
    function(real_part(object), real_part(others)...);
    function(imag_part(object), imag_part(others)...);
  } else if constexpr (treelize::detail::is_span<plain>::value) {
    for (std::size_t i = 0; i < object.size(); ++i)
      for_each_real(function, object[i], others[i]...);
  } else if constexpr (!std::is_scalar_v<plain>) {
    if constexpr (treelize::detail::shadow_range<plain>)
      (
          [&](const auto& other) {
            if (std::size(other) != std::size(object))
              throw_unlike_sizes(std::size(object), std::size(other));
          }(others),
          ...);
    treelize::detail::for_each_part(
        [&](auto&& part, auto&&... parts) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            for_each_real(function, part, parts...);
        },
        object, others...);
  }
}

/// Of a number that is any of those of the object.
template <std::floating_point Real = double, class Type>
Real any_of(const Type& object) {
  number all = 0;
  for_each_real([&](const auto& leaf) { all = join(all, number_in(leaf)); }, object);
  return real_of<Real>(all);
}

/// No number of it depends on an input.
template <class Type>
Type independent(Type object) {
  for_each_real(
      []<class Leaf>(Leaf& leaf) {
        if constexpr (!std::is_const_v<Leaf>)
          leaf = 0;
      },
      object);
  return object;
}

// --- what may happen or not, by the values of real numbers ---

template <std::floating_point Real, std::floating_point Value>
Real widened(Real old, Value added) {
  return real_of<Real>(widen(number_in(old), number_in(added)));
}

/// Any number of the object may become this one.
template <class Type, std::floating_point Value>
void widen_all(Type&& object, Value added) {
  for_each_real(
      [&]<class Leaf>(Leaf& leaf) {
        if constexpr (!std::is_const_v<Leaf>)
          leaf = widened(leaf, added);
      },
      object);
}

/// An object may become another one of its shape.
template <class Type, class Value>
void widen_by(Type& object, const Value& other) {
  for_each_real(
      []<class Leaf>(Leaf& leaf, const Leaf& by) {
        if constexpr (!std::is_const_v<Leaf>)
          leaf = widened(leaf, by);
      },
      object, other);
}

/// An object that is any of these.
template <class Range>
auto any_element(const Range& all) {
  std::remove_cvref_t<decltype(*std::begin(all))> result{};
  bool is_first = true;
  for (const auto& element : all)
    if (std::exchange(is_first, false))
      result = element;
    else
      for_each_real(
          []<class Leaf>(Leaf& leaf, const Leaf& other) {
            if constexpr (!std::is_const_v<Leaf>)
              leaf = joined(leaf, other);
          },
          result, element);
  return result;
}

/// Any of the objects may become another one of their shape.
template <class Range, class Value>
void widen_each(Range&& all, const Value& other) {
  for (auto& element : all)
    widen_by(element, other);
}

/// Two objects of one shape may change places.
template <class Type>
void widen_both(Type& first, Type& second) {
  const Type kept = first;
  widen_by(first, second);
  widen_by(second, kept);
}

} // namespace treelize::dependence
