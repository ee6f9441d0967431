// Shadows: an object of the same type and shape as a value, that holds its adjoint or its tangent.
//
// Floating leaves of a shadow carry the derivative; integers, sizes and everything else that has no
// derivative are copies of the primal's, so that the shadow keeps its shape. The functions are
// defined for scalars, arrays, std::array, vector, optional, pair, tuple, complex, map values,
// fields, matrices (dense.hpp), and records whose members are known (access.hpp); views (pointers,
// spans) refer to memory of somebody else and are left alone.
#pragma once

#include "treelize/detail/access.hpp"
#include "treelize/detail/dense.hpp"
#include "treelize/detail/math.hpp"
#include "treelize/detail/shadow_place.hpp"
#include "treelize/lanes.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

template <class Type>
struct is_complex : std::false_type {};
template <class Type>
struct is_complex<std::complex<Type>> : std::true_type {};

/// A number that carries a derivative.
template <class Type>
concept shadow_scalar =
    std::is_floating_point_v<Type> || is_complex<Type>::value || is_lanes<Type>::value;

template <class Type>
struct is_span : std::false_type {};
template <class Type, std::size_t Count>
struct is_span<std::span<Type, Count>> : std::true_type {};

template <class Type>
struct is_string : std::false_type {};
template <class Container, class Type, class Allocator>
struct is_string<std::basic_string<Container, Type, Allocator>> : std::true_type {};

/// Elements in a row, owned by the object: an array, a std::array, a vector, a field.
template <class Type>
concept shadow_range = std::is_array_v<Type> || (!dense_object<Type> && requires(Type& object) {
                         { std::size(object) } -> std::convertible_to<std::size_t>;
                         std::begin(object);
                         std::end(object);
                       } && !is_span<Type>::value && !is_string<Type>::value);

template <class Type>
concept shadow_map = shadow_range<Type> && requires { typename Type::mapped_type; };

template <class Type>
concept shadow_optional = requires(Type& object) {
  typename Type::value_type;
  object.has_value();
  *object;
};

template <class Type>
concept shadow_tuple =
    requires { std::tuple_size<Type>::value; } && !shadow_range<Type> && !is_span<Type>::value;

template <class Type>
concept resizable = requires(Type& object) {
  object.empty();
  object = Type(object.size());
};

/// Not the proxy of a std::vector<bool>, and not const.
template <class Type>
concept writable_part =
    std::is_lvalue_reference_v<Type> && !std::is_const_v<std::remove_reference_t<Type>>;

/// Calls `function` with the parts of `first` and the parts of `others` at the same position; false
/// when the type has no parts. Ranges are taken element by element.
template <class Function, class Type, class... Others>
constexpr bool for_each_part(Function&& function, Type& first, Others&... others) {
  using plain = std::remove_cv_t<Type>;
  if constexpr (dense_object<plain>) {
    using numbers = dense<plain>;
    for (std::size_t index = 0; index < numbers::size(first); ++index)
      function(numbers::data(first)[index], numbers::data(others)[index]...);
    return true;
  } else if constexpr (record<plain>) {
    for_each_field(function, first, others...);
    return true;
  } else if constexpr (shadow_map<plain>) {
    auto all = std::tuple{std::begin(first), std::begin(others)...};
    for (; std::get<0>(all) != std::end(first); std::apply([](auto&... it) { (++it, ...); }, all))
      std::apply([&](auto&... it) { function(it->second...); }, all);
    return true;
  } else if constexpr (shadow_range<plain> && requires { first[std::size(first)]; }) {
    for (std::size_t index = 0; index < std::size(first); ++index)
      function(first[index], others[index]...);
    return true;
  } else if constexpr (shadow_range<plain>) {
    auto all = std::tuple{std::begin(first), std::begin(others)...};
    for (; std::get<0>(all) != std::end(first); std::apply([](auto&... it) { (++it, ...); }, all))
      std::apply([&](auto&... it) { function(*it...); }, all);
    return true;
  } else if constexpr (shadow_tuple<plain>) {
    const auto at = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>) {
      function(std::get<Index>(first), std::get<Index>(others)...);
    };
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (at(std::integral_constant<std::size_t, Index>{}), ...);
    }(std::make_index_sequence<std::tuple_size_v<plain>>{});
    return true;
  } else if constexpr (shadow_optional<plain>) {
    if (first.has_value() && (others.has_value() && ...))
      function(*first, *others...);
    return true;
  } else {
    // Passed over in silence, a struct of numbers would have no derivative at all.
    static_assert(
        !std::is_aggregate_v<plain> || std::is_empty_v<plain> || std::is_union_v<plain>,
        "treelize: the members of this class are not known; specialise treelize::fields for it");
    return false;
  }
}

