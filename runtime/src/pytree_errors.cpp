// The messages of the pytree functions, out of line so that templates stay small.
#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/handed.hpp"
#include "treelize/detail/treedef.hpp"
#include "treelize/error.hpp"

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

[[noreturn]] void throw_subtree(const handing& where, std::size_t leaf, const treedef_node* part) {
  const std::string path = path_of_leaf(where.structure, leaf).str();
  throw mismatch_error("treelize: " + std::string(where.call) + ": tree " +
                           std::to_string(where.argument + 1) + " has " + brief_text(part) + " " +
                           at_path(path) +
                           ", where the first has a leaf, and the function takes no sub-tree",
                       path);
}

[[noreturn]] void throw_nothing_to_reduce(const std::string& structure) {
  throw access_error("treelize: reduce: the tree " + structure +
                     " has no leaf, and no initial value is given");
}

[[noreturn]] void throw_not_composed(const treedef& outer, const treedef& inner,
                                     const treedef& given) {
  throw mismatch_error("treelize: transpose: the tree " + brief_text(given.node()) + " is not " +
                       brief_text(outer.node()) + " with " + brief_text(inner.node()) +
                       " at every leaf");
}

} // namespace treelize::detail
