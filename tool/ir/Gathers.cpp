#include "ir/Gathers.h"

#include "ir/GivenValue.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace treelize::ir {

namespace {

bool isElement(const Place& place) {
  return std::ranges::any_of(place.path, [](const Selector& s) { return !s.indices.empty(); });
}

/// The numbers that were read from elements, or made of such.
class MemoryNumbers {
public:
  explicit MemoryNumbers(const Block& body) {
    for (bool grows = true; grows;) {
      grows = false;
      forEachStmt(body, [&](const Stmt& stmt) {
        if (const std::optional<GivenValue> given = givenBy(stmt);
            given && isOfMemory(*given->value))
          grows = found.insert(given->to).second || grows;
      });
    }
  }

  bool isOfMemory(const Expr& value) const {
    bool is = false;
    forEachLoad(value, [&](const Place& p) {
      is = is || isElement(p) || (p.path.empty() && found.contains(p.base));
    });
    return is;
  }

private:
  std::set<VarId> found;
};

/// Is the variable's value part of what the expression is made of, and not just an index in it?
bool isMadeOf(const Expr& value, VarId var) {
  if (const auto* read = std::get_if<Load>(&value.node))
    return read->place.path.empty() && read->place.base == var;
  bool is = false;
  forEachOperand(value, [&](const Expr& operand) { is = is || isMadeOf(operand, var); });
  return is;
}

class Gathers {
public:
  explicit Gathers(const Kernel& kernel) : numbers(kernel.body) { block(kernel.body); }

  std::set<VarId> found;

private:
  MemoryNumbers numbers;
  std::vector<VarId> counters; // of the loops around, the innermost last

  void block(const Block& statements) {
    for (const Stmt& stmt : statements) {
      if (const Place* named = namedPlace(stmt))
        look(*named);
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, [&](const Place& p) { look(p); }); });
      const auto* loop = std::get_if<For>(&stmt.node);
      if (loop)
        counters.push_back(loop->counter);
      for (const Block* inner : blocks(stmt))
        block(*inner);
      if (loop)
        counters.pop_back();
    }
  }

  void look(const Place& place) {
    for (const Selector& selector : place.path)
      for (const ExprRef& index : selector.indices)
        if (numbers.isOfMemory(*index) && (counters.empty() || !isMadeOf(*index, counters.back())))
          found.insert(place.base);
  }
};

/// The variables of whose elements the loop sets one after the other, in any case.
void addFilled(const For& loop, std::set<VarId>& filled) {
  for (const Stmt& stmt : loop.body) {
    const auto* set = std::get_if<Assign>(&stmt.node);
    if (set && set->op == AssignOp::Set && !set->target.path.empty() &&
        set->target.path.front().indices.size() == 1 &&
        isMadeOf(*set->target.path.front().indices.front(), loop.counter))
      filled.insert(set->target.base);
  }
}

} // namespace

std::set<VarId> gathered(const Kernel& kernel) {
  return Gathers(kernel).found;
}

std::set<VarId> refilled(const Kernel& kernel) {
  std::set<VarId> filled, changed;
  forEachStmt(kernel.body, [&](const Stmt& outer) {
    if (isLoop(outer))
      for (const Block* body : blocks(outer))
        forEachStmt(*body, [&](const Stmt& inner) {
          if (const auto* loop = std::get_if<For>(&inner.node))
            addFilled(*loop, filled);
        });
    const auto* set = std::get_if<Assign>(&outer.node);
    if (set && set->op == AssignOp::Set && isElement(set->target))
      forEachRead(*set->value, [&](const Place& p) {
        if (p.base == set->target.base)
          changed.insert(p.base);
      });
  });
  std::erase_if(filled, [&](VarId var) { return !changed.contains(var); });
  return filled;
}

} // namespace treelize::ir
