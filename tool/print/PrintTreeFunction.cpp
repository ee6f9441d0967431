#include "print/PrintTreeFunction.h"

#include "print/KernelText.h"
#include "ir/Identifiers.h"

#include <algorithm>
#include <vector>

namespace treelize::print {
namespace {

using tree::LeafRule;
using tree::Parameter;
using tree::Signature;
using tree::TreeFunction;

std::string declared(const std::string& declarator, const std::string& name) {
  std::string text = declarator;
  text.replace(text.find('$'), 1, name);
  return text;
}

std::string linkage(const TreeFunction& f) {
  return f.isStatic ? "[[maybe_unused]] static " : "";
}

std::string templateLine(const std::string& head) {
  return head.empty() ? "" : "template <" + head + ">\n";
}

class TreeFunctionPrinter {
public:
  explicit TreeFunctionPrinter(const TreeFunction& f)
      : f_(f), first_(f.overloads.front()), leaf_(leafName()), object_(objectName()) {}

  std::string print() {
    std::string text = openScopes();
    text += f_.isStatic ? "namespace {\n" : "";
    text += "\n" + helper("missing", f_.missing, "Stands in for what a tree lacks.") +
            helper("rise_template", f_.riseTemplate, "What the results must look like to rise.") +
            leafFunctor();
    text += f_.isStatic ? "\n} // namespace\n" : "";
    // A call may leave out what has a default: an overload for each number of arguments.
    for (std::size_t count = leastCount(); count <= first_.parameters.size(); ++count)
      text += overloads(count);
    return text + "\n" + closeScopes();
  }

private:
  const TreeFunction& f_;
  const Signature& first_;
  std::string leaf_;
  std::string object_;

  // ---- names ----

  std::string leafName() const {
    std::string name = f_.object ? ir::joined(f_.object->identifier, f_.name) : f_.name;
    if (f_.namesArity)
      name += std::to_string(first_.parameters.size());
    return ir::joined(name, "leaf");
  }
  /// `add_missing`: a function beside the functor.
  std::string helperName(const std::string& what) const {
    return leaf_.substr(0, leaf_.size() - 4) + what;
  }
  bool isParameter(const std::string& name) const {
    return std::ranges::any_of(f_.overloads, [&](const Signature& s) {
      return std::ranges::find(s.parameters, name, &Parameter::name) != s.parameters.end();
    });
  }
  std::string objectName() const {
    std::string name = "self";
    while (isParameter(name))
      name += "_";
    return name;
  }
  /// No single letter: that may be a macro of the source's.
  std::string typeName(std::size_t i) const {
    std::string name =
        "Tree" + (i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i));
    while (isParameter(name))
      name += "_";
    return name;
  }

  // ---- scopes ----

  std::string openScopes() const {
    std::string text;
    for (const tree::Scope& scope : f_.scopes)
      text += (scope.isInline ? "inline namespace " : "namespace ") + scope.name + " {\n";
    return text;
  }
  std::string closeScopes() const {
    std::string text;
    for (auto scope = f_.scopes.rbegin(); scope != f_.scopes.rend(); ++scope)
      text += "} // namespace" + (scope->name.empty() ? "" : " " + scope->name) + "\n";
    return text;
  }

  // ---- the functor ----

  /// An expression of the annotation, in the scope of the function and not of the functor.
  std::string helper(const std::string& what, const std::optional<std::string>& expression,
                     const std::string& comment) const {
    if (!expression)
      return "";
    return "/// " + comment + "\n" + (f_.hasInternalLinkage() ? "[[maybe_unused]] " : "") +
           "inline auto " + helperName(what) + "() { return " + *expression + "; }\n\n";
  }

