// Has a value been written meanwhile? In programs with TREELIZE_CHECK a recording knows the values
// of its objects by a number for each piece of memory.
#pragma once

#include "treelize/detail/recording/saved.hpp"
#include "treelize/detail/shadow.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

namespace treelize::detail {

/// A number that another value has by chance alone.
std::uint64_t mark_of(const void* memory, std::size_t bytes);

/// Calls `function(place, mark)` for each piece, in order.
template <class Type, class Function>
void for_each_mark(const Type& value, const shadow_place& at, const Function& function) {
  if constexpr (std::is_scalar_v<Type>) {
    function(at, mark_of(&value, sizeof(Type)));
  } else if constexpr (is_field<Type>::value) {
    function(at, mark_of(value.data(), value.size() * sizeof(*value.data())));
  } else {
    if constexpr (shadow_range<Type>)
      function(at, std::uint64_t{std::size(value)});
    for_each_placed_part(
        [&](const shadow_place& place, auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            for_each_mark(part, place, function);
          else
            function(place, static_cast<std::uint64_t>(part)); // of a std::vector<bool>
        },
        at, value);
  }
}

/// What an object's values were.
class value_marks {
public:
  template <class Type>
  void take(const Type& object) {
    marks_.clear();
    for_each_mark(object, {}, [&](const shadow_place&, std::uint64_t mark) {
      marks_.push_back(mark);
    });
  }
  /// The path of the first value that is another one now; empty if there is none.
  template <class Type>
  std::string first_change(const Type& object) const {
    std::string path;
    std::size_t next = 0;
    for_each_mark(object, {}, [&](const shadow_place& at, std::uint64_t mark) {
      if (path.empty() && (next >= marks_.size() || marks_[next] != mark))
        path = path_of(at);
      ++next;
    });
    return path;
  }

private:
  std::vector<std::uint64_t> marks_;
};

} // namespace treelize::detail
