// The texts of what can be wrong when a walk meets its trees.
#include "treelize/detail/walk/container_levels.hpp"
#include "treelize/detail/walk/open_structure.hpp"

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

void throw_aux_differs(const std::string& at, std::size_t first, std::size_t other) {
  throw mismatch_error("treelize: aux data differ " + at_path(at) + ": " + argument_text(other) +
                           " has not those of " + argument_text(first),
                       at);
}

void throw_leaves_not_accepted(std::string_view functor, std::string_view parameter) {
  constexpr std::string_view ending = "_leaf";
  const std::string function(functor.ends_with(ending)
                                 ? functor.substr(0, functor.size() - ending.size())
                                 : "the function");
  const std::string lacking(parameter.empty() ? "the parameter that lacks a leaf" : parameter);
  throw access_error("treelize: `missing` of '" + function + "' does not fit '" + lacking +
                     "', which lacks a leaf: write 'missing =' with a value of that parameter's type");
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

void throw_not_of_class() {
  throw access_error(
      "treelize: the result does not have the structure of the class that it is to become");
}

namespace {

/// The path of a leaf that is given by its position.
std::string path_of_leaf(const treedef_node* node, std::size_t leaf) {
  std::string text;
  while (!node->is_leaf()) {
    std::size_t i = 0;
    while (i + 1 < node->size && node->offset(i) + node->child(i)->leaves <= leaf)
      ++i;
    (node->keyed() ? path_key(node->key(i)) : path_key(i)).print_to(text);
    leaf -= node->offset(i);
    node = node->child(i);
  }
  return text;
}

} // namespace

void throw_unlike_results(const treedef& structure, std::size_t leaf, const std::string& here,
                          const std::string& elsewhere) {
  const std::string at = path_of_leaf(structure.node(), leaf);
  throw rise_error("treelize: rise: the results differ " + at_path(at) + ": here are " + here +
                       ", " + elsewhere,
                   at);
}

} // namespace treelize::detail
