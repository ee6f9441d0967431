#include "treelize/detail/pattern_key.hpp"

#include "treelize/error.hpp"

namespace treelize::detail {

void throw_other_pattern(const char* kernel, const std::string& what, long long before,
                         long long now) {
  throw mismatch_error("treelize: the sparse matrix of kernel '" + std::string(kernel) +
                           "' is that of another call: " + what + " was " + std::to_string(before) +
                           " there and is " + std::to_string(now) +
                           " here; call it without a matrix to get a new one",
                       what);
}

} // namespace treelize::detail
