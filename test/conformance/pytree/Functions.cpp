// What the mapped functions do with Python values, errors included.
#include "Functions.h"

#include "PythonText.h"

namespace treelize::conformance::pytree {
namespace {

[[noreturn]] void throwTypeError() {
  throw PythonError{"TypeError"};
}

bool isInteger(const json& x) {
  return x.is_number_integer() || x.is_boolean();
}
std::int64_t integer(const json& x) {
  return x.is_boolean() ? x.get<bool>() : x.get<std::int64_t>();
}
double real(const json& x) {
  return x.is_boolean() ? x.get<bool>() : x.get<double>();
}

template <class Operation>
json arithmetic(const json& a, const json& b, Operation operation) {
  if (isInteger(a) && isInteger(b))
    return operation(integer(a), integer(b));
  return operation(real(a), real(b));
}

json sum(const std::vector<Value>& values) {
  json total = 0; // as sum() begins: only numbers can be added to it
  for (const Value& value : values) {
    if (!value.isNumber())
      throwTypeError();
    total = arithmetic(total, value.scalar(), [](auto a, auto b) { return a + b; });
  }
  return total;
}

/// A sequence twice over; of a tuple with names a plain one.
Tree repeated(const Tree& tree) {
  const Part part(tree);
  std::vector<Tree> trees;
  for (std::size_t i = 0; i < 2 * part.size(); ++i)
    trees.push_back(part.child(i % part.size()).copy());
  switch (part.kind()) {
  case node_kind::list:
    return Tree::sequence(node_kind::list, trees);
  case node_kind::tuple:
  case node_kind::named_tuple:
    return Tree::sequence(node_kind::tuple, trees);
  default:
    throwTypeError();
  }
}

Tree doubled(const Value& value) {
  if (value.isTree())
    return repeated(value.asTree());
  if (value.isString())
    return Value(value.scalar().get<std::string>() + value.scalar().get<std::string>());
  if (!value.isNumber())
    throwTypeError();
  return Value(arithmetic(value.scalar(), 2, [](auto a, auto b) { return a * b; }));
}

Tree negated(const Value& value) {
  if (!value.isNumber())
    throwTypeError();
  return Value(arithmetic(0, value.scalar(), [](auto a, auto b) { return a - b; }));
}

Tree sequenceOf(node_kind kind, const std::vector<Value>& values) {
  std::vector<Tree> trees;
  for (const Value& value : values)
    trees.push_back(value.asTree());
  return Tree::sequence(kind, trees);
}

std::string joinedTexts(const std::vector<Value>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i ? "|" : "") + shortText(Part(values[i].asTree()));
  return text;
}

/// Calls then(trees...).
template <class Then>
auto spread(const std::vector<Tree>& t, const Then& then) {
  switch (t.size()) {
  case 1:
    return then(t[0]);
  case 2:
    return then(t[0], t[1]);
  case 3:
    return then(t[0], t[1], t[2]);
  case 4:
    return then(t[0], t[1], t[2], t[3]);
  default:
    throw std::invalid_argument("a case with " + std::to_string(t.size()) + " trees");
  }
}

} // namespace

Tree callMapped(const std::string& function, const std::vector<Value>& arguments) {
  if (function == "add")
    return Value(sum(arguments));
  if (function == "pair")
    return sequenceOf(node_kind::tuple, arguments);
  if (function == "listof")
    return sequenceOf(node_kind::list, arguments);
  if (function == "null")
    return {};
  if (function == "first")
    return arguments.at(0).asTree();
  if (function == "second")
    return arguments.at(1).asTree();
  if (function == "double")
    return doubled(arguments.at(0));
  if (function == "neg")
    return negated(arguments.at(0));
  if (function == "repr")
    return Value(joinedTexts(arguments));
  throw std::invalid_argument("unknown function " + function);
}

Value callReduced(const std::string& function, const Value& a, const Value& b) {
  auto text = [](const Value& v) {
    return v.isString() ? v.scalar().get<std::string>() : pythonRepr(v.scalar());
  };
  if (function == "cat")
    return Value(json(text(a) + "," + text(b)));
  const bool areTexts = a.isString() && b.isString();
  if (areTexts && function == "max")
    return b.scalar() > a.scalar() ? b : a;
  if (areTexts && function == "add")
    return Value(json(a.scalar().get<std::string>() + b.scalar().get<std::string>()));
  if (!a.isNumber() || !b.isNumber())
    throwTypeError();
  if (function == "max")
    return real(b.scalar()) > real(a.scalar()) ? b : a;
  if (function == "add")
    return Value(arithmetic(a.scalar(), b.scalar(), [](auto x, auto y) { return x + y; }));
  if (function == "sub")
    return Value(arithmetic(a.scalar(), b.scalar(), [](auto x, auto y) { return x - y; }));
  throw std::invalid_argument("unknown function " + function);
}

bool isLeaf(const std::string& predicate, const Part& part) {
  const bool defaultDict = part.kind() == node_kind::custom && part.node()->name() == "defaultdict";
  const bool dict =
      part.kind() == node_kind::dict || part.kind() == node_kind::ordered_dict || defaultDict;
  const bool sequence = part.kind() == node_kind::list || part.kind() == node_kind::tuple ||
                        part.kind() == node_kind::named_tuple;
  if (predicate == "none")
    return part.is_none();
  if (predicate == "tuple")
    return part.kind() == node_kind::tuple;
  if (predicate == "list")
    return part.kind() == node_kind::list;
  if (predicate == "dict")
    return dict;
  if (predicate == "len2")
    return sequence && part.size() == 2;
  if (predicate == "has_a")
    return dict && part.contains("a");
  if (predicate == "custom")
    return part.kind() == node_kind::custom && isOwn(part.node()->name());
  if (predicate == "all")
    return true;
  throw std::invalid_argument("unknown predicate " + predicate);
}

Tree mapAll(const std::string& function, const std::vector<Tree>& trees) {
  return spread(trees, [&](const auto&... t) {
    return map([&](const auto&... leaf) { return callMapped(function, {leaf...}); }, t...);
  });
}

Tree mapUntil(const std::string& function, const std::vector<Tree>& trees,
              const std::string& predicate) {
  using namespace treelize::literals;
  auto until = [&](const Part& part) { return isLeaf(predicate, part); };
  return spread(trees, [&](const auto&... t) {
    return map([&](const auto&... leaf) { return callMapped(function, {leaf...}); }, t...,
               "is_leaf"_a = until);
  });
}

Tree mapAllWithPath(const std::vector<Tree>& trees) {
  const treedef structure = trees.at(0).structure();
  return spread(trees, [&](const auto&... t) {
    return map_with_path(
        [&](const key_path& path, const auto&... leaf) {
          return Value(json(keystr(structure, path) + "=" + joinedTexts({leaf...})));
        },
        t...);
  });
}

} // namespace treelize::conformance::pytree
