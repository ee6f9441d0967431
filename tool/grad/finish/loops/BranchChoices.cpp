#include "grad/finish/loops/BranchChoices.h"

#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

class Chooser {
public:
  explicit Chooser(const Block& statements) {
    forEachStmt(statements, [&](const Stmt& stmt) {
      if (const auto* s = std::get_if<Assign>(&stmt.node))
        assigned.insert(s->target.base);
    });
  }

  void add(const Stmt& stmt, Block& out) {
    const auto noteLoads = [&](const Expr& e) { forEachLoad(e, [&](const Place& p) { note(p); }); };
    if (const auto* branch = std::get_if<If>(&stmt.node)) {
      noteLoads(*branch->condition);
      if (std::optional<Block> chosen = selections(*branch)) {
        std::ranges::move(*chosen, std::back_inserter(out));
        return;
      }
    }
    forEachExpr(stmt, noteLoads);
    out.push_back(stmt);
  }

private:
  std::set<VarId> assigned;
  std::vector<Place> evaluated; // elements whose indices keep their values

  void note(const Place& p) {
    bool isSteady = !p.path.empty();
    forEachIndexRead(p, [&](const Place& index) {
      isSteady = isSteady && index.path.empty() && !assigned.contains(index.base);
    });
    if (isSteady)
      evaluated.push_back(p);
  }

  /// May it be evaluated where the program does not? Nothing but sums, products and comparisons of
  /// numbers, and of elements that are read anyway.
  bool isFree(const Expr& e) const {
    if (const auto* read = std::get_if<Load>(&e.node))
      return e.type->isScalar() &&
             (read->place.path.empty() || std::ranges::any_of(evaluated, [&](const Place& p) {
                return isSame(p, read->place);
              }));
    if (std::holds_alternative<Literal>(e.node))
      return true;
    if (const auto* choice = std::get_if<Select>(&e.node))
      return isFree(*choice->condition) && isFree(*choice->ifTrue) && isFree(*choice->ifFalse);
    const auto* apply = std::get_if<Apply>(&e.node);
    const bool isOfNumbers = e.type->is(TypeKind::Real) || e.type->is(TypeKind::Bool);
    return apply && isOfNumbers && !isCostly(apply->op) &&
           std::ranges::all_of(apply->args, [&](const ExprRef& arg) { return isFree(*arg); });
  }

  std::optional<Block> selections(const If& branch) const {
    Block out;
    for (const bool isTrue : {true, false})
      for (const Stmt& stmt : straight(isTrue ? branch.thenBlock : branch.elseBlock)) {
        if (const auto* local = std::get_if<Declare>(&stmt.node)) {
          if (!local->value || !isFree(*local->value))
            return std::nullopt;
          out.push_back(stmt);
          continue;
        }
        const auto* s = std::get_if<Assign>(&stmt.node);
        if (!s || !s->target.path.empty() || s->isAtomic || !isFree(*s->value) ||
            any(*branch.condition, [&](const Expr& e) { return loads(e, s->target.base); }))
          return std::nullopt;
        out.push_back(selection(branch.condition, isTrue, *s, stmt.location));
      }
    return out;
  }

  /// With selections for the branches inside whose conditions may be evaluated anyway.
  Block straight(const Block& block) const {
    Block out;
    for (const Stmt& stmt : block) {
      const auto* branch = std::get_if<If>(&stmt.node);
      std::optional<Block> chosen =
          branch && isFree(*branch->condition) ? selections(*branch) : std::nullopt;
      if (chosen)
        std::ranges::move(*chosen, std::back_inserter(out));
      else
        out.push_back(stmt);
    }
    return out;
  }

  static bool loads(const Expr& e, VarId var) {
    const auto* read = std::get_if<Load>(&e.node);
    return read && read->place.base == var;
  }

  static Stmt selection(const ExprRef& condition, bool isTrue, const Assign& s, Location at) {
    const ExprRef now = load(s.target);
    ExprRef value = s.value;
    if (s.op != AssignOp::Set)
      value = apply(s.op == AssignOp::Add ? Op::add : Op::sub, {now, value}, now->type);
    return assign(s.target, AssignOp::Set,
                  isTrue ? select(condition, value, now) : select(condition, now, value), at);
  }
};

} // namespace

Block withSelections(const Block& statements) {
  Chooser chooser(statements);
  Block out;
  for (const Stmt& stmt : statements)
    chooser.add(stmt, out);
  return out;
}

} // namespace treelize::grad
