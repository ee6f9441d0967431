#include "analysis/FirstWrites.h"

#include "ir/Walk.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// `3,1` of a[3][1]; nothing where an index is not constant.
std::optional<std::string> elementKey(const Place& place) {
  std::string key;
  for (const Selector& selector : place.path) {
    if (selector.isField())
      return std::nullopt;
    for (const ExprRef& index : selector.indices) {
      const auto* literal = std::get_if<Literal>(&index->node);
      if (!literal)
        return std::nullopt;
      key += literal->text + ",";
    }
  }
  return key;
}

bool holdsNumbersOnly(const Type& type) {
  return type.is(TypeKind::Array) ? holdsNumbersOnly(*type.element) : type.is(TypeKind::Real);
}

void findIn(const Kernel& kernel, const Block& block, std::set<const Stmt*>& found) {
  std::map<VarId, std::set<std::string>> written; // of the locals that began here without a value
  for (const Stmt& stmt : block) {
    for (const Block* inner : blocks(stmt))
      findIn(kernel, *inner, found);
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      const Variable& variable = kernel[local->var];
      written.erase(local->var);
      if (!local->value && !variable.byReference && holdsNumbersOnly(*variable.type))
        written[local->var];
      continue;
    }
    const auto* assignment = std::get_if<Assign>(&stmt.node);
    const std::optional<std::string> key = assignment && assignment->op == AssignOp::Set && assignment->target.type->isScalar()
                                               ? elementKey(assignment->target)
                                               : std::nullopt;
    if (!key) {
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
        forEachWritten(kernel, inner, [&](const Place& place) { written.erase(place.base); });
      });
    } else if (const auto local = written.find(assignment->target.base); local != written.end() && local->second.insert(*key).second) {
      found.insert(&stmt);
    }
  }
}

} // namespace

std::set<const Stmt*> findFirstWrites(const Kernel& kernel) {
  std::set<const Stmt*> found;
  findIn(kernel, kernel.body, found);
  return found;
}

} // namespace treelize::analysis
