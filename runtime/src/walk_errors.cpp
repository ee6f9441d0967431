// The texts of what can be wrong when a walk meets its trees.
#include "treelize/walk/container_levels.hpp"

namespace treelize::detail {

void throw_lengths_differ(const path_frame* path, std::size_t first, std::size_t length,
                          std::size_t other, std::size_t other_length) {
  const std::string at = path_text(path);
  throw mismatch_error("treelize: strict mode: lengths differ " + at_path(at) + ": " +
                           std::to_string(length) + " in " + argument_text(first) + ", " +
                           std::to_string(other_length) + " in " + argument_text(other),
                       at);
}

void throw_missing(const path_frame* path, std::size_t argument) {
  const std::string at = path_text(path);
  throw missing_error("treelize: " + argument_text(argument) + " has nothing " + at_path(at) +
                          ", and the function has no `missing`",
                      at);
}

void throw_leaves_not_accepted() {
  throw access_error("treelize: the function cannot be called with these leaves together: `missing` "
                     "does not fit the parameter that lacks a leaf");
}

void throw_key_differs(const path_frame* path, std::size_t has, std::size_t lacks) {
  const std::string at = path_text(path);
  throw mismatch_error("treelize: strict mode: keys differ " + at_path(at) + ": " +
                           argument_text(has) + " has this key, " + argument_text(lacks) +
                           " has not",
                       at);
}

void throw_presence_differs(const path_frame* path, std::size_t has, std::size_t lacks) {
  const std::string at = path_text(path);
  throw mismatch_error("treelize: strict mode: presence differs " + at_path(at) + ": " +
                           argument_text(has) + " has a value, " + argument_text(lacks) +
                           " is None",
                       at);
}

} // namespace treelize::detail
