#include "grad/finish/storage/ContractArrays.h"

#include "analysis/Indices.h"
#include "analysis/LocalArrays.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <map>

namespace treelize::grad {

using namespace ir;

namespace {

/// The innermost loop that holds all mentions of an array but its declaration.
struct Home {
  For* loop;
  bool isRepeated; // since the array was declared
};

/// The only statement with a mention of the variable.
Stmt* onlyMention(Block& block, VarId var, const Stmt* declaration) {
  Stmt* only = nullptr;
  for (Stmt& stmt : block) {
    if (&stmt == declaration || !mentions(stmt, var))
      continue;
    if (only)
      return nullptr;
    only = &stmt;
  }
  return only;
}

std::optional<Home> homeOf(Block& block, const Stmt& declaration, VarId array) {
  std::optional<Home> home;
  bool isRepeated = false;
  for (Stmt* at = onlyMention(block, array, &declaration); at;) {
    std::vector<Block*> inner = blocks(*at);
    std::erase_if(inner, [&](const Block* b) { return !mentions(*b, array); });
    if (inner.size() != 1 || reads(*at, array))
      break;
    if (auto* loop = std::get_if<For>(&at->node))
      home = Home{loop, isRepeated};
    isRepeated = isRepeated || isLoop(*at);
    at = onlyMention(*inner.front(), array, nullptr);
  }
  return home;
}

class Contractor {
public:
  explicit Contractor(Kernel& kernel) : kernel(kernel), arrays(kernel), writes(kernel) {}

  bool block(Block& statements) {
    bool changed = false;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        changed |= block(*inner);
      if (const std::optional<analysis::LocalArray> array = arrays.declaredBy(stmt))
        changed |= contract(statements, stmt, array->var);
    }
    return changed;
  }

private:
  Kernel& kernel;
  analysis::LocalArrays arrays;
  const WriteCounts writes;

  bool contract(Block& statements, const Stmt& declaration, VarId array) {
    if (writes.of(array).declared() != 1)
      return false;
    const std::optional<Home> home = homeOf(statements, declaration, array);
    if (!home || !usesOwnElement(*home->loop, array))
      return false;
    Block& body = home->loop->body;
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < body.size(); ++i)
      if (mentions(body[i], array))
        at.push_back(i);
    if (at.size() < 2)
      return false;
    const auto* value = std::get_if<Assign>(&body[at.front()].node);
    const bool isSetFirst = value && value->op == AssignOp::Set && value->target.base == array &&
                            !reads(body[at.front()], array);
    const bool endsAtZero = isClear(body[at.back()], array);
    const bool isZeroFirst =
        analysis::opensAtZero(kernel, declaration) && (!home->isRepeated || endsAtZero);
    if (!isSetFirst && !isZeroFirst)
      return false;
    if (endsAtZero)
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(at.back()));
    makeLocal(body, at.front(), isSetFirst, array);
    return true;
  }

  static bool isClear(const Stmt& stmt, VarId array) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->op == AssignOp::Set && s->target.base == array && numberOf(s->value) == 0.0;
  }

  /// Is it always the element at one index, which is another in each iteration?
  bool usesOwnElement(const For& loop, VarId array) const {
    const analysis::LoopFacts facts(kernel, loop);
    std::optional<Place> own;
    bool holds = analysis::namesElementsOnly(std::span(loop.body), array);
    auto look = [&](const Place& p) {
      if (p.base != array)
        return;
      own = own ? own : std::optional(p);
      const Expr* index = analysis::lastIndex(p);
      holds = holds && index && isSame(*own, p) && analysis::followsCounter(*index, facts);
    };
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      if (const Place* place = namedPlace(stmt)) {
        forEachIndexRead(*place, look);
        look(*place);
      }
    });
    return holds;
  }

  void makeLocal(Block& body, std::size_t first, bool isSetFirst, VarId array) {
    const Variable of = kernel[array];
    const VarId local = addLocal(kernel, of.name, of.type->element, of.location);
    kernel[local].shadowOf = of.shadowOf;
    changePlaces(body, [&](Place& place) {
      if (place.base == array)
        place = ir::place(kernel, local);
    });
    Stmt& opening = body[first];
    if (isSetFirst)
      opening = declare(local, std::get<Assign>(opening.node).value, opening.location);
    else
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(first),
                  declare(local, real(0.0, of.type->element), of.location));
  }
};

} // namespace

bool contractArrays(Kernel& kernel) {
  return Contractor(kernel).block(kernel.body);
}

} // namespace treelize::grad
