// Trees as box-drawing lines, on a stack of our own.
#include "treelize/detail/pytree/draw.hpp"

#include "treelize/detail/pytree/node_data.hpp"

namespace treelize::detail {

std::string node_label(const treedef_node& node) {
  switch (node.kind) {
  case node_kind::leaf:
    return "*";
  case node_kind::none:
    return "None";
  case node_kind::dict:
    return "dict";
  case node_kind::ordered_dict:
    return "ordered dict";
  case node_kind::list:
    return "list";
  case node_kind::tuple:
    return "tuple";
  case node_kind::named_tuple:
    return std::string(node.name());
  case node_kind::custom:
    break;
  }
  return std::string(node.name()) +
         (node.data()->has_aux() ? " [" + node.data()->aux_text() + "]" : "");
}

namespace {

class drawing {
public:
  drawing(const leaf_printer& print_leaf, const draw_options& options)
      : print_leaf_(print_leaf), options_(options) {}

  std::string run(const treedef_node* root) {
    enter(root, 0);
    while (!frames_.empty()) {
      frame& f = frames_.back();
      if (f.next == f.node->size) {
        prefix_.resize(f.prefix);
        frames_.pop_back();
      } else if (f.next == options_.children) {
        const std::size_t rest = f.node->size - f.next;
        prefix_.resize(f.prefix);
        line("└── ") += "... " + std::to_string(rest) + " more\n";
        f.next = f.node->size;
      } else {
        draw_child(f);
      }
    }
    return std::move(text_);
  }

private:
  struct frame {
    const treedef_node* node;
    std::size_t first_leaf;
    std::size_t prefix; ///< its length before this node's children
    std::size_t next = 0;
  };

  const leaf_printer& print_leaf_;
  const draw_options& options_;
  std::string text_;
  std::string prefix_;
  std::vector<frame> frames_;

  std::string& line(std::string_view branch) { return text_.append(prefix_).append(branch); }

  void draw_child(frame& f) {
    const std::size_t i = f.next++;
    const bool last = f.next == f.node->size;
    prefix_.resize(f.prefix);
    line(last ? "└── " : "├── ");
    key_path key;
    key.push_back(key_of_child(*f.node, i));
    text_ += key.str() + ": ";
    prefix_ += last ? "    " : "│   ";
    enter(f.node->child(i), f.first_leaf + f.node->offset(i));
  }

  void enter(const treedef_node* node, std::size_t first_leaf) {
    text_ += node->is_leaf() ? print_leaf_(first_leaf) : node_label(*node);
    const bool cut = node->size > 0 && frames_.size() == options_.depth;
    text_ += cut ? " ... " + std::to_string(node->leaves) + " leaves\n" : "\n";
    if (node->size > 0 && !cut)
      frames_.push_back({node, first_leaf, prefix_.size()});
  }
};

} // namespace

std::string draw_structure(const treedef_node* root, const leaf_printer& print_leaf,
                           const draw_options& options) {
  return drawing(print_leaf, options).run(root);
}

} // namespace treelize::detail
