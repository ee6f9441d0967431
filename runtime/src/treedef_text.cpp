// Structures as text: `{a: *, b: [*, None]}`, `Point(x: *, y: *)`, `app::Layer[relu](w: *)`.
#include "treelize/detail/treedef.hpp"

#include "treelize/detail/pytree/node_data.hpp"

namespace treelize {
namespace {

std::string opening(const detail::treedef_node& n) {
  switch (n.kind) {
  case node_kind::list:
    return "[";
  case node_kind::tuple:
    return "(";
  case node_kind::ordered_dict:
    return "ordered{";
  case node_kind::named_tuple:
    return std::string(n.name()) + "(";
  case node_kind::custom:
    return std::string(n.name()) + (n.data()->has_aux() ? "[" + n.data()->aux_text() + "](" : "(");
  default:
    return "{";
  }
}

std::string_view closing(const detail::treedef_node& n) {
  switch (n.kind) {
  case node_kind::list:
    return "]";
  case node_kind::tuple:
    return n.size == 1 ? ",)" : ")";
  case node_kind::named_tuple:
  case node_kind::custom:
    return ")";
  default:
    return "}";
  }
}

} // namespace

std::string treedef::str() const {
  return detail::print_tree(node_, [](std::string& text, std::size_t) { text += '*'; });
}

std::string detail::print_tree(const treedef_node* root,
                               function_ref<void(std::string&, std::size_t)> print_leaf,
                               std::size_t limit) {
  struct frame {
    const treedef_node* node;
    std::size_t next;
  };
  std::string text;
  std::size_t leaf = 0;
  std::vector<frame> frames{{root, 0}};
  while (!frames.empty()) {
    if (text.size() > limit)
      return text + "...";
    auto& [node, next] = frames.back();
    if (immortal(node)) {
      if (node->is_leaf())
        print_leaf(text, leaf++);
      else
        text += "None";
      frames.pop_back();
      continue;
    }
    if (next == 0)
      text += opening(*node);
    if (next == node->size) {
      text += closing(*node);
      frames.pop_back();
      continue;
    }
    if (next > 0)
      text += ", ";
    if (node->keyed())
      text.append(node->key(next)).append(": ");
    const treedef_node* child = node->child(next++);
    frames.push_back({child, 0});
  }
  return text;
}

std::string detail::brief_text(const treedef_node* root) {
  constexpr std::size_t enough = 300;
  return print_tree(root, [](std::string& text, std::size_t) { text += '*'; }, enough);
}

} // namespace treelize
