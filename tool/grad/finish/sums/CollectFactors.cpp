#include "grad/finish/sums/CollectFactors.h"

#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

bool isWide(const Expr& e) {
  return isOverLanes(*e.type);
}

/// Does it cost next to nothing to calculate a number twice? Compilers see that quotients are the same.
bool isCheap(const Expr& e) {
  return !any(e, [](const Expr& part) {
    if (std::holds_alternative<Load>(part.node) || std::holds_alternative<Literal>(part.node) ||
        std::holds_alternative<Cast>(part.node) || part.type->is(TypeKind::Integer))
      return false;
    const auto* s = std::get_if<Apply>(&part.node);
    return !s || (s->op != Op::add && s->op != Op::sub && s->op != Op::mul && s->op != Op::div &&
                  s->op != Op::neg);
  });
}

/// How many operations on lanes, and on numbers, an expression takes.
struct Cost {
  int wide = 0, narrow = 0;
};

void addCost(const Expr& e, Cost& cost) {
  if (const auto* s = std::get_if<Apply>(&e.node)) {
    (isWide(e) ? cost.wide : cost.narrow) += 1;
    for (const ExprRef& operand : s->args)
      addCost(*operand, cost);
  } else if (const auto* cast = std::get_if<Cast>(&e.node)) {
    addCost(*cast->arg, cost);
  }
}

Cost costOf(const Expr& e) {
  Cost cost;
  addCost(e, cost);
  return cost;
}

/// A sum of lanes by factors; what is no such sum counts as lanes.
class Combination {
public:
  explicit Combination(const ExprRef& e) { add(e, 1.0); }

  ExprRef expr(const TypeRef& type) const {
    Value sum = 0.0;
    for (const Term& term : terms) {
      const Value by = Value(term.lanes) * plain(term.factor.expr(doubleType()));
      sum = sum + by;
    }
    return sum.isNumber() ? nullptr : typed(sum.expr(type), type);
  }

private:
  struct Term {
    ExprRef lanes;
    Value factor;
  };
  std::vector<Term> terms;

  void add(const ExprRef& e, const Value& factor) {
    const auto* s = std::get_if<Apply>(&e->node);
    const bool isShared = s && (s->op == Op::add || s->op == Op::sub) && isWide(*s->args[0]) && isWide(*s->args[1]);
    if (isShared && (factor.isNumber() || isCheap(*factor.raw()))) {
      add(s->args[0], factor);
      add(s->args[1], s->op == Op::add ? factor : -factor);
    } else if (s && s->op == Op::neg) {
      add(s->args[0], -factor);
    } else if (s && s->op == Op::mul && isWide(*s->args[0]) != isWide(*s->args[1])) {
      const std::size_t lanes = isWide(*s->args[0]) ? 0 : 1;
      add(s->args[lanes], factor * plain(s->args[1 - lanes]));
    } else if (s && s->op == Op::div && isWide(*s->args[0]) && !isWide(*s->args[1])) {
      add(s->args[0], factor / plain(s->args[1]));
    } else {
      addTerm(e, factor);
    }
  }

  void addTerm(const ExprRef& e, const Value& factor) {
    const bool isLoad = std::holds_alternative<Load>(e->node);
    const auto same = std::ranges::find_if(terms, [&](const Term& t) { return isLoad && isSame(*t.lanes, *e); });
    if (same == terms.end())
      terms.push_back({e, factor});
    else
      same->factor = same->factor + factor;
  }

  /// What holds lanes is as wide as they are.
  static ExprRef typed(const ExprRef& expr, const TypeRef& type) {
    return rewrite(expr, [&](const ExprRef& e) -> ExprRef {
      const auto* s = std::get_if<Apply>(&e->node);
      if (!s || isWide(*e) || std::ranges::none_of(s->args, [](const ExprRef& operand) { return isWide(*operand); }))
        return e;
      return apply(s->op, s->args, type, e->location);
    });
  }
};

} // namespace

void collectFactors(Kernel& derived) {
  const auto collect = [](ExprRef& e) {
    if (!e || !isWide(*e) || !e->type->is(TypeKind::Real) || !std::holds_alternative<Apply>(e->node))
      return;
    const ExprRef collected = Combination(e).expr(e->type);
    if (!collected)
      return;
    const Cost before = costOf(*e), after = costOf(*collected);
    if (after.wide < before.wide && after.narrow <= before.narrow + 2 * (before.wide - after.wide))
      e = collected;
  };
  const std::function<void(Block&)> walk = [&](Block& block) {
    for (Stmt& stmt : block) {
      if (auto* local = std::get_if<Declare>(&stmt.node))
        collect(local->value);
      else if (auto* assigned = std::get_if<Assign>(&stmt.node))
        collect(assigned->value);
      else if (auto* appended = std::get_if<Append>(&stmt.node))
        collect(appended->value);
      for (Block* inner : blocks(stmt))
        walk(*inner);
    }
  };
  walk(derived.body);
}

} // namespace treelize::grad
