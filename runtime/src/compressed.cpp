#include "treelize/detail/compressed.hpp"

#include "treelize/error.hpp"

#include <string>

namespace treelize::detail {

void throw_pattern_shape(const char* what, std::size_t found, std::size_t expected) {
  throw mismatch_error("treelize: the sparse matrix has " + std::to_string(expected) + " " + what +
                       ", the derivative by these arguments " + std::to_string(found) +
                       ": make another matrix, by a call without one");
}

} // namespace treelize::detail
