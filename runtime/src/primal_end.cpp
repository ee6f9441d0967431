#include "treelize/detail/primal_end.hpp"

#include "treelize/error.hpp"

#include <string>

namespace treelize::detail {

void throw_primal_returned(const char* kernel) {
  throw error("treelize: '" + std::string(kernel) +
              "' returns where its derivative ends: rounding has decided a branch otherwise");
}

} // namespace treelize::detail
