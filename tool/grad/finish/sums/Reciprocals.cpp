#include "grad/finish/sums/Reciprocals.h"

#include "analysis/ElementRanges.h"
#include "analysis/LoopFacts.h"
#include "grad/loops/LoopGuards.h"
#include "grad/rules/Guards.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// The adjoints, and the locals that are made of them.
std::set<VarId> derivatives(const Kernel& adjoint) {
  std::set<VarId> found;
  for (unsigned i = 0; i < adjoint.variables.size(); ++i)
    if (adjoint.variables[i].shadowOf || adjoint.variables[i].role == Role::Seed)
      found.insert({i});
  forEachStmt(adjoint.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
      forEachRead(*local->value, [&](const Place& p) {
        if (found.contains(p.base))
          found.insert(local->var);
      });
  });
  return found;
}

bool isArithmetic(const Apply& e) {
  return e.op == Op::add || e.op == Op::sub || e.op == Op::mul || e.op == Op::div ||
         e.op == Op::neg;
}

/// Rewrites sums, products and quotients from the bottom up, but neither divisors nor what is
/// something else: there (`floor(x / y)`) a last digit may matter.
ExprRef rewriteArithmetic(const ExprRef& expr, const std::function<ExprRef(const ExprRef&)>& fn) {
  const auto* apply = std::get_if<Apply>(&expr->node);
  const std::optional<Guarded> sum = guardedSum(*expr);
  if (sum)
    return guarded({sum->seed, rewriteArithmetic(sum->value, fn)}, expr->type);
  if (!apply || !isArithmetic(*apply) || !expr->type->is(TypeKind::Real))
    return expr;
  Expr copy = *expr;
  const std::span<ExprRef> operands = std::get<Apply>(copy.node).args;
  for (ExprRef& operand : apply->op == Op::div ? operands.first(1) : operands)
    operand = rewriteArithmetic(operand, fn);
  return fn(std::make_shared<Expr>(std::move(copy)));
}

struct Reciprocal {
  ExprRef divisor;
  VarId local;
};

/// Quotients of a block by one number that no statement changes between.
struct Neighbours {
  ExprRef divisor;
  std::vector<std::size_t> positions;
  bool isOpen = true;
};

class Sharer {
public:
  explicit Sharer(Kernel& kernel) : kernel(kernel), derived(derivatives(kernel)) {}

  /// Outer loops first: what they leave alone their inner ones do as well.
  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      if (auto* loop = std::get_if<For>(&stmt.node))
        ofIterations(*loop, stmt.location, out);
      for (Block* inner : blocks(stmt))
        block(*inner);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
    ofNeighbours(statements);
  }

