#include "print/PrintNode.h"

#include "print/Quoted.h"

namespace treelize::print {
namespace {

std::string tagList(const tree::Field& field) {
  std::string names;
  for (const std::string& tag : field.tags)
    names += (names.empty() ? "" : ", ") + quoted(tag);
  return names.empty() ? "" : ", treelize::tags<" + names + ">";
}

std::string member(const tree::Node& node, const tree::Field& field) {
  const std::string pointer = "&" + node.name + "::" + field.name;
  return std::string(field.isAux ? "treelize::aux<" : "treelize::child<") + quoted(field.name) +
         ", " + pointer + tagList(field) + ">";
}

} // namespace

std::string printNode(const tree::Node& node) {
  std::string text = "template <" + node.templateHead + ">\n";
  text += "struct treelize::node_traits<" + node.name + "> {\n";
  text += "static constexpr std::string_view name = " + quoted(node.name) + ";\n";
  if (node.isAggregate)
    text += "static constexpr bool aggregate = true;\n";
  std::string members;
  for (const tree::Field& field : node.fields)
    members += (members.empty() ? "\n" : ",\n") + member(node, field);
  text += "using members = treelize::members<" + members + ">;\n";
  if (!node.rebound.empty())
    text += "template <class Rebound> using rebind = " + node.rebound + ";\n";
  return text + "};\n";
}

} // namespace treelize::print
