// Decoding of filters, and what of them has no form in C++.
#include "Leaf.h"

#include <stdexcept>

namespace treelize::conformance::filters {

namespace {

/// What Python raises when it compares a string with a number; it passes through a filter
/// unchanged.
struct NotComparable : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

double numberOf(const Leaf& leaf) {
  const json& value = contentOf(leaf).value;
  if (!value.is_number() && !value.is_boolean())
    throw NotComparable("a string is compared with a number");
  return value.is_boolean() ? value.get<bool>() : value.get<double>();
}

struct CallableRow {
  std::string_view name;
  bool (*call)(const key_path&, const Leaf&);
};
constexpr CallableRow callables[] = {
    {"depth_gt_1", [](const key_path& path, const Leaf&) { return path.size() > 1; }},
    {"value_gt_5", [](const key_path&, const Leaf& leaf) { return numberOf(leaf) > 5; }},
    {"first_is_a",
     [](const key_path& path, const Leaf&) { return !path.empty() && path[0] == path_key("a"); }},
    {"last_is_int", [](const key_path& path,
                       const Leaf&) { return !path.empty() && path[path.size() - 1].is_index(); }},
    {"always", [](const key_path&, const Leaf&) { return true; }},
    {"truthy_string", [](const key_path&, const Leaf&) { return true; }},
};

const CallableRow* findCallable(const std::string& name) {
  for (const CallableRow& row : callables)
    if (row.name == name)
      return &row;
  return nullptr;
}

Filter pathContains(const json& encoded) {
  const json& key = encoded.at("key");
  const bool exact = encoded.at("exact").get<bool>();
  if (key.is_string())
    return path_contains(key.get<std::string>(), exact);
  if (key.is_boolean())
    return path_contains(key.get<bool>() ? 1 : 0, exact);
  return path_contains(key.get<std::size_t>(), exact);
}

Filter pathIn(const json& encoded) {
  std::vector<key_path> paths;
  for (const json& path : encoded.at("paths"))
    paths.push_back(decodePath(path));
  return path_in(paths);
}

Filter ofType(const json& encoded) {
  return findKind(encoded.at("type").get<std::string>())->ofType();
}

struct FilterRow {
  std::string_view name;
  Filter (*decode)(const json&);
};
constexpr FilterRow rows[] = {
    {"ellipsis", [](const json&) -> Filter { return rest; }},
    {"true", [](const json&) -> Filter { return true; }},
    {"false", [](const json&) -> Filter { return false; }},
    {"none", [](const json&) -> Filter { return std::nullopt; }},
    {"Everything", [](const json&) -> Filter { return everything; }},
    {"Nothing", [](const json&) -> Filter { return nothing; }},
    {"type", ofType},
    {"OfType", ofType},
    {"str", [](const json& f) -> Filter { return f.at("value").get<std::string>(); }},
    {"WithTag", [](const json& f) -> Filter { return with_tag(f.at("tag").get<std::string>()); }},
    {"PathContains", pathContains},
    {"PathIn", pathIn},
    {"list", [](const json& f) -> Filter { return decodeFilters(f.at("items")); }},
    {"tuple", [](const json& f) -> Filter { return decodeFilters(f.at("items")); }},
    {"Any", [](const json& f) -> Filter { return any(decodeFilters(f.at("items"))); }},
    {"All", [](const json& f) -> Filter { return all(decodeFilters(f.at("items"))); }},
    {"Not", [](const json& f) -> Filter { return not_(decodeFilter(f.at("item"))); }},
    {"callable",
     [](const json& f) -> Filter { return findCallable(f.at("name").get<std::string>())->call; }},
};

std::string reasonToSkipFilter(const json& f) {
  const std::string kind = f.at("f").get<std::string>();
  if (kind == "number")
    return "a number as a filter does not compile";
  if ((kind == "type" || kind == "OfType") && !findKind(f.at("type").get<std::string>()))
    return "a type that this runner has no class for";
  if (kind == "callable" && !findCallable(f.at("name").get<std::string>()))
    return "a function that this runner does not have";
  for (const json& item : f.value("items", json::array()))
    if (std::string reason = reasonToSkipFilter(item); !reason.empty())
      return reason;
  return f.contains("item") ? reasonToSkipFilter(f.at("item")) : "";
}

std::string reasonToSkipEntry(const json& entry) {
  for (const json& key : entry.at("path"))
    if (!key.is_string() && !key.is_number_unsigned() &&
        !(key.is_number_integer() && key.get<std::int64_t>() >= 0))
      return "a key that is neither a name nor an index";
  return findKind(entry.at("type").get<std::string>()) ? ""
                                                       : "a type that this runner has no class for";
}

} // namespace

std::string reasonToSkip(const json& one) {
  std::string reason;
  const auto ask = [&](const json& f) {
    if (reason.empty() && f.is_object())
      reason = reasonToSkipFilter(f);
  };
  for (const char* member : {"filter", "a", "b", "wrt"})
    if (one.contains(member))
      ask(one.at(member));
  for (const json& f : one.value("filters", json::array()))
    ask(f);
  for (const json& axis : one.value("axes", json::array()))
    ask(axis.at("filter"));
  std::vector<json> states(1, one.value("entries", json::array()));
  for (const json& state : one.value("states", json::array()))
    states.push_back(state);
  for (const json& state : states)
    for (const json& entry : state)
      if (reason.empty())
        reason = reasonToSkipEntry(entry);
  return reason;
}

Filter decodeFilter(const json& encoded) {
  const std::string kind = encoded.at("f").get<std::string>();
  for (const FilterRow& row : rows)
    if (row.name == kind)
      return row.decode(encoded);
  throw std::runtime_error("unknown kind of filter: " + kind);
}

std::vector<Filter> decodeFilters(const json& encoded) {
  std::vector<Filter> result;
  for (const json& f : encoded)
    result.push_back(decodeFilter(f));
  return result;
}

} // namespace treelize::conformance::filters
