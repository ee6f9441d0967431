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

template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<std::complex<T>> : std::true_type {};

/// A number that carries a derivative.
template <class T>
concept shadow_scalar = std::is_floating_point_v<T> || is_complex<T>::value || is_lanes<T>::value;

template <class T>
struct is_span : std::false_type {};
template <class T, std::size_t N>
struct is_span<std::span<T, N>> : std::true_type {};

template <class T>
struct is_string : std::false_type {};
template <class C, class T, class A>
struct is_string<std::basic_string<C, T, A>> : std::true_type {};

/// Elements in a row, owned by the object: an array, a std::array, a vector, a field.
template <class T>
concept shadow_range = std::is_array_v<T> ||(!dense_object<T> && requires(T & x) {
  { std::size(x) } -> std::convertible_to<std::size_t>;
  std::begin(x);
  std::end(x);
} && !is_span<T>::value && !is_string<T>::value);

template <class T>
concept shadow_map = shadow_range<T> && requires {
  typename T::mapped_type;
};

template <class T>
concept shadow_optional = requires(T& x) {
  typename T::value_type;
  x.has_value();
  *x;
};

template <class T>
concept shadow_tuple = requires {
  std::tuple_size<T>::value;
}
&&!shadow_range<T> && !is_span<T>::value;

template <class T>
concept resizable = requires(T& x) {
  x.empty();
  x = T(x.size());
};

/// Not the proxy of a std::vector<bool>, and not const.
template <class T>
concept writable_part =
    std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>;

