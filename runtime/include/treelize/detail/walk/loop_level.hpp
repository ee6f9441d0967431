// What the levels of a static walk that loop have in common: which arguments have an element (a
// mask that picks the code while compiling), and what is thrown where they do not go together.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/walk/static_result.hpp"
#include "treelize/error.hpp"

#include <cstddef>
#include <string>
#include <type_traits>

namespace treelize::detail {

/// Every branch is an array: no length has to be looked at when the program runs.
template <class... X>
constexpr bool lengths_known() {
  return level_of<X...>() == level_kind::sequence &&
         all_branches<X...>(
             []<class Y>(std::type_identity<Y>) { return Y::kind == shape_kind::array; });
}

template <class F, presence Mask, class... X, class Then>
decltype(auto) with_mask_from(presence mask, const Then& then) {
  if constexpr (Mask == all_present<X...>) {
    return then(std::integral_constant<presence, Mask>{});
  } else {
    if constexpr (mask_occurs<X...>(Mask, F::options.mode, true))
      if (mask == Mask)
        return then(std::integral_constant<presence, Mask>{});
    return with_mask_from<F, Mask + 1, X...>(mask, then);
  }
}
/// Calls then(integral_constant<presence, Mask>) for the mask that holds.
template <class F, class... X, class Then>
decltype(auto) with_mask(presence mask, const Then& then) {
  if constexpr (fills_gaps<F>)
    return with_mask_from<F, 0, X...>(mask, then);
  else
    return then(std::integral_constant<presence, all_present<X...>>{});
}

/// `argument 1` as messages count.
inline std::string argument_text(std::size_t i) {
  return "argument " + std::to_string(i);
}

[[noreturn]] void throw_lengths_differ(const path_frame* path, std::size_t first,
                                       std::size_t length, std::size_t other,
                                       std::size_t other_length);
[[noreturn]] void throw_missing(const path_frame* path, std::size_t argument);
[[noreturn]] void throw_aux_differs(const path_frame* path, std::size_t first, std::size_t other);
[[noreturn]] void throw_leaves_not_accepted();
[[noreturn]] void throw_key_differs(const path_frame* path, std::size_t has, std::size_t lacks);
[[noreturn]] void throw_presence_differs(const path_frame* path, std::size_t has,
                                         std::size_t lacks);

template <class F, level_kind Level, class... X>
struct container_level;

} // namespace treelize::detail
