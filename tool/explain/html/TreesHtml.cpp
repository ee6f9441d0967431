#include "explain/html/TreesHtml.h"

#include "explain/html/Escape.h"
#include "explain/html/ListingHtml.h"
#include "explain/html/TreeSvg.h"

#include <algorithm>
#include <ostream>

namespace treelize::explain {

namespace {

void figure(std::ostream& out, const Tree& tree, const std::string& caption) {
  out << "<figure>" << svgOf(tree, caption);
  if (caption != tree.type)
    out << "<figcaption>" << escaped(caption) << "</figcaption>";
  out << "</figure>\n";
}

Tree leaf(const std::string& key, const std::string& value, Leaf kind = Leaf::plain) {
  return {.key = key, .type = value, .note = {}, .leaf = kind};
}

Tree root(const std::string& name, std::vector<Tree> children) {
  return {.key = name, .type = {}, .note = {}, .leaf = Leaf::plain, .children = std::move(children)};
}

std::string shortName(const TreeFunction& function) {
  return function.call.substr(0, function.call.find('('));
}

/// `blend(1, 3, ...)`
std::string call(const TreeFunction& function, const std::string& first,
                 const std::string& second) {
  return shortName(function) + "(" + first + (second.empty() ? "" : ", " + second) +
         (function.parameters > 2 ? ", ...)" : ")");
}

std::string resultName(const TreeFunction& function) {
  return function.isInPlace ? "first tree, in place" : "result";
}

/// What two trees that do not have the same keys become.
Tree resultOf(const TreeFunction& function) {
  const std::string absent = function.missing.empty() ? "?" : function.missing;
  const Tree first = leaf("a", call(function, "1", absent), Leaf::selected);
  const Tree both = leaf("b", call(function, "2", "3"), Leaf::selected);
  const Tree last = leaf("c", call(function, absent, "4"), Leaf::selected);
  const std::string title = resultName(function);
  if (function.mode == "inner")
    return root(title, {both});
  if (function.mode == "left")
    return root(title, {first, both});
  return root(title, {first, both, last});
}

void printMeeting(std::ostream& out, const TreeFunction& function) {
  if (function.parameters < 2) {
    figure(out, root("a tree", {leaf("a", "1"), leaf("b", "2")}), "an argument");
    figure(out, root(resultName(function), {leaf("a", call(function, "1", ""), Leaf::selected),
                                            leaf("b", call(function, "2", ""), Leaf::selected)}),
           "leaf by leaf");
    return;
  }
  const bool isStrict = function.mode == "strict";
  figure(out, root("first tree", {leaf("a", "1"), leaf("b", "2")}), "an argument");
  figure(out,
         isStrict ? root("second tree", {leaf("a", "3"), leaf("b", "4")})
                  : root("second tree", {leaf("b", "3"), leaf("c", "4")}),
         "another one");
  if (isStrict)
    figure(out, root(resultName(function), {leaf("a", call(function, "1", "3"), Leaf::selected),
                                            leaf("b", call(function, "2", "4"), Leaf::selected)}),
           "strict: all trees must have the same keys");
  else
    figure(out, resultOf(function), function.mode + ": what becomes of their keys");
}

std::string optionsOf(const TreeFunction& function) {
  std::string text;
  for (const std::string& option : function.options)
    text += (text.empty() ? "" : ", ") + code(option);
  return text;
}

} // namespace

void printTrees(std::ostream& out, const OutputReport& report, std::size_t output) {
  if (!report.trees.empty()) {
    out << "<section class=card>\n<h2>Trees</h2>\n<div class=figures>\n";
    for (const Tree& tree : report.trees)
      figure(out, tree, tree.type);
    out << "</div>\n</section>\n";
  }
  for (const TreeFunction& function : report.functions) {
    out << "<section class=card>\n<h2><small>tree function</small> " << code(function.name)
        << " <small>" << linkTo(function.at, report.listing, output) << "</small></h2>\n<p>"
        << code(function.call) << ", " << optionsOf(function) << ".</p>\n<div class=figures>\n";
    printMeeting(out, function);
    out << "</div>\n</section>\n";
  }
}

void printParameters(std::ostream& out, const KernelReport& kernel) {
  const bool hasTree = std::ranges::any_of(
      kernel.parameters, [](const Tree& tree) { return !tree.children.empty(); });
  if (!hasTree && kernel.wrt.empty())
    return;
  const std::string caption =
      kernel.wrt.empty() ? "what the gradient has" : "what wrt = " + kernel.wrt + " selects";
  out << "<div class=figures>";
  figure(out, root("arguments", kernel.parameters), caption);
  out << "<ul class=legend><li class=selected>differentiated</li><li class=zero>always zero</li>"
         "<li class=constant>constant</li></ul></div>\n";
}

} // namespace treelize::explain
