// The table of rules.
#include "Rules.h"

#include "treelize/error.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace treelize::conformance::pytree {
namespace {

/// Calls visit(kind, content) for every encoded container in the value.
template <class Visit>
void eachContainer(const json& value, const Visit& visit) {
  if (value.is_object())
    for (const auto& [key, content] : value.items())
      if (key.starts_with("$"))
        visit(key, content);
  if (value.is_structured())
    for (const json& part : value)
      eachContainer(part, visit);
}

json inputs(const json& one) {
  json result = one;
  result.erase("expect");
  return result;
}

/// Calls visit(kind, pairs) for every dict among the inputs.
template <class Visit>
void eachDict(const json& one, const Visit& visit) {
  eachContainer(inputs(one), [&](std::string_view kind, const json& content) {
    if (kind.ends_with("dict"))
      visit(kind, kind == "$defaultdict" ? content.at("items") : content);
  });
}

std::string wantedError(const json& one) {
  const json& expect = one.at("expect");
  return expect.contains("error") ? expect.at("error").at("class").get<std::string>() : "";
}

bool hasOtherKeys(const json& one) {
  bool found = false;
  eachDict(one, [&](std::string_view, const json& pairs) {
    for (const json& pair : pairs)
      found = found || !(pair.at(0).is_string() || pair.at(0).is_number_integer());
  });
  return found;
}

bool hasMixedKeys(const json& one) {
  bool found = false;
  eachDict(one, [&](std::string_view, const json& pairs) {
    for (const json& pair : pairs)
      found = found || pair.at(0).is_string() != pairs.at(0).at(0).is_string();
  });
  return found;
}

bool mixesDicts(const json& one) {
  std::set<std::string> kinds;
  eachContainer(inputs(one), [&](const std::string& kind, const json&) {
    if (kind.ends_with("dict"))
      kinds.insert(kind);
  });
  return kinds.size() > 1;
}

bool comparesKinds(const json& one) {
  const std::string op = one.at("op");
  return op == "optree_map" || op == "optree_broadcast_prefix" || op == "is_prefix";
}

/// optree takes ordered dicts by their keys, whatever the order.
bool reordersOrderedDicts(const json& one) {
  bool found = false;
  eachContainer(inputs(one),
                [&](std::string_view kind, const json&) { found = found || kind == "$odict"; });
  return found;
}

/// As Python compares: True, 1 and 1.0 are equal.
json normalised(const json& value) {
  if (value.is_boolean())
    return value.get<bool>() ? 1 : 0;
  if (value.is_number_float() && std::abs(value.get<double>()) < 1e15 &&
      value.get<double>() == std::floor(value.get<double>()))
    return static_cast<std::int64_t>(value.get<double>());
  json result = value;
  for (json& part : result)
    if (value.is_structured())
      part = normalised(json(part));
  return result;
}

bool hasEqualDataOfTwoTypes(const json& one) {
  std::map<std::string, std::string> seen;
  bool found = false;
  eachContainer(inputs(one), [&](std::string_view kind, const json& content) {
    if (kind != "$custom")
      return;
    const std::string text = content.at("aux").dump();
    const auto [entry, isNew] = seen.emplace(normalised(content.at("aux")).dump(), text);
    found = found || entry->second != text;
  });
  return found;
}

struct Rule {
  bool (*holds)(const json& one);
  const char* reason;
};
constexpr Rule rules[] = {
    {[](const json& one) { return one.at("op") == "vmap"; },
     "vmap: arrays of any rank along any axis; batch is for leaves with a leading axis, see "
     "filters"},
    {hasOtherKeys, "keys that are bools or floats: a dict's keys are names or integers"},
    {[](const json& one) { return hasMixedKeys(one) && wantedError(one) != "ValueError"; },
     "keys of two types where nothing sorts them: a dict's keys have one type"},
    {[](const json& one) { return wantedError(one) == "AttributeError"; },
     "JAX fails while it words a mismatch"},
    {[](const json& one) {
       return one.at("op") == "broadcast" && wantedError(one).empty() && hasEqualDataOfTwoTypes(one);
     },
     "data True, 1 and 1.0 of two nodes: structures that are equal are one here, with the data of "
     "the first"},
    {[](const json& one) { return comparesKinds(one) && mixesDicts(one); },
     "optree maps dicts of different kinds together: here, as in JAX, kinds differ"},
    {[](const json& one) { return comparesKinds(one) && reordersOrderedDicts(one); },
     "optree maps ordered dicts of different orders together: here, as in JAX, the order is "
     "structure"},
};

} // namespace

const char* skipReason(const json& one) {
  for (const Rule& rule : rules)
    if (rule.holds(one))
      return rule.reason;
  return nullptr;
}

std::string pythonClass(const std::string& op, const std::exception& error) {
  if (dynamic_cast<const leaf_count_error*>(&error))
    return "ValueError";
  if (dynamic_cast<const mismatch_error*>(&error))
    return op == "transpose" ? "TypeError" : "ValueError";
  if (dynamic_cast<const access_error*>(&error))
    return op == "reduce" ? "TypeError" : "ValueError";
  return std::string("an exception: ") + error.what();
}

} // namespace treelize::conformance::pytree
