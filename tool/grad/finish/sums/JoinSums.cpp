#include "grad/finish/sums/JoinSums.h"

#include "analysis/Regions.h"
#include "grad/rules/Value.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// A sum of more terms is hard to read.
constexpr unsigned mostTerms = 4;

class SumJoiner {
public:
  SumJoiner(const Kernel& kernel, For& loop)
      : kernel(kernel), body(loop.body), running(runningSums(kernel, loop)) {
    for (const Stmt& stmt : body)
      facts.push_back(factsOf(stmt));
  }

  void run() {
    for (std::size_t i = 0; i < body.size();) {
      if (const std::optional<std::size_t> later = laterSum(i))
        join(i, *later);
      else
        ++i;
    }
  }

private:
  struct Facts {
    analysis::RegionSet reads, writes;
    bool isSum = false;
  };

  const Kernel& kernel;
  Block& body;
  const std::set<VarId> running;
  std::vector<Facts> facts; // of each statement

  Facts factsOf(const Stmt& stmt) const {
    const std::span<const Stmt> one(&stmt, 1);
    Facts result{{}, analysis::writesOf(kernel, one), isSum(stmt)};
    forEachStmt(one, [&](const Stmt& part) {
      forEachExpr(part, [&](const Expr& e) {
        forEachRead(e, [&](const Place& p) { result.reads.insert(p); });
      });
    });
    return result;
  }

  /// `element += value`, `element -= value` or, as what comes first, `element = value`.
  bool isSum(const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && !s->isAtomic && (!s->target.path.empty() || running.contains(s->target.base)) &&
           kernel[s->target.base].shadowOf && s->target.type->is(TypeKind::Real) &&
           !overlapsItself(*s);
  }
  const Assign& sumAt(std::size_t at) const { return std::get<Assign>(body[at].node); }

  static bool overlapsItself(const Assign& s) {
    bool found = false;
    forEachRead(*s.value, [&](const Place& p) { found = found || analysis::overlap(p, s.target); });
    return found;
  }

  static unsigned termsOf(const Expr& e) {
    const auto* apply = std::get_if<Apply>(&e.node);
    const bool isSum = apply && (apply->op == Op::add || apply->op == Op::sub);
    return isSum ? termsOf(*apply->args[0]) + termsOf(*apply->args[1]) : 1;
  }

  std::size_t nextSumTo(const Place& element, std::size_t from) const {
    while (from < body.size() && !(facts[from].isSum && isSame(sumAt(from).target, element)))
      ++from;
    return from;
  }

  /// The next sum to the same element, if what is added now may as well be added then.
  std::optional<std::size_t> laterSum(std::size_t at) const {
    if (!facts[at].isSum)
      return std::nullopt;
    const Assign& first = sumAt(at);
    const std::size_t next = nextSumTo(first.target, at + 1);
    if (next == body.size() || sumAt(next).op == AssignOp::Set ||
        termsOf(*first.value) + termsOf(*sumAt(next).value) > mostTerms)
      return std::nullopt;
    for (std::size_t i = at + 1; i < next; ++i)
      if (interferes(i, first))
        return std::nullopt;
    return next;
  }

  /// Does the statement read the element, set it, or change what is added to it or where it is?
  bool interferes(std::size_t at, const Assign& sum) const {
    const auto* other = std::get_if<Assign>(&body[at].node);
    const bool isOtherSum = other && (other->op != AssignOp::Set && sum.op != AssignOp::Set);
    const analysis::RegionSet &reads = facts[at].reads, &writes = facts[at].writes;
    return reads.overlaps(sum.target) || (!isOtherSum && writes.overlaps(sum.target)) ||
           (!other && !std::holds_alternative<Declare>(body[at].node)) ||
           analysis::mayChange(*sum.value, writes) || analysis::mayMove(sum.target, writes);
  }

  static Value valueOf(const Assign& sum) {
    if (numberOf(sum.value) == 0.0)
      return 0.0;
    return sum.op == AssignOp::Sub ? -Value(sum.value) : Value(sum.value);
  }

  void join(std::size_t at, std::size_t later) {
    const Assign first = sumAt(at);
    auto& next = std::get<Assign>(body[later].node);
    const Value a = valueOf(first), b = valueOf(next);
    const bool areSubtracted = first.op == AssignOp::Sub && next.op == AssignOp::Sub;
    const Value both = areSubtracted   ? Value(first.value) + Value(next.value)
                       : a.isNegated() ? b - -a
                                       : a + b;
    next.op = areSubtracted               ? AssignOp::Sub
              : first.op == AssignOp::Set ? AssignOp::Set
                                          : AssignOp::Add;
    next.value = both.expr(next.target.type);
    facts[later] = factsOf(body[later]);
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
    facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(at));
  }
};

} // namespace

void joinSums(Kernel& adjoint) {
  forEachInnermostLoop(adjoint.body, [&](For& loop) { SumJoiner(adjoint, loop).run(); });
}

} // namespace treelize::grad