/// The same with the place of each part.
template <class Function, class Type, class... Others>
constexpr void for_each_placed_part(Function&& function, const shadow_place& at, Type& first,
                                    Others&... others) {
  using plain = std::remove_cv_t<Type>;
  std::size_t index = 0;
  if constexpr (shadow_map<plain>) {
    auto key = std::begin(first);
    for_each_part(
        [&](auto&&... part) {
          if constexpr (std::is_convertible_v<decltype((key->first)), std::string_view>)
            function(at.part(std::string_view(key->first)), std::forward<decltype(part)>(part)...);
          else
            function(at.part(index), std::forward<decltype(part)>(part)...);
          ++key, ++index;
        },
        first, others...);
  } else {
    for_each_part(
        [&](auto&&... part) {
          function(place_of_part<plain>(at, index++), std::forward<decltype(part)>(part)...);
        },
        first, others...);
  }
}

/// A matrix of numbers that carry a derivative.
template <class Type>
concept dense_scalars =
    dense_object<Type> &&
    shadow_scalar<std::remove_cvref_t<decltype(*dense<Type>::data(std::declval<Type&>()))>>;

/// Refuses a matrix of another shape than its primal's.
template <class Type>
void check_dense_shape(const char* what, const shadow_place& at, const Type& shadow,
                       const Type& primal) {
  if (dense<Type>::shape(shadow) != dense<Type>::shape(primal))
    throw_shadow_size(what, at, dense<Type>::size(shadow), dense<Type>::size(primal));
}

} // namespace detail

/// Makes every floating leaf zero. What is const stays: it carries no derivative.
template <class Type>
constexpr void set_zero(Type& object) {
  if constexpr (std::is_const_v<Type>)
    return;
  else if constexpr (detail::shadow_scalar<Type>)
    object = Type{};
  else
    detail::for_each_part(
        [](auto&& part) {
          // The proxies of std::vector<bool> are no lvalues, and carry no derivative.
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            set_zero(part);
        },
        object);
}

/// Makes those floating leaves zero that are below the smallest normal number: a product with such
/// a one may take a hundred times as long as another.
template <class Type>
void flush_subnormal(Type& object) {
  if constexpr (std::floating_point<Type>)
    object = is_significant(object) ? object : Type(0);
  else
    detail::for_each_part([](auto& part) { flush_subnormal(part); }, object);
}

/// A shadow of `object`: the same shape, floating leaves zero.
template <class Type>
  requires(!std::is_array_v<Type> && !detail::is_span<Type>::value)
constexpr Type zeros_like(const Type& object) {
  if constexpr (detail::shadow_scalar<Type>) {
    return Type{};
  } else if constexpr (detail::dense_scalars<Type>) {
    return dense<Type>::zeros(dense<Type>::shape(object));
  } else if constexpr (requires { object.zeros_like(); }) {
    return object.zeros_like();
  } else {
    Type result(object);
    set_zero(result);
    return result;
  }
}

template <class Type>
  requires detail::shadow_scalar<Type>
constexpr std::vector<Type> zeros_like(const std::vector<Type>& object) {
  return std::vector<Type>(object.size());
}

template <class Type, std::size_t Count>
  requires detail::shadow_scalar<Type>
constexpr std::array<Type, Count> zeros_like(const std::array<Type, Count>&) {
  return {};
}

/// The shadow of a view owns its elements.
template <class Type, std::size_t Count>
constexpr auto zeros_like(std::span<Type, Count> object) {
  using element = std::remove_cv_t<Type>;
  using owner = std::conditional_t<Count == std::dynamic_extent, std::vector<element>,
                                   std::array<element, Count == std::dynamic_extent ? 1 : Count>>;
  owner result{};
  if constexpr (Count == std::dynamic_extent)
    result.resize(object.size());
  if constexpr (!detail::shadow_scalar<element>) {
    std::copy(object.begin(), object.end(), result.begin());
    set_zero(result);
  }
  return result;
}

/// The same of an array, whatever its elements began with.
template <class Type, std::size_t Count>
constexpr void set_zeros_like(Type (&shadow)[Count], const Type (&primal)[Count]) {
  for (std::size_t index = 0; index < Count; ++index)
    if constexpr (std::is_array_v<Type>)
      set_zeros_like(shadow[index], primal[index]);
    else
      shadow[index] = zeros_like(primal[index]);
}

/// The same of a vector, in the memory that it has.
template <class Shadow, class Type>
  requires detail::shadow_scalar<Type>
constexpr void set_zeros_like(std::vector<Shadow>& shadow, const std::vector<Type>& primal) {
  shadow.assign(primal.size(), Shadow{});
}

/// A span is somebody else's memory, which has its size.
template <class Type, std::size_t Count>
constexpr void size_like(std::span<Type, Count>& shadow, const std::span<Type, Count>& primal,
                         const detail::shadow_place& at = {}) {
  if constexpr (!std::is_const_v<Type> && !std::is_integral_v<Type>)
    if (shadow.size() != primal.size())
      detail::throw_shadow_size("shadow", at, shadow.size(), primal.size());
}