/// Calls `f` with the parts of `first` and the parts of `others` at the same position; false when
/// the type has no parts. Ranges are taken element by element.
template <class F, class T, class... Others>
constexpr bool for_each_part(F&& f, T& first, Others&... others) {
  using plain = std::remove_cv_t<T>;
  if constexpr (dense_object<plain>) {
    using numbers = dense<plain>;
    for (std::size_t i = 0; i < numbers::size(first); ++i)
      f(numbers::data(first)[i], numbers::data(others)[i]...);
    return true;
  } else if constexpr (record<plain>) {
    for_each_field(f, first, others...);
    return true;
  } else if constexpr (shadow_map<plain>) {
    auto all = std::tuple{std::begin(first), std::begin(others)...};
    for (; std::get<0>(all) != std::end(first); std::apply([](auto&... it) { (++it, ...); }, all))
      std::apply([&](auto&... it) { f(it->second...); }, all);
    return true;
  } else if constexpr (shadow_range<plain>) {
    auto all = std::tuple{std::begin(first), std::begin(others)...};
    for (; std::get<0>(all) != std::end(first); std::apply([](auto&... it) { (++it, ...); }, all))
      std::apply([&](auto&... it) { f(*it...); }, all);
    return true;
  } else if constexpr (shadow_tuple<plain>) {
    auto at = [&]<std::size_t I>() { f(std::get<I>(first), std::get<I>(others)...); };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (at.template operator()<I>(), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<plain>>{});
    return true;
  } else if constexpr (shadow_optional<plain>) {
    if (first.has_value() && (others.has_value() && ...))
      f(*first, *others...);
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
template <class F, class T, class... Others>
constexpr void for_each_placed_part(F&& f, const shadow_place& at, T& first, Others&... others) {
  using plain = std::remove_cv_t<T>;
  std::size_t i = 0;
  if constexpr (shadow_map<plain>) {
    auto key = std::begin(first);
    for_each_part(
        [&](auto&&... part) {
          if constexpr (std::is_convertible_v<decltype((key->first)), std::string_view>)
            f(at.part(std::string_view(key->first)), part...);
          else
            f(at.part(i), part...);
          ++key, ++i;
        },
        first, others...);
  } else {
    for_each_part([&](auto&&... part) { f(place_of_part<plain>(at, i++), part...); }, first,
                  others...);
  }
}

/// A matrix of numbers that carry a derivative.
template <class T>
concept dense_scalars = dense_object<T> &&
    shadow_scalar<std::remove_cvref_t<decltype(*dense<T>::data(std::declval<T&>()))>>;

/// Refuses a matrix of another shape than its primal's.
template <class T>
void check_dense_shape(const char* what, const shadow_place& at, const T& shadow, const T& primal) {
  if (dense<T>::shape(shadow) != dense<T>::shape(primal))
    throw_shadow_size(what, at, dense<T>::size(shadow), dense<T>::size(primal));
}

} // namespace detail

/// Makes every floating leaf zero. What is const stays: it carries no derivative.
template <class T>
constexpr void set_zero(T& x) {
  if constexpr (std::is_const_v<T>)
    return;
  else if constexpr (detail::shadow_scalar<T>)
    x = T{};
  else
    detail::for_each_part(
        [](auto&& part) {
          // The proxies of std::vector<bool> are no lvalues, and carry no derivative.
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            set_zero(part);
        },
        x);
}

/// A shadow of `x`: the same shape, floating leaves zero.
template <class T>
requires(!std::is_array_v<T> && !detail::is_span<T>::value) constexpr T zeros_like(const T& x) {
  if constexpr (detail::shadow_scalar<T>) {
    return T{};
  } else if constexpr (detail::dense_scalars<T>) {
    return dense<T>::zeros(dense<T>::shape(x));
  } else if constexpr (requires { x.zeros_like(); }) {
    return x.zeros_like();
  } else {
    T result(x);
    set_zero(result);
    return result;
  }
}

template <class T>
requires detail::shadow_scalar<T>
constexpr std::vector<T> zeros_like(const std::vector<T>& x) {
  return std::vector<T>(x.size());
}

/// The shadow of a view owns its elements.
template <class T, std::size_t N>
constexpr auto zeros_like(std::span<T, N> x) {
  using element = std::remove_cv_t<T>;
  using owner = std::conditional_t<N == std::dynamic_extent, std::vector<element>,
                                   std::array<element, N == std::dynamic_extent ? 1 : N>>;
  owner result{};
  if constexpr (N == std::dynamic_extent)
    result.resize(x.size());
  if constexpr (!detail::shadow_scalar<element>) {
    std::copy(x.begin(), x.end(), result.begin());
    set_zero(result);
  }
  return result;
}

/// The same of an array, whatever its elements began with.
template <class T, std::size_t N>
constexpr void set_zeros_like(T (&shadow)[N], const T (&primal)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    if constexpr (std::is_array_v<T>)
      set_zeros_like(shadow[i], primal[i]);
    else
      shadow[i] = zeros_like(primal[i]);
}

/// The same of a vector, in the memory that it has.
template <class S, class T>
requires detail::shadow_scalar<T>
constexpr void set_zeros_like(std::vector<S>& shadow, const std::vector<T>& primal) {
  shadow.assign(primal.size(), S{});
}

/// A span is somebody else's memory, which has its size.
template <class T, std::size_t N>
constexpr void size_like(std::span<T, N>& shadow, const std::span<T, N>& primal,
                         const detail::shadow_place& at = {}) {
  if constexpr (!std::is_const_v<T> && !std::is_integral_v<T>)
    if (shadow.size() != primal.size())
      detail::throw_shadow_size("shadow", at, shadow.size(), primal.size());
}

/// Gives the empty containers of `shadow` the size of the primal's, filled with zeros; a container
/// of another size is an error, which names its place.
template <class T>
requires(!detail::is_span<T>::value) constexpr void size_like(T& shadow, const T& primal,
                                                              const detail::shadow_place& at = {}) {
  if constexpr (std::is_const_v<T>) {
    return;
  } else if constexpr (requires { shadow.size_like(primal, at); }) {
    shadow.size_like(primal, at);
  } else if constexpr (detail::dense_object<T>) {
    if (dense<T>::size(shadow) == 0)
      shadow = zeros_like(primal);
    detail::check_dense_shape("shadow", at, shadow, primal);
  } else if constexpr (detail::shadow_scalar<T> || std::is_scalar_v<T>) {
    return;
  } else if constexpr (detail::shadow_optional<T> && !detail::shadow_range<T>) {
    if (primal.has_value() && !shadow.has_value())
      shadow.emplace(zeros_like(*primal));
    else if (primal.has_value())
      size_like(*shadow, *primal, at);
  } else {
    if constexpr (detail::shadow_range<T>) {
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
template <class T>
constexpr void empty_containers(T& shadow) {
  if constexpr (std::is_const_v<T> || detail::shadow_scalar<T> || std::is_scalar_v<T>)
    return;
  else if constexpr (detail::shadow_range<T> && !detail::shadow_map<T> &&
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
template <class T, std::size_t N, class U, std::size_t M>
constexpr void size_like(std::span<T, N> shadow, std::span<U, M> primal,
                         const detail::shadow_place& at = {}) {
  if (shadow.size() != primal.size())
    detail::throw_shadow_size("shadow", at, shadow.size(), primal.size());
}

/// Refuses a tangent of another shape than its primal's.
template <class T>
constexpr void check_shape(const T& tangent, const T& primal, const detail::shadow_place& at = {}) {
  if constexpr (requires { tangent.shape(); }) {
    if (tangent.shape() != primal.shape())
      detail::throw_shadow_size("tangent", at, tangent.size(), primal.size());
  } else if constexpr (detail::dense_object<T>) {
    detail::check_dense_shape("tangent", at, tangent, primal);
  } else if constexpr (!detail::shadow_scalar<T> && !std::is_scalar_v<T>) {
    if constexpr (detail::shadow_range<T> || detail::is_span<T>::value)
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
template <class T>
constexpr void increment(T& target, const T& source) {
  if constexpr (std::is_const_v<T>) {
    return;
  } else if constexpr (detail::shadow_scalar<T>) {
    target += source;
  } else if constexpr (!std::is_scalar_v<T>) {
    if constexpr (detail::dense_scalars<T>) {
      if (dense<T>::size(source) == 0)
        return;
      if (dense<T>::size(target) == 0) {
        target = source;
        return;
      }
      detail::check_dense_shape("shadow", {}, target, source);
    }
    if constexpr (detail::resizable<T> && detail::shadow_range<T>) {
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
template <class T>
constexpr void transfer(T& target, T& source) {
  increment(target, static_cast<const T&>(source));
  set_zero(source);
}

} // namespace treelize
