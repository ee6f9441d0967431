// What the levels of a static walk that loop have in common: which arguments have an element (a
// mask that picks the code while compiling), and what is thrown where they do not go together.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/type_name.hpp"
#include "treelize/detail/walk/static_result.hpp"
#include "treelize/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace treelize::detail {

/// Every branch is an array: no length has to be looked at when the program runs.
template <class... Side>
constexpr bool lengths_known() {
  return level_of<Side...>() == level_kind::sequence &&
         all_branches<Side...>([]<class Other>(std::type_identity<Other>) {
           return Other::kind == shape_kind::array;
         });
}

template <class Function, presence Mask, class... Side, class Then>
decltype(auto) with_mask_from(presence mask, const Then& then) {
  if constexpr (Mask == all_present<Side...>) {
    return then(std::integral_constant<presence, Mask>{});
  } else {
    if constexpr (mask_occurs<Side...>(Mask, Function::options.mode, true))
      if (mask == Mask)
        return then(std::integral_constant<presence, Mask>{});
    return with_mask_from<Function, Mask + 1, Side...>(mask, then);
  }
}
/// Calls then(integral_constant<presence, Mask>) for the mask that holds.
template <class Function, class... Side, class Then>
decltype(auto) with_mask(presence mask, const Then& then) {
  if constexpr (fills_gaps<Function>)
    return with_mask_from<Function, 0, Side...>(mask, then);
  else
    return then(std::integral_constant<presence, all_present<Side...>>{});
}

/// `argument 1` as messages count.
inline std::string argument_text(std::size_t index) {
  return "argument " + std::to_string(index);
}

[[noreturn]] void throw_lengths_differ(const path_frame* path, std::size_t first,
                                       std::size_t length, std::size_t other,
                                       std::size_t other_length);
[[noreturn]] void throw_missing(const path_frame* path, std::size_t argument);
[[noreturn]] void throw_aux_differs(const std::string& at, std::size_t first, std::size_t other);
/// Of the tree function whose functor has that type.
[[noreturn]] void throw_leaves_not_accepted(std::string_view functor, std::string_view parameter);
[[noreturn]] void throw_key_differs(const path_frame* path, std::size_t has, std::size_t lacks);
[[noreturn]] void throw_presence_differs(const path_frame* path, std::size_t has,
                                         std::size_t lacks);

/// `missing` meets a parameter that does not take it.
template <class Function, class... Side>
[[noreturn]] void refuse_leaves() {
  std::string_view parameter;
  if constexpr (requires { Function::names[0]; }) {
    std::size_t index = 0;
    ((Side::missing && parameter.empty() ? void(parameter = Function::names[index]) : void(),
      ++index),
     ...);
  }
  throw_leaves_not_accepted(type_name<Function>(), parameter);
}

template <class Function, level_kind Level, class... Side>
struct container_level;

} // namespace treelize::detail
