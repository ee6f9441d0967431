// Replacing the leaves of a structure by structures, on a stack of our own.
#include "treelize/walk/graft.hpp"

namespace treelize::detail {
namespace {

struct frame {
  const treedef_node* node;
  std::size_t next = 0;
  std::size_t first_child; ///< of its finished children, on the common stack
};

} // namespace

treedef graft(const treedef& structure, std::span<const treedef> parts) {
  std::size_t leaf = 0;
  std::vector<treedef> finished;
  std::vector<frame> frames;
  auto enter = [&](const treedef_node* node) {
    if (node->is_leaf())
      finished.push_back(parts[leaf++]);
    else
      frames.push_back({node, 0, finished.size()});
  };
  enter(structure.node());
  while (!frames.empty()) {
    frame& top = frames.back();
    if (top.next < top.node->size) {
      enter(top.node->child(top.next++));
      continue;
    }
    treedef result =
        treedef::share(top.node).with_children(std::span(finished).subspan(top.first_child));
    finished.resize(top.first_child);
    finished.push_back(std::move(result));
    frames.pop_back();
  }
  return finished.back();
}

} // namespace treelize::detail
