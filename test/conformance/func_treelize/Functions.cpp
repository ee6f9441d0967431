// What each function of the vectors does with leaves.
#include "Functions.h"

#include "Operations.h"

#include <algorithm>
#include <optional>

namespace treelize::conformance::func_treelize {
namespace {

Value number(std::int64_t n) {
  return {n};
}
[[noreturn]] void raise(const char* name) {
  throw PythonError{name};
}

/// The arguments put to named parameters, the last ones of which may have defaults.
std::vector<Value> bind(const Call& call, const std::vector<std::string>& names,
                        const std::vector<Value>& defaults = {}) {
  if (call.args.size() > names.size())
    raise("TypeError");
  std::vector<std::optional<Value>> bound(names.size());
  std::copy(call.args.begin(), call.args.end(), bound.begin());
  for (const auto& [name, value] : call.kwargs) {
    auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end() || bound[static_cast<std::size_t>(at - names.begin())])
      raise("TypeError");
    bound[static_cast<std::size_t>(at - names.begin())] = value;
  }
  std::vector<Value> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t withoutDefault = names.size() - defaults.size();
    if (!bound[i] && i < withoutDefault)
      raise("TypeError");
    result.push_back(bound[i] ? *bound[i] : defaults[i - withoutDefault]);
  }
  return result;
}
Value only(const Call& call, const char* name) {
  return bind(call, {name})[0];
}
void refuseKeywords(const Call& call) {
  if (!call.kwargs.empty())
    raise("TypeError");
}

const std::vector<Value>& items(const Value& v) {
  if (v.list())
    return *v.list();
  if (v.tuple())
    return *v.tuple();
  raise("TypeError");
}
Value sum(const std::vector<Value>& values) {
  Value result = number(0);
  for (const Value& v : values)
    result = add(result, v);
  return result;
}
const Value& extreme(const std::vector<Value>& values, bool greatest) {
  if (values.empty())
    raise("ValueError");
  const Value* best = &values.front();
  for (const Value& v : values)
    if (greatest ? less(*best, v) : less(v, *best))
      best = &v;
  return *best;
}

template <Value (*Operation)(const Value&, const Value&)>
Value binary(const Call& call) {
  const auto bound = bind(call, {"a", "b"});
  return Operation(bound[0], bound[1]);
}

Value gcd(const Call& call) {
  auto bound = bind(call, {"a", "b"});
  while (isTrue(bound[1])) {
    Value rest = modulo(bound[0], bound[1]);
    bound = {bound[1], std::move(rest)};
  }
  return bound[0];
}

Value lin(const Call& call) {
  const auto bound = bind(call, {"a", "b", "c"}, {number(2), number(3)});
  return add(multiply(bound[0], bound[1]), bound[2]);
}

Value total(const Call& call) {
  refuseKeywords(call);
  return sum(call.args);
}

Value totalKeywords(const Call& call) {
  std::vector<Value> named;
  for (const auto& entry : call.kwargs)
    named.push_back(entry.second);
  return add(sum(call.args), multiply(number(10), sum(named)));
}

Value xw(const Call& call) {
  if (!call.args.empty())
    raise("TypeError");
  const auto bound = bind(call, {"x", "w"});
  return subtract(bound[0], multiply(number(2), bound[1]));
}

Value describeKeywords(const Call& call) {
  if (!call.args.empty())
    raise("TypeError");
  auto sorted = call.kwargs;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  std::string text;
  for (const auto& [name, value] : sorted)
    text += (text.empty() ? "" : ";") + name + "=" + describe(value);
  return {text};
}

Value append(const Call& call) {
  refuseKeywords(call);
  if (call.args.empty())
    raise("TypeError");
  const auto* list = call.args[0].get<std::shared_ptr<List>>();
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const Value& v = call.args[i];
    if (v.get<None>() || (isNumber(v) && !isTrue(v)))
      continue;
    if (!list)
      raise("AttributeError");
    (*list)->items.push_back(v);
  }
  return call.args[0];
}

Value minmax(const Call& call) {
  refuseKeywords(call);
  std::vector<Value> values = call.args;
  if (values.size() == 1) // Python's min and max then look into it
    values = items(values[0]);
  return makeTuple({extreme(values, false), extreme(values, true)});
}

bool holds(const Value& predicate, const Value& x) {
  const auto* named = predicate.get<Predicate>();
  if (!named)
    raise("TypeError");
  if (named->name == "even" || named->name == "odd")
    return isTrue(modulo(x, number(2))) == (named->name == "odd");
  return less(number(named->name == "gt10" ? 10 : 0), x);
}

Value check(const Call& call) {
  const auto bound = bind(call, {"arr", "target"});
  Value first;
  std::int64_t count = 0, index = 0;
  for (const Value& x : items(bound[0])) {
    if (holds(bound[1], x) && count++ == 0)
      first = number(index);
    ++index;
  }
  return makeTuple({first, number(count)});
}

