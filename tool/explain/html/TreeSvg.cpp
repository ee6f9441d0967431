#include "explain/html/TreeSvg.h"

#include "explain/html/Escape.h"

#include <algorithm>

namespace treelize::explain {

namespace {

constexpr int rowHeight = 22, indent = 22, charWidth = 8, margin = 10;
constexpr std::size_t longestText = 60;

std::string shortened(const std::string& text) {
  return text.size() <= longestText ? text : text.substr(0, longestText - 3) + "...";
}

const char* classOf(const Tree& tree) {
  if (!tree.children.empty())
    return "node";
  switch (tree.leaf) {
  case Leaf::selected:
    return "selected";
  case Leaf::zero:
    return "zero";
  case Leaf::constant:
    return "constant";
  case Leaf::plain:
    break;
  }
  return "leaf";
}

class TreePrinter {
public:
  std::string run(const Tree& tree, const std::string& title) {
    row(tree, 0);
    const int width = 2 * margin + widest, height = margin + rows * rowHeight;
    return "<svg class=tree role=img width=" + std::to_string(width) +
           " height=" + std::to_string(height) + " viewBox=\"0 0 " + std::to_string(width) + " " +
           std::to_string(height) + "\"><title>" + escaped(title) + "</title>\n" + lines + shapes +
           "</svg>\n";
  }

private:
  std::string lines, shapes;
  int rows = 0, widest = 0;

  static int middleOf(int row) { return margin + row * rowHeight + rowHeight / 2 - 4; }
  static int columnOf(int depth) { return margin + depth * indent; }

  void row(const Tree& tree, int depth) {
    const int row = rows++;
    shape(tree, columnOf(depth), middleOf(row));
    words(tree, columnOf(depth) + 12, middleOf(row) + 4);
    for (const Tree& child : tree.children) {
      // From the foot of the node to the child's left.
      lines += "<path d=\"M" + std::to_string(columnOf(depth)) + " " +
               std::to_string(middleOf(row) + 5) + "V" + std::to_string(middleOf(rows)) + "H" +
               std::to_string(columnOf(depth + 1) - 5) + "\"/>\n";
      this->row(child, depth + 1);
    }
  }

  void shape(const Tree& tree, int x, int y) {
    const std::string kind = classOf(tree);
    shapes += kind == "node" ? "<rect class=node x=" + std::to_string(x - 5) + " y=" +
                                   std::to_string(y - 5) + " width=10 height=10 rx=2 />"
                             : "<circle class=" + kind + " cx=" + std::to_string(x) + " cy=" +
                                   std::to_string(y) + " r=5 />";
  }

  void words(const Tree& tree, int x, int y) {
    const std::string type = shortened(tree.type), note = tree.note;
    std::string text = escaped(tree.key);
    std::size_t length = tree.key.size();
    const auto add = [&](const std::string& word, const std::string& kind) {
      if (word.empty())
        return;
      text += std::string(length ? "  " : "") + "<tspan class=" + kind + ">" + escaped(word) +
              "</tspan>";
      length += word.size() + 2;
    };
    add(type, "type");
    add(note, "remark");
    shapes += "<text x=" + std::to_string(x) + " y=" + std::to_string(y) + ">" + text + "</text>\n";
    widest = std::max(widest, x + static_cast<int>(length) * charWidth);
  }
};

} // namespace

std::string svgOf(const Tree& tree, const std::string& title) {
  return TreePrinter().run(tree, title);
}

} // namespace treelize::explain
