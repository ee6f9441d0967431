#include "treelize/parallel.hpp"

#include <string>

namespace treelize::detail {

void throw_option(const char* call, const char* name, int value, int least) {
  throw error("treelize: " + std::string(call) + ": " + name + " is " + std::to_string(value) +
              ", it must be at least " + std::to_string(least));
}

} // namespace treelize::detail
