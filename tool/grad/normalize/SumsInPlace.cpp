#include "grad/normalize/SumsInPlace.h"

#include "analysis/Regions.h"
#include "grad/normalize/Recurrences.h"
#include "ir/Walk.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// `place = local`
const Load* storedLocal(const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const auto* read =
      s && s->op == AssignOp::Set && !s->isAtomic ? std::get_if<Load>(&s->value->node) : nullptr;
  return read && read->place.path.empty() ? read : nullptr;
}

class InPlace {
public:
  explicit InPlace(Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachOwnMention(stmt, [&](VarId var) { ++mentions[var]; });
    });
  }

  void block(Block& statements) {
    std::map<VarId, std::size_t> begun; // where a real local is that is named once more
    std::set<std::size_t> moved;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      const auto* local = std::get_if<Declare>(&statements[i].node);
      if (local && local->value && isOnlyForOne(local->var))
        begun[local->var] = i;
      const Load* stored = storedLocal(statements[i]);
      const auto from = stored ? begun.find(stored->place.base) : begun.end();
      if (from != begun.end() && moveTo(statements, from->second, i))
        moved.insert(from->second);
    }
    Block rest;
    for (std::size_t i = 0; i < statements.size(); ++i)
      if (!moved.contains(i))
        rest.push_back(std::move(statements[i]));
    statements = std::move(rest);
  }

private:
  Kernel& kernel;
  std::map<VarId, unsigned> mentions;

  bool isOnlyForOne(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference &&
           variable.type->is(TypeKind::Real) && mentions.at(var) == 2;
  }

  /// Nothing between the two may change what the sum is made of.
  bool moveTo(Block& statements, std::size_t from, std::size_t to) const {
    auto& s = std::get<Assign>(statements[to].node);
    const ExprRef value = std::get<Declare>(statements[from].node).value;
    const auto between = std::span(statements).subspan(from + 1, to - from - 1);
    const std::optional<Assign> sum = sumInto(s.target, value);
    if (!sum || analysis::mayChange(*value, analysis::writesOf(kernel, between)))
      return false;
    s = *sum;
    return true;
  }
};

} // namespace

void sumInPlace(Kernel& kernel) {
  InPlace(kernel).block(kernel.body);
}

} // namespace treelize::grad