/// Gives the empty containers of `shadow` the size of the primal's, filled with zeros; a container
/// of another size is an error, which names its place.
template <class Type>
  requires(!detail::is_span<Type>::value)
constexpr void size_like(Type& shadow, const Type& primal, const detail::shadow_place& at = {}) {
  if constexpr (std::is_const_v<Type>) {
    return;
  } else if constexpr (requires { shadow.size_like(primal, at); }) {
    shadow.size_like(primal, at);
  } else if constexpr (detail::dense_object<Type>) {
    if (dense<Type>::size(shadow) == 0)
      shadow = zeros_like(primal);
    detail::check_dense_shape("shadow", at, shadow, primal);
  } else if constexpr (detail::shadow_scalar<Type> || std::is_scalar_v<Type>) {
    return;
  } else if constexpr (detail::shadow_optional<Type> && !detail::shadow_range<Type>) {
    if (primal.has_value() && !shadow.has_value())
      shadow.emplace(zeros_like(*primal));
    else if (primal.has_value())
      size_like(*shadow, *primal, at);
  } else {
    if constexpr (detail::shadow_range<Type>) {
      if constexpr (requires { shadow.empty(); }) {
        if (shadow.empty() && !primal.empty()) {
          shadow = zeros_like(primal);
          return;
        }
      }
      if (std::size(shadow) != std::size(primal))
        detail::throw_shadow_size("shadow", at, std::size(shadow), std::size(primal));
    }
    detail::for_each_placed_part(
        [](const detail::shadow_place& place, auto&& part, auto&& model) {
          if constexpr (detail::writable_part<decltype(part)>)
            size_like(part, model, place);
        },
        at, shadow, primal);
  }
}

/// Takes the elements out of the containers of a shadow that stands for zeros.
template <class Type>
constexpr void empty_containers(Type& shadow) {
  if constexpr (std::is_const_v<Type> || detail::shadow_scalar<Type> || std::is_scalar_v<Type>)
    return;
  else if constexpr (detail::shadow_range<Type> && !detail::shadow_map<Type> &&
                     requires { shadow.clear(); })
    shadow.clear();
  else
    detail::for_each_part(
        [](auto&& part) {
          if constexpr (detail::writable_part<decltype(part)>)
            empty_containers(part);
        },
        shadow);
}

/// A view cannot be sized, only checked.
template <class Type, std::size_t Count, class Other, std::size_t Extent>
constexpr void size_like(std::span<Type, Count> shadow, std::span<Other, Extent> primal,
                         const detail::shadow_place& at = {}) {
  if (shadow.size() != primal.size())
    detail::throw_shadow_size("shadow", at, shadow.size(), primal.size());
}

/// Refuses a tangent of another shape than its primal's.
template <class Type>
constexpr void check_shape(const Type& tangent, const Type& primal,
                           const detail::shadow_place& at = {}) {
  if constexpr (requires { tangent.shape(); }) {
    if (tangent.shape() != primal.shape())
      detail::throw_shadow_size("tangent", at, tangent.size(), primal.size());
  } else if constexpr (detail::dense_object<Type>) {
    detail::check_dense_shape("tangent", at, tangent, primal);
  } else if constexpr (!detail::shadow_scalar<Type> && !std::is_scalar_v<Type>) {
    if constexpr (detail::shadow_range<Type> || detail::is_span<Type>::value)
      if (std::size(tangent) != std::size(primal))
        detail::throw_shadow_size("tangent", at, std::size(tangent), std::size(primal));
    detail::for_each_placed_part(
        [](const detail::shadow_place& place, auto&& part, auto&& model) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            check_shape(part, model, place);
        },
        at, tangent, primal);
  }
}

/// target += source, leaf by leaf. An empty container stands for zeros.
template <class Type>
constexpr void increment(Type& target, const Type& source) {
  if constexpr (std::is_const_v<Type>) {
    return;
  } else if constexpr (detail::shadow_scalar<Type>) {
    target += source;
  } else if constexpr (!std::is_scalar_v<Type>) {
    if constexpr (detail::dense_scalars<Type>) {
      if (dense<Type>::size(source) == 0)
        return;
      if (dense<Type>::size(target) == 0) {
        target = source;
        return;
      }
      detail::check_dense_shape("shadow", {}, target, source);
    }
    if constexpr (detail::resizable<Type> && detail::shadow_range<Type>) {
      if (source.empty())
        return;
      if (target.empty()) {
        target = source;
        return;
      }
      if (target.size() != source.size())
        detail::throw_shadow_size("shadow", {}, target.size(), source.size());
    }
    detail::for_each_part(
        [](auto&& part, auto&& other) {
          if constexpr (detail::writable_part<decltype(part)>)
            increment(part, other);
        },
        target, source);
  }
}

/// target += source; source = 0, leaf by leaf.
template <class Type>
constexpr void transfer(Type& target, Type& source) {
  increment(target, static_cast<const Type&>(source));
  set_zero(source);
}

} // namespace treelize