  std::string leafFunctor() const {
    std::string text = "/// What '" + f_.name + "' does with one leaf of each argument.\n";
    text += "struct " + leaf_ + " {\n";
    text += "static constexpr treelize::walk_options options{" + options() + "};\n";
    text += "static constexpr std::array<std::string_view, " +
            std::to_string(first_.parameters.size()) + "> names{" + parameterNames() + "};\n";
    text += patterns();
    text += "using parameters = treelize::parameters<" + parameterRules() + ">;\n\n";
    if (f_.object)
      text += f_.object->type + " " + object_ + ";\n\n";
    if (f_.missing)
      text += "static auto missing() { return " + helperName("missing") + "(); }\n";
    if (f_.riseTemplate)
      text += "static auto rise_template() { return " + helperName("rise_template") + "(); }\n";
    for (const Signature& s : f_.overloads)
      for (std::size_t count = leastCount(); count <= s.parameters.size(); ++count)
        text += callOperator(s, count);
    return text + "};\n";
  }

  std::string options() const {
    static const char* const modes[] = {"strict", "inner", "outer", "left"};
    std::vector<std::string> parts;
    if (f_.mode != tree::Mode::strict)
      parts.push_back(std::string(".mode = treelize::mode::") + modes[static_cast<int>(f_.mode)]);
    if (!f_.inherit)
      parts.push_back(".inherit = false");
    if (f_.subside)
      parts.push_back(".subside = {" + subsideOptions(*f_.subside) + "}");
    if (f_.rises)
      parts.push_back(".rise = true");
    return list(parts);
  }
  static std::string subsideOptions(const tree::Subside& subside) {
    std::vector<std::string> parts{".enabled = true"};
    if (!subside.dict)
      parts.push_back(".dict = false");
    if (!subside.list)
      parts.push_back(".list = false");
    if (!subside.tuple)
      parts.push_back(".tuple = false");
    if (!subside.inherit)
      parts.push_back(".inherit = false");
    return list(parts);
  }
  std::string parameterNames() const {
    std::vector<std::string> names;
    for (const Parameter& p : first_.parameters)
      names.push_back("\"" + (p.isNamed && !p.isPack ? p.name : "") + "\"");
    return list(names);
  }

  /// Declarations that say what matches a parameter such as `const std::vector<T>&`.
  std::string patterns() const {
    std::string text;
    for (std::size_t i = 0; i < first_.parameters.size(); ++i)
      if (first_.parameters[i].rule == LeafRule::pattern)
        text += "struct takes_" + std::to_string(i) + " {\n" + templateLine(first_.templateHead) +
                "void operator()(" + declared(first_.parameters[i].declarator, "") +
                ") const;\n};\n";
    return text;
  }
  std::string parameterRules() const {
    std::vector<std::string> rules;
    for (std::size_t i = 0; i < first_.parameters.size(); ++i) {
      const Parameter& p = first_.parameters[i];
      const std::string rule = ruleOf(i);
      rules.push_back(p.isPack ? "treelize::pack<" + rule + ">" : rule);
    }
    return list(rules);
  }
  std::string ruleOf(std::size_t i) const {
    const Parameter& p = first_.parameters[i];
    if (p.rule == LeafRule::deduced)
      return "treelize::deduced";
    if (p.rule == LeafRule::pattern)
      return "treelize::pattern<takes_" + std::to_string(i) + ">";
    std::vector<std::string> types;
    for (const Signature& s : f_.overloads)
      if (std::ranges::find(types, s.parameters[i].type) == types.end())
        types.push_back(s.parameters[i].type);
    return types.size() == 1 ? types.front() : "treelize::any_of<" + list(types) + ">";
  }

  std::string callOperator(const Signature& s, std::size_t count) const {
    std::vector<std::string> parameters, arguments;
    for (std::size_t i = 0; i < count; ++i) {
      const Parameter& p = s.parameters[i];
      parameters.push_back(declared(p.declarator, p.name));
      arguments.push_back(p.isPack ? p.name + "..." : p.name);
    }
    const std::string callee = f_.object ? object_ + "." + f_.name : "::" + f_.qualifiedName;
    const bool isVoid = s.result == "void";
    std::string text =
        templateLine(s.templateHead) + s.result + " operator()(" + list(parameters) + ") const { ";
    return text + (isVoid ? "" : "return ") + callee + "(" + list(arguments) + "); }\n";
  }

