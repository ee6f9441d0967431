#include "tree/JoinOverloads.h"

#include "Diagnostics.h"
#include "treelize/detail/walk/options.hpp"

#include <algorithm>

namespace treelize::tree {
namespace {

bool sameName(const TreeFunction& a, const TreeFunction& b) {
  const bool sameObject = a.object.has_value() == b.object.has_value() &&
                          (!a.object || a.object->type == b.object->type);
  return a.qualifiedName == b.qualifiedName && sameObject;
}

std::size_t arity(const TreeFunction& f) {
  return f.overloads.front().parameters.size();
}

bool sameOptions(const TreeFunction& a, const TreeFunction& b) {
  return a.mode == b.mode && a.inherit == b.inherit && a.missing == b.missing &&
         a.subside == b.subside && a.rises == b.rises && a.riseTemplate == b.riseTemplate;
}

/// Why b cannot share a's wrapper; empty if it can.
std::string obstacle(const TreeFunction& a, const TreeFunction& b) {
  if (a.isTemplate() || b.isTemplate())
    return "one of them is a template";
  if (!sameOptions(a, b))
    return "their options differ";
  const auto& p = a.overloads.front().parameters;
  const auto& q = b.overloads.front().parameters;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i].isMutable != q[i].isMutable)
      return "only one of them changes parameter '" + p[i].name + "'";
    if (p[i].name != q[i].name && p[i].isNamed && q[i].isNamed)
      return "the parameter '" + p[i].name + "' has another name in one of them";
  }
  return "";
}

bool takesNoContainer(const TreeFunction& f) {
  return std::ranges::none_of(f.overloads, [](const Signature& s) {
    return std::ranges::any_of(s.parameters, &Parameter::mayBeContainer);
  });
}

void checkOptions(const TreeFunction& f, DiagnosticSink& sink) {
  const auto mode = static_cast<treelize::mode>(f.mode);
  if (f.missing && missing_is_idle(mode))
    sink.report(Diag::missing_without_effect, f.missingLocation,
                {f.mode == Mode::strict ? "strict" : "inner"});
  if (!f.missing && needs_missing(mode))
    sink.report(Diag::outer_without_missing, f.location, {f.name});
  if (f.rises && f.returnsNumber)
    sink.report(Diag::rise_without_effect, f.riseLocation, {f.name});
  if (f.subside &&
      (takesNoContainer(f) || !(f.subside->dict || f.subside->list || f.subside->tuple)))
    sink.report(Diag::subside_without_effect, f.subsideLocation, {f.name});
}

} // namespace

std::vector<TreeFunction> joinOverloads(std::vector<TreeFunction> functions, DiagnosticSink& sink) {
  std::vector<TreeFunction> result;
  for (TreeFunction& f : functions) {
    checkOptions(f, sink);
    auto same = std::ranges::find_if(result, [&](const TreeFunction& other) {
      return sameName(other, f) && arity(other) == arity(f);
    });
    if (same == result.end()) {
      result.push_back(std::move(f));
      continue;
    }
    if (std::string reason = obstacle(*same, f); !reason.empty())
      sink.report(
          Diag::overloads_not_yet, f.location, {f.name, reason},
          {.notes = {{Diag::declared_here, same->location, {f.name}}}, .fixIts = {}, .ranges = {}});
    else
      same->overloads.push_back(std::move(f.overloads.front()));
  }
  for (TreeFunction& f : result)
    f.namesArity = std::ranges::count_if(
                       result, [&](const TreeFunction& other) { return sameName(other, f); }) > 1;
  return result;
}

} // namespace treelize::tree