private:
  Kernel& kernel;
  const std::set<VarId> derived;

  /// Of a quotient whose divisor is no derivative, the divisor.
  const ExprRef* divisorOf(const Expr& e) const {
    const auto* quotient = std::get_if<Apply>(&e.node);
    if (!quotient || quotient->op != Op::div || !e.type->is(TypeKind::Real))
      return nullptr;
    const ExprRef& divisor = quotient->args[1];
    return isPlain(*divisor) && !isDerived(*divisor) ? &divisor : nullptr;
  }

  /// What the statement computes, if that is a derivative.
  ExprRef* derivativeOf(Stmt& stmt) const {
    if (auto* local = std::get_if<Declare>(&stmt.node))
      return local->value && derived.contains(local->var) ? &local->value : nullptr;
    auto* s = std::get_if<Assign>(&stmt.node);
    return s && derived.contains(s->target.base) ? &s->value : nullptr;
  }

  /// Of variables, by operators.
  static bool isPlain(const Expr& e) {
    bool reads = false;
    const bool isOther = any(e, [&](const Expr& part) {
      const bool isLoad = std::holds_alternative<Load>(part.node);
      reads = reads || isLoad;
      return !isLoad && !std::holds_alternative<Apply>(part.node) &&
             !std::holds_alternative<Literal>(part.node) &&
             !std::holds_alternative<Cast>(part.node);
    });
    return reads && !isOther;
  }

  bool isDerived(const Expr& e) const {
    bool found = false;
    forEachRead(e, [&](const Place& p) { found = found || derived.contains(p.base); });
    return found;
  }

  void forEachDivisor(Stmt& stmt, const std::function<void(const ExprRef&)>& fn) const {
    if (const ExprRef* derivative = derivativeOf(stmt))
      rewriteArithmetic(*derivative, [&](const ExprRef& e) {
        if (const ExprRef* divisor = divisorOf(*e))
          fn(*divisor);
        return e;
      });
  }

  /// Those that each run of the block may evaluate before it: what it surely divides by, and what
  /// is always there.
  void forEachDivisor(Block& block, bool isSure,
                      const std::function<void(const ExprRef&)>& fn) const {
    for (Stmt& stmt : block) {
      forEachDivisor(stmt, [&](const ExprRef& divisor) {
        if (isSure || isAlwaysThere(kernel, *divisor))
          fn(divisor);
      });
      const auto* loop = std::get_if<For>(&stmt.node);
      for (Block* inner : blocks(stmt))
        forEachDivisor(*inner, isSure && loop && analysis::surelyRuns(*loop), fn);
    }
  }

  VarId declareReciprocal(const ExprRef& divisor, const ExprRef& value, Location at, Block& out) {
    const auto* of = std::get_if<Load>(&divisor->node);
    const std::string name = of ? kernel[of->place.base].name + "_inverse" : "inverse";
    const VarId local = addLocal(kernel, name, divisor->type, at);
    out.push_back(declare(local, value, at));
    return local;
  }

  static ExprRef reciprocalOf(const ExprRef& divisor) {
    return apply(Op::div, {real(1.0, divisor->type), divisor}, divisor->type);
  }

  /// Products with the reciprocals in the place of the quotients.
  void multiply(Stmt& stmt, std::span<const Reciprocal> reciprocals) const {
    ExprRef* derivative = derivativeOf(stmt);
    if (!derivative)
      return;
    *derivative = rewriteArithmetic(*derivative, [&](const ExprRef& e) {
      const ExprRef* divisor = divisorOf(*e);
      const auto known = std::ranges::find_if(reciprocals, [&](const Reciprocal& r) {
        return divisor && isSame(**divisor, *r.divisor);
      });
      return known == reciprocals.end()
                 ? e
                 : apply(Op::mul, {std::get<Apply>(e->node).args[0], load(kernel, known->local)},
                         e->type, e->location);
    });
  }

  void multiply(Block& block, std::span<const Reciprocal> reciprocals) const {
    for (Stmt& stmt : block) {
      multiply(stmt, reciprocals);
      for (Block* inner : blocks(stmt))
        multiply(*inner, reciprocals);
    }
  }

  void ofIterations(For& loop, Location at, Block& before) {
    std::vector<ExprRef> divisors;
    forEachDivisor(loop.body, !mayAbandon(loop.body), [&](const ExprRef& divisor) {
      if (std::ranges::none_of(divisors, [&](const ExprRef& e) { return isSame(*e, *divisor); }))
        divisors.push_back(divisor);
    });
    if (divisors.empty())
      return;
    const analysis::LoopFacts facts(kernel, loop);
    std::vector<Reciprocal> steady;
    for (const ExprRef& divisor : divisors)
      if (facts.isInvariant(*divisor))
        steady.push_back(
            {divisor, declareReciprocal(divisor, beforeLoop(kernel, loop, reciprocalOf(divisor)),
                                        at, before)});
    if (!steady.empty())
      multiply(loop.body, steady);
  }

  std::vector<Neighbours> neighbours(Block& statements) const {
    std::vector<Neighbours> found;
    std::map<VarId, std::vector<std::size_t>> readers;
    const auto add = [&](const ExprRef& divisor, std::size_t position) {
      std::set<VarId> reads;
      forEachRead(*divisor, [&](const Place& p) { reads.insert(p.base); });
      for (const std::size_t i : readers[*reads.begin()])
        if (found[i].isOpen && isSame(*found[i].divisor, *divisor))
          return found[i].positions.push_back(position);
      for (const VarId read : reads)
        readers[read].push_back(found.size());
      found.push_back({divisor, {position}});
    };
    const auto close = [&](const Place& written) {
      const auto closed = readers.extract(written.base);
      if (closed)
        for (const std::size_t i : closed.mapped())
          found[i].isOpen = false;
    };
    for (std::size_t i = 0; i < statements.size(); ++i) {
      forEachDivisor(statements[i], [&](const ExprRef& divisor) { add(divisor, i); });
      if (!readers.empty())
        forEachStmt(std::span(&statements[i], 1),
                    [&](const Stmt& part) { forEachWritten(kernel, part, close); });
    }
    return found;
  }

  void ofNeighbours(Block& statements) {
    std::map<std::size_t, std::vector<Reciprocal>> at; // of the statements that use them
    std::map<std::size_t, Block> before;
    for (const Neighbours& group : neighbours(statements)) {
      if (group.positions.size() < 2)
        continue;
      const std::size_t first = group.positions.front();
      const VarId local = declareReciprocal(group.divisor, reciprocalOf(group.divisor),
                                            statements[first].location, before[first]);
      for (const std::size_t position : group.positions)
        at[position].push_back({group.divisor, local});
    }
    if (at.empty())
      return;
    Block out;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (const auto declarations = before.find(i); declarations != before.end())
        std::ranges::move(declarations->second, std::back_inserter(out));
      if (const auto known = at.find(i); known != at.end())
        multiply(statements[i], known->second);
      out.push_back(std::move(statements[i]));
    }
    statements = std::move(out);
  }
};

} // namespace

void shareReciprocals(Kernel& adjoint) {
  Sharer(adjoint).block(adjoint.body);
}

} // namespace treelize::grad
