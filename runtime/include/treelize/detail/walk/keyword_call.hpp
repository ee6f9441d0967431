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

template <class Argument>
constexpr auto& unwrap_keyword(Argument& argument) {
  if constexpr (is_keyword_argument<std::remove_const_t<Argument>>)
    return argument.get();
  else
    return argument;
}
template <class Argument>
using unwrapped = std::remove_reference_t<decltype(unwrap_keyword(std::declval<Argument&>()))>;

template <class Argument>
constexpr std::string_view keyword_name() {
  if constexpr (is_keyword_argument<std::remove_cv_t<Argument>>)
    return Argument::name;
  else
    return {};
}

/// How arguments A... come to the parameters of F.
template <class Function, class... Argument>
struct argument_order {
  static constexpr std::size_t size = sizeof...(Argument);
  static constexpr std::array<bool, size> by_name{
      is_keyword_argument<std::remove_cv_t<Argument>>...};
  static constexpr std::array<std::string_view, size> keys{keyword_name<Argument>()...};

  /// The arguments in the order of the walk.
  static constexpr std::array<std::size_t, size> walk_order = [] {
    std::array<std::size_t, size> order{};
    for (std::size_t index = 0; index < size; ++index)
      order[index] = index;
    std::sort(order.begin(), order.end(), [](std::size_t argument, std::size_t other) {
      if (by_name[argument] != by_name[other])
        return by_name[other];
      return by_name[argument] ? keys[argument] < keys[other] : argument < other;
    });
    return order;
  }();
  /// The parameter of an argument, or as many as there are parameters.
  static constexpr std::size_t parameter_of_argument(std::size_t index) {
    if (!by_name[index])
      return index;
    const auto& names = Function::names;
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), keys[index]) -
                                    names.begin());
  }
  static constexpr bool names_known = [] {
    for (std::size_t index = 0; index < size; ++index)
      if (parameter_of_argument(index) >= Function::names.size())
        return false;
    return true;
  }();
  static constexpr bool positional_first = std::is_sorted(by_name.begin(), by_name.end());
  static constexpr bool each_once = [] {
    for (std::size_t index = 0; index < size; ++index)
      for (std::size_t inner = 0; inner < index; ++inner)
        if (parameter_of_argument(index) == parameter_of_argument(inner))
          return false;
    return true;
  }();
  static constexpr bool leaves_no_hole = [] {
    for (std::size_t index = 0; index < size; ++index)
      if (parameter_of_argument(index) >= size)
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
    for (std::size_t which = 0; which < size; ++which)
      position[parameter_of_argument(walk_order[which])] = which;
    return position;
  }();
};

/// The function with its parameters in the order of the walk.
template <class Function, class Order, class Indices = std::make_index_sequence<Order::size>>
struct reordered;
template <class Function, class Order, std::size_t... Which>
struct reordered<Function, Order, std::index_sequence<Which...>> {
  static constexpr walk_options options = Function::options;
  using parameters = treelize::parameters<
      typename parameter_of<Order::parameter_of_argument(Order::walk_order[Which]),
                            typename Function::parameters>::type...>;

  Function& function;

  static decltype(auto) missing()
    requires requires { Function::missing(); }
  {
    return Function::missing();
  }
  template <class Leaves>
  static auto call(Function& callable, const Leaves& leaves)
      -> decltype(callable(std::get<Order::walk_position[Which]>(leaves)...)) {
    return callable(std::get<Order::walk_position[Which]>(leaves)...);
  }

  template <class... Letter>
  auto operator()(Letter&... leaves) const
      -> decltype(call(std::declval<Function&>(), std::tuple<Letter&...>(leaves...))) {
    return call(function, std::tuple<Letter&...>(leaves...));
  }
};

} // namespace treelize::detail
