// The messages of the pytree functions, out of line so that templates stay small.
#include "treelize/error.hpp"
#include "treelize/key_path.hpp"
#include "treelize/treedef.hpp"

namespace treelize::detail {

[[noreturn]] void throw_not_of_class(const treedef_node* node, std::string_view type,
                                     const std::string& wanted, const path_frame* path) {
  const std::string where = path_text(path);
  throw mismatch_error("treelize: unflatten: the structure has " + brief_text(node) + " " +
                           at_path(where) + ", and " + std::string(type) + " wants " + wanted,
                       where);
}

[[noreturn]] void throw_other_leaf(std::string_view wanted, const path_frame* path) {
  const std::string where = path_text(path);
  throw access_error("treelize: unflatten: the leaf " + at_path(where) +
                         " is of another type than " + std::string(wanted),
                     where);
}

[[noreturn]] void throw_no_such_key(std::string_view key, std::string_view type,
                                    const path_frame* path) {
  const std::string where = path_text(path);
  throw mismatch_error("treelize: unflatten: the key '" + std::string(key) + "' " + at_path(where) +
                           " is no " + std::string(type),
                       where);
}

[[noreturn]] void throw_leaf_count(const treedef& structure, std::size_t given) {
  throw leaf_count_error("treelize: unflatten: the structure " + brief_text(structure.node()) +
                         " has " + std::to_string(structure.leaf_count()) +
                         " leaves and is given " + std::to_string(given));
}

} // namespace treelize::detail
