// The area pytree: JAX's pytrees, and optree's where they mean the same.
#include "Ops.h"
#include "Rules.h"

#include "treelize/error.hpp"

#include <regex>

namespace treelize::conformance::pytree {
namespace {

struct OpRow {
  std::string_view name;
  RunOp run;
};
constexpr OpRow ops[] = {
    {"flatten", runFlatten},
    {"paths", runPaths},
    {"optree_flatten", runOptreeFlatten},
    {"structure_equal", runStructureEqual},
    {"unflatten", runUnflatten},
    {"compose", runCompose},
    {"map", runMap},
    {"map_with_path", runMapWithPath},
    {"optree_map", runOptreeMap},
    {"reduce", runReduce},
    {"all", runAll},
    {"transpose", runTranspose},
    {"broadcast", runBroadcast},
    {"flatten_up_to", runFlattenUpTo},
    {"flatten_axes", runFlattenAxes},
    {"optree_broadcast_prefix", runOptreeBroadcast},
    {"is_prefix", runIsPrefix},
    {"prefix_errors", runPrefixErrors},
    {"equality_errors", runEqualityErrors},
};

RunOp findOp(const std::string& name) {
  for (const OpRow& row : ops)
    if (row.name == name)
      return row.run;
  return nullptr;
}

/// A mismatch as the vectors tell it: where, and in what respect. The texts are each system's own.
json equalityError(const json& error) {
  const std::string why = error.at("why");
  const bool data = why.find("metadata") != std::string::npos;
  const bool dict = error.at("left").get<std::string>().find("dict'>") != std::string::npos ||
                    error.at("left").get<std::string>().find("Dict'>") != std::string::npos;
  const char* kind = why.find("types differ") != std::string::npos ? "type"
                     : data && !dict                               ? "data"
                                     : "children"; // JAX has keys in the metadata
  return {{"path", error.at("path")}, {"kind", kind}};
}

json prefixError(const json& error) {
  static const std::regex pattern(
      "pytree structure error: ([^\n]*) at key path\n    prefix([^\n]*)\n[^]*");
  std::smatch match;
  const std::string text = error;
  if (!std::regex_match(text, match, pattern))
    return text;
  const std::string what = match[1];
  const bool dict =
      text.find("dict'>") != std::string::npos || text.find("Dict'>") != std::string::npos;
  const char* kind = what == "different types"                             ? "type"
                     : what.find("metadata") != std::string::npos && !dict ? "data"
                                                                           : "children";
  return {{"path", match[2].str()}, {"kind", kind}};
}

/// What was recorded, as far as it is compared.
json comparable(const std::string& op, json expected) {
  if (op == "equality_errors")
    for (json& error : expected)
      error = equalityError(error);
  if (op == "prefix_errors")
    for (json& error : expected)
      error = prefixError(error);
  if (op == "optree_flatten")
    expected.erase("treespec"); // the text is optree's own
  return withSortedDicts(expected);
}

struct Answer {
  json result;
  std::string error; ///< Python's class; empty if there is a result
};

Answer answer(RunOp run, const json& one) {
  try {
    return {withSortedDicts(run(one)), {}};
  } catch (const PythonError& error) {
    return {{}, error.name};
  } catch (const treelize::error& error) {
    return {{}, pythonClass(one.at("op"), error)};
  }
}

} // namespace

} // namespace treelize::conformance::pytree

namespace treelize::conformance {

Outcome runPytree(const json&, const json& one) {
  using namespace pytree;
  const std::string op = one.at("op");
  if (const char* reason = skipReason(one))
    return Outcome::skipped(reason);
  const RunOp run = findOp(op);
  if (!run)
    return Outcome::failed("an unknown operation: " + op);
  const Answer got = answer(run, one);
  const json& expect = one.at("expect");
  if (expect.contains("error")) {
    const std::string wanted = expect.at("error").at("class");
    return got.error == wanted
               ? Outcome::passed()
               : Outcome::failed("expected " + wanted + ", got " +
                                 (got.error.empty() ? got.result.dump() : got.error));
  }
  const json wanted = comparable(op, expect.at("result"));
  if (got.error.empty() && got.result == wanted)
    return Outcome::passed();
  return Outcome::failed(op + ": expected " + wanted.dump() + ", got " +
                         (got.error.empty() ? got.result.dump() : got.error));
}

} // namespace treelize::conformance
