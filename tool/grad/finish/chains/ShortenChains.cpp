#include "grad/finish/chains/ShortenChains.h"

#include "grad/finish/chains/CarryNeighbours.h"
#include "grad/finish/chains/LinearForm.h"
#include "grad/finish/scopes/Simplify.h"
#include "grad/loops/LoopGuards.h"
#include "grad/rules/Guards.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Names.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// A shorter gain does not pay for the operations that a factor and a rest of their own take.
constexpr unsigned leastGain = stepLatency;
constexpr unsigned mostOperations = 16;

const Assign* setsNumber(const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isNumber = s && s->target.path.empty() && s->target.type->is(TypeKind::Real);
  return isNumber && !s->isAtomic ? s : nullptr;
}

/// The derivatives in numbers of their own that iterations find as an earlier one has left them.
std::set<VarId> handedOn(const Kernel& kernel, const For& loop) {
  std::set<VarId> read, set;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachExpr(
        stmt, [&](const Expr& e) { forEachRead(e, [&](const Place& p) { read.insert(p.base); }); });
    if (const Assign* s = setsNumber(stmt))
      set.insert(s->target.base);
  });
  for (const VarId own : declaredIn(loop.body))
    set.erase(own);
  std::erase_if(set, [&](VarId var) {
    return !read.contains(var) || !kernel[var].shadowOf || !isRegister(kernel, place(kernel, var));
  });
  return set;
}

unsigned operationsIn(const Value& value) {
  unsigned count = 0;
  if (!value.isNumber())
    any(*value.raw(), [&](const Expr& e) {
      count += std::holds_alternative<Apply>(e.node) || std::holds_alternative<Select>(e.node);
      return false;
    });
  return count;
}

bool pays(const LinearForm& form) {
  unsigned operations = operationsIn(form.rest);
  bool isGuarded = false;
  for (const auto& [number, term] : form.terms) {
    operations += operationsIn(term.factor);
    isGuarded = isGuarded || term.isGuarded;
  }
  const unsigned shortest = stepLatency + (isGuarded ? 1 : 0);
  return !form.terms.empty() && form.latency >= shortest + leastGain &&
         operations <= mostOperations;
}

/// Of a block, the numbers that it sets in one step.
class Shortener {
public:
  Shortener(Kernel& kernel, Block& block, const std::set<VarId>& carried)
      : kernel(kernel), block(block) {
    LinearForms forms(kernel, carried);
    for (std::size_t i = 0; i < block.size(); ++i)
      if (const Assign* s = setsNumber(block[i]); s && carried.contains(s->target.base))
        last[s->target.base] = i;
    for (std::size_t i = 0; i < block.size(); ++i) {
      forms.note(block[i]);
      for (const auto& [number, at] : last)
        if (const LinearForm* form = at == i ? forms.of(number) : nullptr; form && pays(*form))
          steps.emplace(number, *form);
    }
    std::erase_if(steps, [&](const auto& step) { return !isSetHereAlone(step.first); });
  }

  bool run() {
    if (steps.empty())
      return false;
    keepStarts();
    Block out = std::move(starts);
    for (std::size_t i = 0; i < block.size(); ++i)
      take(block[i], i, out);
    block = std::move(out);
    return true;
  }

private:
  Kernel& kernel;
  Block& block;
  std::map<VarId, std::size_t> last; // where a number is set last
  std::map<VarId, LinearForm> steps; // what it is then
  std::map<VarId, VarId> versions;   // the present one, in between
  std::map<VarId, VarId> before;     // what a number was at the block's start
  Block starts;

