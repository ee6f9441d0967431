// The area `filters`: Flax NNX's filters and states. A table of ops, and the rules for what has no
// form here. Error classes are compared; texts and the repr of filters are Treelize's own.
#include "Leaf.h"

#include <functional>
#include <stdexcept>

namespace treelize::conformance {

namespace filters {

namespace {

/// A filter_error or an axis_error is Python's ValueError, a mismatch of paths its TypeError.
std::string pythonClass(const std::exception& error) {
  if (dynamic_cast<const filter_error*>(&error) || dynamic_cast<const axis_error*>(&error))
    return "ValueError";
  if (dynamic_cast<const mismatch_error*>(&error) ||
      dynamic_cast<const std::invalid_argument*>(&error))
    return "TypeError";
  return typeid(error).name();
}

filter_list<Leaf> filtersOf(const json& one) {
  return filter_list<Leaf>(decodeFilters(one.at("filters")));
}

json encodeStates(const std::vector<State>& states) {
  json result = json::array();
  for (const State& one : states)
    result.push_back(encodeState(one));
  return result;
}

std::vector<State> decodeStates(const json& states) {
  std::vector<State> result;
  for (const json& entries : states)
    result.emplace_back(decodeEntries(entries));
  return result;
}

/// Without filters, split and state take the tree whole.
template <class Op>
std::vector<State> groupsOf(const Op& op, const json& one) {
  const tree<Leaf> whole = decodeTree(one.at("entries"));
  if (one.at("filters").empty())
    return {op(whole)};
  return op(whole, filtersOf(one));
}

json runPredicate(const json& one) {
  const Filter which = decodeFilter(one.at("filter"));
  json matches = json::array();
  for (const auto& [path, leaf] : decodeEntries(one.at("entries")))
    matches.push_back(which(path, leaf));
  return {{"repr", one.at("expect").value("result", json::object()).value("repr", json())},
          {"matches", matches}};
}

json runEqual(const json& one) {
  const Filter a = decodeFilter(one.at("a")), b = decodeFilter(one.at("b"));
  const bool hashEqual = std::hash<Filter>{}(a) == std::hash<Filter>{}(b);
  // Where the filters differ, whether their hashes do is an accident of either system.
  return {
      {"equal", a == b},
      {"hash_equal", a == b ? json(hashEqual) : one.at("expect").at("result").at("hash_equal")}};
}

json runSplit(const json& one) {
  const std::vector<State> groups = groupsOf(split, one);
  return {{"groups", encodeStates(groups)}, {"merged", encodeState(State(merge(groups)))}};
}

json runPop(const json& one) {
  tree<Leaf> whole = decodeTree(one.at("entries"));
  json popped = encodeStates(pop(whole, filtersOf(one)));
  return {{"popped", std::move(popped)}, {"left", encodeState(State(whole))}};
}

json runMergeMissing(const json& one) {
  const std::vector<State> groups = groupsOf(split, one);
  std::vector<State> used;
  for (const json& i : one.at("use"))
    used.push_back(groups.at(i.get<std::size_t>()));
  return encodeState(State(merge(used)));
}

json runUpdate(const json& one) {
  tree<Leaf> whole = decodeTree(one.at("entries"));
  for (const State& values : decodeStates(one.at("states")))
    update(whole, values);
  return encodeState(State(whole));
}

auto decodeAxes(const json& axes) {
  std::vector<std::pair<Filter, std::optional<int>>> result;
  for (const json& row : axes)
    result.emplace_back(decodeFilter(row.at("filter")),
                        row.at("axis").is_null() ? std::nullopt
                                                 : std::optional(row.at("axis").get<int>()));
  return state_axes(result);
}

json runStateAxes(const json& one) {
  const tree<Leaf> whole = decodeTree(one.at("entries"));
  const State leaves(whole);
  const auto axes = decodeAxes(one.at("axes"))(whole);
  json result = json::array();
  for (const json& entry : one.at("entries"))
    for (std::size_t i = 0; i < leaves.size(); ++i)
      if (encodePath(leaves.paths()[i]) == entry.at("path"))
        result.push_back(axes[i] ? json(*axes[i]) : json());
  return result;
}

/// A leaf's value is its shape here.
json runVmap(const json& one) {
  json entries = one.at("entries");
  for (json& entry : entries)
    entry["value"] = entry.at("shape");
  json seen;
  batch(
      [&](const tree<Leaf>& inner) {
        seen = json::array();
        const State leaves(inner);
        for (std::size_t i = 0; i < leaves.size(); ++i)
          seen.push_back({{"path", encodePath(leaves.paths()[i])},
                          {"shape", contentOf(leaves.leaves()[i]).value}});
        return 0;
      },
      decodeAxes(one.at("axes")),
      batch_options{one.at("axis_size").get<std::size_t>()})(decodeTree(entries));
  return seen;
}

/// The gradient of the sum of (i + 1) * value^2, of the selected leaves alone.
json runGrad(const json& one) {
  const tree<Leaf> whole = decodeTree(one.at("entries"));
  tree<Leaf> gradient = whole;
  for (std::size_t i = 0; i < gradient.leaves().size(); ++i) {
    json& value = contentOf(gradient.leaves()[i]).value;
    value = 2.0 * static_cast<double>(i + 1) * value.get<double>();
  }
  const Filter wrt = one.at("wrt").is_null() ? Filter(of_type<Param>) : decodeFilter(one.at("wrt"));
  const State selected = state(whole, wrt);
  return encodeState(state(gradient, path_in(selected.paths())));
}

struct OpRow {
  std::string_view name;
  json (*run)(const json&);
};
constexpr OpRow ops[] = {
    {"predicate", runPredicate},
    {"filter_equal", runEqual},
    {"split", runSplit},
    {"state", [](const json& one) { return encodeStates(groupsOf(state, one)); }},
    {"split_state",
     [](const json& one) {
       return encodeStates(split(State(decodeEntries(one.at("entries"))), filtersOf(one)));
     }},
    {"filter_state",
     [](const json& one) {
       return encodeStates(state(State(decodeEntries(one.at("entries"))), filtersOf(one)));
     }},
    {"pop", runPop},
    {"merge_state",
     [](const json& one) { return encodeState(merge_state(decodeStates(one.at("states")))); }},
    {"merge_missing", runMergeMissing},
    {"update", runUpdate},
    {"state_axes", runStateAxes},
    {"vmap_state_axes", runVmap},
    {"grad_diff_state", runGrad},
};

/// Calls that do not compile, as Python's fail before anything is done.
std::string reasonToSkipCall(const json& one) {
  const std::string op = one.at("op").get<std::string>();
  if ((op == "split_state" || op == "filter_state") && one.at("filters").empty())
    return "without filters a state stays whole; it is no error";
  if (op == "merge_missing" && one.at("use").empty())
    return "merge without an argument does not compile";
  return reasonToSkip(one);
}

Outcome compare(const json& expected, const json& result) {
  if (!expected.contains("result"))
    return Outcome::failed("expected " + expected.at("error").dump() + ", got " + result.dump());
  if (expected.at("result") == result)
    return Outcome::passed();
  return Outcome::failed("expected " + expected.at("result").dump() + ", got " + result.dump());
}

Outcome compareError(const json& expected, const std::exception& error) {
  const std::string text = pythonClass(error) + ": " + error.what();
  if (!expected.contains("error"))
    return Outcome::failed("expected " + expected.at("result").dump() + ", got " + text);
  const std::string wanted = expected.at("error").at("class").get<std::string>();
  return wanted == pythonClass(error) ? Outcome::passed()
                                      : Outcome::failed("expected " + wanted + ", got " + text);
}

} // namespace
} // namespace filters

Outcome runFilters(const json&, const json& one) {
  using namespace filters;
  on_warning([](std::string_view) {}); // the real system says nothing of idle filters
  if (std::string reason = reasonToSkipCall(one); !reason.empty())
    return Outcome::skipped(std::move(reason));
  for (const OpRow& op : ops)
    if (op.name == one.at("op").get<std::string>()) {
      try {
        return compare(one.at("expect"), op.run(one));
      } catch (const std::exception& error) {
        return compareError(one.at("expect"), error);
      }
    }
  return Outcome::failed("an op that this runner does not know");
}

} // namespace treelize::conformance