  std::size_t leastCount() const {
    std::size_t least = 0;
    for (const Signature& s : f_.overloads) {
      const auto required =
          std::ranges::count_if(s.parameters, [](const Parameter& p) { return !p.isOptional; });
      least = std::max(least, static_cast<std::size_t>(required));
    }
    return std::max<std::size_t>(least, 1);
  }

  // ---- the overloads ----

  std::string functor() const { return "" + leaf_ + "{" + (f_.object ? object_ : "") + "}"; }

  std::string overloads(std::size_t count) const {
    if (f_.isTemplate())
      return sameHead(count) + (first_.takesAnyMix ? "" : mixed(count));
    return mixed(count) + homogeneous(count);
  }

  std::string body(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{functor()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return "{\nreturn treelize::walk(" + list(all) + ");\n}\n";
  }

  /// Every argument has a type of its own, at least one of them is a tree.
  std::string mixed(std::size_t count) const {
    std::vector<std::string> types, heads, parameters, arguments;
    if (f_.object)
      parameters.push_back(f_.object->type + " " + object_);
    for (std::size_t i = 0; i < count; ++i) {
      const Parameter& p = first_.parameters[i];
      types.push_back(typeName(i));
      heads.push_back("class " + typeName(i));
      parameters.push_back(p.isMutable ? typeName(i) + "&& " + p.name
                                       : "const " + typeName(i) + "& " + p.name);
      arguments.push_back(p.name);
    }
    return "\ntemplate <" + list(heads) + ">\n" + constraint(types) + "\n" + linkage(f_) + "auto " +
           f_.name + "(" + list(parameters) + ") " + body(arguments);
  }

  /// All arguments of one type. The standard library's templates of this name, found by the
  /// arguments' types, have the same parameters and fewer constraints.
  std::string homogeneous(std::size_t count) const {
    const auto& all = first_.parameters;
    const bool uniform =
        std::all_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count),
                    [&](const Parameter& p) { return p.isMutable == all[0].isMutable; });
    if (count < 2 || !uniform || f_.object)
      return "";
    std::string type = "Type";
    while (isParameter(type))
      type += "_";
    std::vector<std::string> parameters, arguments;
    for (std::size_t i = 0; i < count; ++i) {
      parameters.push_back((all[0].isMutable ? "" : "const ") + type + "& " + all[i].name);
      arguments.push_back(all[i].name);
    }
    return "\ntemplate <class " + type + ">\n" + constraint(std::vector<std::string>(count, type)) +
           "\n" + linkage(f_) + "auto " + f_.name + "(" + list(parameters) + ") " + body(arguments);
  }

  std::string constraint(const std::vector<std::string>& types) const {
    return "requires treelize::takes_trees<" + leaf_ + ", " + list(types) + ">";
  }

  /// The template's own head and parameters with one constraint more, so that it is preferred.
  std::string sameHead(std::size_t count) const {
    std::vector<std::string> types, parameters, arguments;
    if (f_.object)
      parameters.push_back(f_.object->type + " " + object_);
    for (std::size_t i = 0; i < count; ++i) {
      const Parameter& p = first_.parameters[i];
      const std::string dots = p.isPack ? "..." : "";
      parameters.push_back(declared(p.declarator, p.name));
      types.push_back("decltype(" + p.name + ")" + dots);
      arguments.push_back(p.name + dots);
    }
    return "\n" + templateLine(first_.templateHead) + linkage(f_) + "auto " + f_.name + "(" +
           list(parameters) + ")\n" + constraint(types) + "\n" + body(arguments);
  }
};

} // namespace

std::string printTreeFunction(const TreeFunction& function) {
  return TreeFunctionPrinter(function).print();
}

} // namespace treelize::print