  /// By statements of this block that are known to.
  bool isSetHereAlone(VarId number) const {
    bool isOther = false;
    for (const Stmt& stmt : block)
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
        if (&part != &stmt || !setsNumber(stmt))
          forEachWritten(kernel, part,
                         [&](const Place& p) { isOther = isOther || p.base == number; });
      });
    return !isOther;
  }

  /// Those that another one asks for when they have changed.
  void keepStarts() {
    for (const auto& [number, form] : steps)
      for (const auto& [other, term] : form.terms) {
        if (other == number || !isSetUpTo(other, last.at(number)) || before.contains(other))
          continue;
        const Location at = block.front().location;
        before[other] = addNumber(other, "_before", at);
        starts.push_back(declare(before[other], load(kernel, other), at));
      }
  }

  bool isSetUpTo(VarId number, std::size_t end) const {
    bool found = false;
    forEachStmt(std::span(block).first(end), [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& p) { found = found || p.base == number; });
    });
    return found;
  }

  VarId addNumber(VarId like, const std::string& suffix, Location at) {
    const TypeRef type = kernel[like].type;
    const std::optional<VarId> of = kernel[like].shadowOf;
    const VarId number = addLocal(kernel, kernel[like].name + suffix, type, at);
    kernel[number].shadowOf = of;
    return number;
  }

  void take(Stmt& stmt, std::size_t at, Block& out) {
    const Assign* s = setsNumber(stmt);
    const VarId number = s ? s->target.base : VarId{};
    const bool isStep = s && steps.contains(number);
    if (isStep && last.at(number) == at) {
      step(number, stmt.location, out);
      versions.erase(number);
      return;
    }
    for (const auto& [of, version] : versions)
      replaceLoads(stmt, of, load(kernel, version));
    if (isStep)
      newVersion(number, *s, stmt.location, out);
    else
      out.push_back(std::move(stmt));
  }

  /// What statements between find; the number itself changes once.
  void newVersion(VarId number, const Assign& s, Location at, Block& out) {
    const auto known = versions.find(number);
    const Value old(load(kernel, known == versions.end() ? number : known->second));
    const Value value = plain(s.value);
    const Value sum = s.op == AssignOp::Set   ? value
                      : s.op == AssignOp::Add ? old + value
                                              : old - value;
    const VarId version = addNumber(number, "", at);
    out.push_back(declare(version, sum.expr(kernel[number].type), at));
    versions[number] = version;
  }

  void step(VarId number, Location at, Block& out) {
    const LinearForm& form = steps.at(number);
    const TypeRef& type = kernel[number].type;
    Value sum = form.rest;
    for (const auto& [other, term] : form.terms)
      if (other != number)
        sum = with(term, before.contains(other) ? before.at(other) : other, sum, at, out);
    const auto own = form.terms.find(number);
    const bool isSum = own != form.terms.end() && own->second.factor.isNumber(1);
    if (own != form.terms.end() && !isSum)
      sum = with(own->second, number, sum, at, out);
    const AssignOp op = isSum ? AssignOp::Add : AssignOp::Set;
    out.push_back(assign(place(kernel, number), op, sum.expr(type), at));
  }

  /// `sum + factor * number`
  Value with(const LinearForm::Term& term, VarId number, const Value& sum, Location at,
             Block& out) {
    const ExprRef value = load(kernel, number);
    const Value product = Value(value) * term.factor;
    if (!term.isGuarded)
      return sum + product;
    if (sum.isNumber(0))
      return Value(guarded({value, product.expr(value->type)}, value->type));
    const Value rest = named(sum, number, at, out);
    return select(Value(apply(Op::ne_, {value, real(0.0, value->type)}, boolType())),
                  rest + product, rest);
  }

  Value named(const Value& sum, VarId number, Location at, Block& out) {
    if (sum.isSimple())
      return sum;
    const TypeRef type = kernel[number].type;
    const VarId rest = addNumber(number, "_rest", at);
    out.push_back(declare(rest, sum.expr(type), at));
    return Value(load(kernel, rest));
  }
};

/// The numbers that the block makes those of that are handed on.
std::set<VarId> linksOf(const Kernel& kernel, const Block& block, const std::set<VarId>& carried) {
  std::set<VarId> links = carried;
  for (const Stmt& stmt : block | std::views::reverse)
    forEachWritten(kernel, stmt, [&](const Place& target) {
      if (links.contains(target.base))
        forEachExpr(stmt, [&](const Expr& e) {
          forEachRead(e, [&](const Place& p) { links.insert(p.base); });
        });
    });
  return links;
}

/// In what is left of a chain, a number is multiplied by the reciprocal, which is there in time.
bool multiplyByReciprocals(const Kernel& kernel, Block& block, const std::set<VarId>& carried) {
  const std::set<VarId> links = linksOf(kernel, block, carried);
  std::set<VarId> made = carried; // of what is handed on
  bool isChanged = false;
  const auto waits = [&](const Expr& e) {
    bool found = false;
    forEachRead(e, [&](const Place& p) { found = found || made.contains(p.base); });
    return found;
  };
  const auto multiply = [&](const ExprRef& e) {
    const auto* quotient = std::get_if<Apply>(&e->node);
    if (!quotient || quotient->op != Op::div || !e->type->is(TypeKind::Real) ||
        !waits(*quotient->args[0]) || waits(*quotient->args[1]))
      return e;
    isChanged = true;
    const ExprRef inverse = apply(Op::div, {real(1.0, e->type), quotient->args[1]}, e->type);
    return apply(Op::mul, {quotient->args[0], inverse}, e->type);
  };
  for (Stmt& stmt : block) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const Assign* number = setsNumber(stmt);
    const std::optional<VarId> target = local    ? std::optional(local->var)
                                        : number ? std::optional(number->target.base)
                                                 : std::nullopt;
    if (!target || !links.contains(*target))
      continue;
    forEachExprSlot(stmt, [&](ExprRef& slot) {
      slot = rewrite(slot, multiply);
      if (waits(*slot))
        made.insert(*target);
    });
  }
  return isChanged;
}

bool shortenIn(Kernel& kernel, Block& block, const std::set<VarId>& carried) {
  bool isChanged = false;
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      isChanged = shortenIn(kernel, *inner, carried) || isChanged;
  isChanged = Shortener(kernel, block, carried).run() || isChanged;
  return multiplyByReciprocals(kernel, block, carried) || isChanged;
}

} // namespace

void shortenChains(Kernel& derived) {
  bool isChanged = carryNeighbours(derived);
  forEachInnermostLoop(derived.body, [&](For& loop) {
    const std::set<VarId> carried = loop.parallel ? std::set<VarId>{} : handedOn(derived, loop);
    isChanged = (!carried.empty() && shortenIn(derived, loop.body, carried)) || isChanged;
  });
  if (isChanged) {
    dropDead(derived);
    reuseNames(derived);
  }
}

} // namespace treelize::grad
