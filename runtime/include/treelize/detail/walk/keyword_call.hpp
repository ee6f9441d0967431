// Calls with keyword arguments, put in order while compiling.
// The walk sees the positional arguments first, then the keyword arguments by name, which is the
// order that `left` asks for; a functor in between hands each leaf to the parameter that it is for.
#pragma once

#include "treelize/detail/walk/arguments.hpp"
#include "treelize/literals.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class A>
constexpr auto& unwrap_keyword(A& a) {
  if constexpr (is_keyword_argument<std::remove_const_t<A>>)
    return a.get();
  else
    return a;
}
template <class A>
using unwrapped = std::remove_reference_t<decltype(unwrap_keyword(std::declval<A&>()))>;

template <class A>
constexpr std::string_view keyword_name() {
  if constexpr (is_keyword_argument<std::remove_cv_t<A>>)
    return A::name;
  else
    return {};
}

/// How arguments A... come to the parameters of F.
template <class F, class... A>
struct argument_order {
  static constexpr std::size_t size = sizeof...(A);
  static constexpr std::array<bool, size> by_name{is_keyword_argument<std::remove_cv_t<A>>...};
  static constexpr std::array<std::string_view, size> keys{keyword_name<A>()...};

  /// The arguments in the order of the walk.
  static constexpr std::array<std::size_t, size> walk_order = [] {
    std::array<std::size_t, size> order{};
    for (std::size_t i = 0; i < size; ++i)
      order[i] = i;
    std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
      if (by_name[a] != by_name[b])
        return by_name[b];
      return by_name[a] ? keys[a] < keys[b] : a < b;
    });
    return order;
  }();
  /// The parameter of an argument, or as many as there are parameters.
  static constexpr std::size_t parameter_of_argument(std::size_t i) {
    if (!by_name[i])
      return i;
    const auto& names = F::names;
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), keys[i]) - names.begin());
  }
  static constexpr bool names_known = [] {
    for (std::size_t i = 0; i < size; ++i)
      if (parameter_of_argument(i) >= F::names.size())
        return false;
    return true;
  }();
  static constexpr bool positional_first = std::is_sorted(by_name.begin(), by_name.end());
  static constexpr bool each_once = [] {
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (parameter_of_argument(i) == parameter_of_argument(j))
          return false;
    return true;
  }();
  static constexpr bool leaves_no_hole = [] {
    for (std::size_t i = 0; i < size; ++i)
      if (parameter_of_argument(i) >= size)
        return false;
    return true;
  }();

  static_assert(names_known, "treelize: a keyword argument names no parameter of the function");
  static_assert(positional_first, "treelize: a positional argument follows a keyword argument");
  static_assert(!names_known || each_once, "treelize: two arguments are for the same parameter");
  static_assert(!names_known || !each_once || leaves_no_hole,
                "treelize: no argument is given for a parameter before the last one given");

  /// For each parameter the position in the walk of what it gets.
  static constexpr std::array<std::size_t, size> walk_position = [] {
    std::array<std::size_t, size> position{};
    for (std::size_t w = 0; w < size; ++w)
      position[parameter_of_argument(walk_order[w])] = w;
    return position;
  }();
};

/// The function with its parameters in the order of the walk.
template <class F, class Order, class Indices = std::make_index_sequence<Order::size>>
struct reordered;
template <class F, class Order, std::size_t... W>
struct reordered<F, Order, std::index_sequence<W...>> {
  static constexpr walk_options options = F::options;
  using parameters =
      treelize::parameters<typename parameter_of<Order::parameter_of_argument(Order::walk_order[W]),
                                                 typename F::parameters>::type...>;

  F& function;

  static decltype(auto) missing()
    requires requires { F::missing(); }
  {
    return F::missing();
  }
  template <class Leaves>
  static auto call(F& f, const Leaves& leaves)
      -> decltype(f(std::get<Order::walk_position[W]>(leaves)...)) {
    return f(std::get<Order::walk_position[W]>(leaves)...);
  }

  template <class... L>
  auto operator()(L&... leaves) const
      -> decltype(call(std::declval<F&>(), std::tuple<L&...>(leaves...))) {
    return call(function, std::tuple<L&...>(leaves...));
  }
};

} // namespace treelize::detail