Value split(const Call& call) {
  const auto bound = bind(call, {"v", "sizes"});
  std::vector<Value> pieces;
  std::size_t from = 0;
  for (const Value& size : items(bound[1])) {
    const auto length = static_cast<std::size_t>(*size.get<std::int64_t>());
    if (auto* text = bound[0].get<std::string>()) {
      pieces.push_back({from < text->size() ? text->substr(from, length) : std::string()});
    } else {
      const auto& all = items(bound[0]);
      const std::size_t begin = std::min(from, all.size()),
                        end = std::min(from + length, all.size());
      pieces.push_back(makeList({all.begin() + static_cast<std::ptrdiff_t>(begin),
                                 all.begin() + static_cast<std::ptrdiff_t>(end)}));
    }
    from += length;
  }
  return makeList(pieces);
}

Value stats(const Call& call) {
  const auto& values = items(only(call, "arr"));
  return makeDict({{"n", number(static_cast<std::int64_t>(values.size()))},
                   {"sum", sum(values)},
                   {"max", extreme(values, true)}});
}

Value stack(const Call& call) {
  return makeList(items(only(call, "arr")));
}

Value mean(const Call& call) {
  const Value d = only(call, "d");
  if (!d.dict())
    raise("AttributeError");
  std::vector<Value> values;
  for (const auto& entry : *d.dict())
    values.push_back(entry.second);
  return divide(sum(values), number(static_cast<std::int64_t>(values.size())));
}

Value sumOfAll(const Value& data) {
  if (data.dict()) {
    Value result = number(0);
    for (const auto& entry : *data.dict())
      result = add(result, sumOfAll(entry.second));
    return result;
  }
  if (!data.list() && !data.tuple())
    return data;
  Value result = number(0);
  for (const Value& item : items(data))
    result = add(result, sumOfAll(item));
  return result;
}
Value nestedSum(const Call& call) {
  return sumOfAll(only(call, "data"));
}

Value describeAll(const Call& call) {
  refuseKeywords(call);
  std::string text;
  for (const Value& arg : call.args)
    text += (&arg == call.args.data() ? "" : "|") + describe(arg);
  return {text};
}

Value identity(const Call& call) {
  return only(call, "x");
}
Value nothing(const Call& call) {
  return only(call, "a"), Value{};
}
Value seven(const Call& call) {
  return refuseKeywords(call), number(7);
}
Value countArguments(const Call& call) {
  return number(static_cast<std::int64_t>(call.args.size() + call.kwargs.size()));
}
Value pair(const Call& call) {
  return makeTuple(bind(call, {"a", "b"}));
}
Value wrap(const Call& call) {
  const Value a = only(call, "a");
  return makeDict({{"v", a}, {"t", makeTuple({a, makeList({a})})}});
}
Value ragged(const Call& call) {
  const Value n = only(call, "n");
  return multiply(makeList({n}), n);
}
Value maybePair(const Call& call) {
  const Value n = only(call, "n");
  return less(number(0), n) ? makeTuple({n, subtract(number(0), n)}) : n;
}
Value concat(const Call& call) {
  const auto bound = bind(call, {"a", "b", "sep"}, {{std::string("-")}});
  return add(add(bound[0], bound[2]), bound[1]);
}
Value subtree(const Call& call) {
  const auto bound = bind(call, {"a", "b"});
  return open_leaf<Value>::from_tree(
      tree<Value>{{"s", add(bound[0], bound[1])}, {"p", {{"q", multiply(bound[0], bound[1])}}}});
}

struct Row {
  const char* name;
  Function function;
};
constexpr Row functions[] = {
    {"add", binary<add>},
    {"sub", binary<subtract>},
    {"mul", binary<multiply>},
    {"div", binary<divide>},
    {"gcd", gcd},
    {"lin", lin},
    {"total", total},
    {"total_kw", totalKeywords},
    {"xw", xw},
    {"kwdesc", describeKeywords},
    {"append", append},
    {"minmax", minmax},
    {"check", check},
    {"split", split},
    {"stats", stats},
    {"stack", stack},
    {"mean", mean},
    {"nested_sum", nestedSum},
    {"identity", identity},
    {"describe", describeAll},
    {"count_args", countArguments},
    {"pair", pair},
    {"wrap", wrap},
    {"ragged", ragged},
    {"maybe_pair", maybePair},
    {"concat", concat},
    {"const7", seven},
    {"nothing", nothing},
    {"subtree", subtree},
};

} // namespace

Function findFunction(const std::string& name) {
  auto* row = std::ranges::find(functions, name, &Row::name);
  return row == std::end(functions) ? nullptr : row->function;
}

Value generate(const std::string& name) {
  if (name == "zero")
    return number(0);
  if (name == "one")
    return number(1);
  if (name == "neg_one")
    return number(-1);
  if (name == "half")
    return {0.5};
  if (name == "empty_list")
    return makeList({});
  if (name == "empty_str")
    return {std::string()};
  return {};
}

} // namespace treelize::conformance::func_treelize
