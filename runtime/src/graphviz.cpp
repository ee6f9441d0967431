// Trees in Graphviz's language: a node a line, then the edge that leads to it.
#include "treelize/adapt/graphviz.hpp"

namespace treelize::detail {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + '"';
}

std::string edge_label(const treedef_node& node, std::size_t i) {
  key_path key;
  key.push_back(key_of_child(node, i));
  return key.str();
}

struct frame {
  const treedef_node* node;
  std::size_t id;
  std::size_t first_leaf;
  std::size_t next;
};

} // namespace

std::string dot_of_structure(const treedef_node* root, const leaf_printer& print_leaf,
                             const dot_options& options) {
  std::string text = "digraph " + quoted(options.name) + " {\n";
  std::vector<frame> frames;
  std::size_t count = 0;
  auto enter = [&](const treedef_node* node, std::size_t first_leaf) {
    const std::size_t id = count++;
    text += "  n" + std::to_string(id) +
            " [label=" + quoted(node->is_leaf() ? print_leaf(first_leaf) : node_label(*node)) +
            (node->is_leaf() ? ", shape=box];\n" : "];\n");
    frames.push_back({node, id, first_leaf, 0});
    return id;
  };
  enter(root, 0);
  while (!frames.empty() && count < options.nodes) {
    frame& f = frames.back();
    if (f.next == f.node->size) {
      frames.pop_back();
      continue;
    }
    const std::size_t i = f.next++, parent = f.id;
    const std::string label = quoted(edge_label(*f.node, i));
    const treedef_node* child = f.node->child(i);
    const std::size_t id = enter(child, f.first_leaf + f.node->offset(i));
    text +=
        "  n" + std::to_string(parent) + " -> n" + std::to_string(id) + " [label=" + label + "];\n";
  }
  if (count >= options.nodes && !frames.empty())
    text += "  more [shape=box, style=dashed, label=\"more than " + std::to_string(options.nodes) +
            " nodes: the rest is left out\"];\n";
  return text + "}\n";
}

} // namespace treelize::detail
