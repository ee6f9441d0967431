#include "explain/Trees.h"

#include <algorithm>
#include <cctype>

namespace treelize::explain {

namespace {

/// A class that holds itself has no end.
constexpr int deepest = 6;

// --- annotated classes ---

bool isPartOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
}

/// Is the class named in the type: `std::vector<app::Layer>`?
bool names(const std::string& type, const std::string& name) {
  for (std::size_t at = type.find(name); at != type.npos; at = type.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !isPartOfName(type[at - 1])) &&
        (end == type.size() || !isPartOfName(type[end])))
      return true;
  }
  return false;
}

std::string tagsOf(const tree::Field& field) {
  std::string text = field.isAux ? "aux" : "";
  for (const std::string& tag : field.tags)
    text += (text.empty() ? "" : ", ") + std::string("tag ") + tag;
  return text;
}

void addFields(Tree& tree, const tree::Node& node, const std::vector<tree::Node>& all, int depth);

Tree treeOf(const tree::Field& field, const std::vector<tree::Node>& all, int depth) {
  Tree tree{.key = field.name,
            .type = field.type,
            .note = tagsOf(field),
            .leaf = field.isAux ? Leaf::constant : Leaf::plain};
  const auto inner = std::ranges::find_if(
      all, [&](const tree::Node& node) { return names(field.type, node.name); });
  if (field.isAux || inner == all.end() || depth == deepest)
    return tree;
  if (field.type == inner->name) {
    addFields(tree, *inner, all, depth);
  } else {
    tree.children.push_back({.key = "[...]", .type = inner->name, .note = {}});
    addFields(tree.children.back(), *inner, all, depth + 1);
  }
  return tree;
}

void addFields(Tree& tree, const tree::Node& node, const std::vector<tree::Node>& all, int depth) {
  for (const tree::Field& field : node.fields)
    tree.children.push_back(treeOf(field, all, depth + 1));
}

// --- parameters ---

class ParameterTrees {
public:
  explicit ParameterTrees(const std::vector<std::string>& without) : without(without) {}

  Tree of(const std::string& key, const std::string& path, const ir::Type& type, bool nondiff,
          bool leftOut, int depth) const {
    Tree tree{.key = key, .type = type.spelling, .note = {}};
    if (nondiff || !ir::isDifferentiable(type)) {
      tree.leaf = Leaf::constant;
      tree.note = leftOut ? "left out by wrt" : nondiff ? "nondiff" : "no real number";
      return tree;
    }
    addChildren(tree, path, type, depth);
    if (tree.children.empty()) {
      const bool isZero = std::ranges::count(without, path) > 0;
      tree.leaf = isZero ? Leaf::zero : Leaf::selected;
      tree.note = isZero ? "gradient always zero" : "";
    }
    return tree;
  }

private:
  const std::vector<std::string>& without;

  void addChildren(Tree& tree, const std::string& path, const ir::Type& type, int depth) const {
    if (depth == deepest || std::ranges::count(without, path) > 0)
      return;
    for (const ir::RecordField& field : type.fields)
      tree.children.push_back(of(field.name, path + "." + field.name, *field.type, field.nondiff,
                                 field.leftOut, depth + 1));
    if (type.element && (!type.element->fields.empty() || type.element->element))
      tree.children.push_back(of("[...]", path, *type.element, false, false, depth + 1));
  }
};

// --- tree functions ---

std::string nameOf(tree::Mode mode) {
  switch (mode) {
  case tree::Mode::strict:
    return "strict";
  case tree::Mode::inner:
    return "inner";
  case tree::Mode::outer:
    return "outer";
  case tree::Mode::left:
    return "left";
  }
  return "";
}

} // namespace

Tree treeOf(const tree::Node& node, const std::vector<tree::Node>& all) {
  Tree tree{.key = {}, .type = node.name, .note = {}};
  addFields(tree, node, all, 0);
  return tree;
}

std::vector<Tree> parametersOf(const ir::Kernel& kernel, const std::vector<std::string>& without) {
  std::vector<Tree> result;
  const ParameterTrees trees(without);
  const auto add = [&](ir::VarId id) {
    const ir::Variable& variable = kernel[id];
    if (variable.role == ir::Role::Parameter || variable.role == ir::Role::Member)
      result.push_back(trees.of(variable.name, variable.name, *variable.type, variable.nondiff,
                                variable.leftOut, 0));
  };
  std::ranges::for_each(kernel.parameters, add);
  std::ranges::for_each(kernel.members, add);
  return result;
}

TreeFunction treeFunctionOf(const tree::TreeFunction& function, std::string at) {
  TreeFunction result{.name = function.qualifiedName,
                      .at = std::move(at),
                      .call = function.name + "(",
                      .options = {"mode = " + nameOf(function.mode)},
                      .mode = nameOf(function.mode),
                      .missing = function.missing.value_or(""),
                      .parameters = function.overloads.front().parameters.size(),
                      .isInPlace = function.overloads.front().result == "void"};
  for (const tree::Parameter& parameter : function.overloads.front().parameters)
    result.call += (result.call.ends_with('(') ? "" : ", ") + parameter.name;
  result.call += ")";
  if (!function.inherit)
    result.options.push_back("inherit = false");
  if (function.missing)
    result.options.push_back("missing = " + *function.missing);
  if (function.subside)
    result.options.push_back("subside");
  if (function.rises)
    result.options.push_back("rise" +
                             (function.riseTemplate ? " = " + *function.riseTemplate : ""));
  return result;
}

} // namespace treelize::explain
