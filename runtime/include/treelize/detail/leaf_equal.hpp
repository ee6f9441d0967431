// When two leaves are one for the equality of whole trees: by `==`, unless a leaf's type means
// something else by it.
#pragma once

#include <functional>

namespace treelize::detail {

template <class Type>
struct leaf_equal : std::equal_to<Type> {};

} // namespace treelize::detail
