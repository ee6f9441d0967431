#include "grad/finish/loops/PeelLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "grad/finish/loops/EndChoices.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/LoopParts.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// A longer body is not written three times.
constexpr std::size_t mostStatements = 40;

bool writesElements(const Block& block) {
  bool found = false;
  forEachStmt(block, [&](const Stmt& stmt) {
    const Place* target = namedPlace(stmt);
    found = found || (target && !target->path.empty());
  });
  return found;
}

/// The body of a loop as it is between the ends.
class Inside {
public:
  Inside(const Kernel& kernel, const For& loop)
      : kernel(kernel), choices(kernel, loop), values(kernel, loop.body) {}

  Block of(const Block& body) {
    Block out;
    for (const Stmt& stmt : body)
      add(stmt, out);
    dropSpelled(out);
    return out;
  }

  LoopEnds ends;

private:
  const Kernel& kernel;
  EndChoices choices;
  const analysis::OnlyValues values;
  using Values = std::map<VarId, ExprRef>;
  Values known; // what locals are that chose
  Values sums;  // what others are made of, the arguments of a function that chooses among them

  static ExprRef replaced(const ExprRef& e, const Values& values) {
    return values.empty() ? e : rewrite(e, [&](const ExprRef& part) {
      const auto* read = std::get_if<Load>(&part->node);
      const auto value =
          read && read->place.path.empty() ? values.find(read->place.base) : values.end();
      return value == values.end() ? part : value->second;
    });
  }

  /// Nobody may read a sum any more that has been written out.
  void dropSpelled(Block& block) const {
    for (std::size_t i = block.size(); i-- > 0;)
      if (const std::optional<VarId> local = declared(block[i]);
          local && sums.contains(*local) && !mentions(std::span(block).subspan(i + 1), *local))
        block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
  }

  ExprRef inside(const ExprRef& e) {
    if (!e)
      return e;
    const ExprRef named = replaced(e, known), spelled = replaced(named, sums);
    const ExprRef chosen = choices.inside(spelled, ends);
    return isSame(*chosen, *spelled) ? named : chosen;
  }

  /// Does the local keep the value of its declaration, and what that is made of too?
  bool isSteady(const Declare& local) const {
    bool isOfVariables = true;
    forEachRead(*local.value,
                [&](const Place& p) { isOfVariables = isOfVariables && p.path.empty(); });
    return isOfVariables && values.of(local.var) && values.keepsValue(*local.value);
  }

  void add(Stmt stmt, Block& out) {
    const auto* before = std::get_if<Declare>(&stmt.node);
    const ExprRef chosen = before ? before->value : nullptr;
    forEachExprSlot(stmt, [&](ExprRef& e) { e = inside(e); });
    const auto* branch = std::get_if<If>(&stmt.node);
    if (const auto isTrue = branch ? literalTruth(*branch->condition) : std::nullopt) {
      for (const Block* block : blocks(std::as_const(stmt)))
        ends.chooseElements = ends.chooseElements || writesElements(*block);
      std::ranges::move(of(*isTrue ? branch->thenBlock : branch->elseBlock),
                        std::back_inserter(out));
      return;
    }
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && local->value && isSteady(*local) &&
        (literalTruth(*local->value) ||
         (local->value->type->is(TypeKind::Integer) && !isSame(*chosen, *local->value)))) {
      known[local->var] = literalTruth(*local->value)
                              ? local->value
                              : convert(local->value, kernel[local->var].type);
      return;
    }
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && local->value && local->value->type->is(TypeKind::Integer) && isSteady(*local) &&
        !std::holds_alternative<Select>(local->value->node))
      sums[local->var] = convert(replaced(local->value, sums), kernel[local->var].type);
    for (Block* block : blocks(stmt))
      *block = of(*block);
    out.push_back(std::move(stmt));
  }
};

class Peeler {
public:
  explicit Peeler(Kernel& kernel) : kernel(kernel) {}

  bool block(Block& statements) {
    bool changed = false;
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        changed |= block(*inner);
      changed |= statement(stmt, out);
    }
    statements = std::move(out);
    return changed;
  }

private:
  Kernel& kernel;

  bool statement(Stmt& stmt, Block& out) {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && mayPeel(*loop)) {
      Inside inside(kernel, *loop);
      Block body = inside.of(loop->body);
      if (inside.ends.chooseElements && inside.ends.first + inside.ends.last > 0) {
        peel(*loop, inside.ends, std::move(body), stmt.location, out);
        return true;
      }
    }
    out.push_back(std::move(stmt));
    return false;
  }

  bool mayPeel(const For& loop) const {
    const analysis::LoopFacts facts(kernel, loop);
    std::size_t statements = 0;
    bool isPlain = true;
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      ++statements;
      isPlain = isPlain && !isLoop(stmt);
    });
    return isPlain && loop.step == 1 && !loop.parallel && !loop.hasOwnTape &&
           statements <= mostStatements && !usesTape(loop.body) && facts.isInvariant(*loop.lower) &&
           facts.isInvariant(*loop.upper) && !analysis::isShort(loop, analysis::unrolledTrips);
  }

  void peel(const For& loop, LoopEnds ends, Block inside, Location at, Block& out) {
    const TypeRef& type = kernel[loop.counter].type;
    const ExprRef lower = convert(loop.lower, type), upper = convert(loop.upper, type);
    Block parts;
    ExprRef from = lower, to = upper;
    if (ends.first > 0) {
      const ExprRef begin = plus(lower, ends.first);
      const bool isLiteral = type->isSigned || literalOf(lower);
      const ExprRef first = isLiteral ? lesser(begin, upper)
                                      : select(isFurther(lower, ends.first, upper), begin, upper);
      const ExprRef shorter = name(loop, "_begin", first, at, out);
      parts.push_back(end(loop, lower, shorter, ends.first, at));
      from = isLiteral ? begin : shorter;
      to = shorter; // where there is no more
    } else {
      to = lower;
    }
    ExprRef last = upper;
    if (ends.last > 0) {
      const ExprRef less = plus(upper, -ends.last);
      const ExprRef isLonger = ends.first > 0
                                   ? apply(Op::lt_, {plus(to, ends.last), upper}, boolType())
                                   : isFurther(to, ends.last, upper);
      last = name(loop, "_end", select(isLonger, less, to), at, out);
    }
    For middle = loop;
    middle.lower = from;
    middle.upper = last;
    middle.body = withOwnLocals(kernel, inside);
    middle.counter = addLocal(kernel, kernel[loop.counter].name, type, at);
    kernel[middle.counter].wish = wishOf(loop.counter);
    replaceVariable(middle.body, loop.counter, middle.counter);
    parts.push_back({at, std::move(middle)});
    if (ends.last > 0)
      parts.push_back(end(loop, last, upper, ends.last, at));
    if (loop.descending)
      std::ranges::reverse(parts);
    std::ranges::move(parts, std::back_inserter(out));
  }

  std::string wishOf(VarId var) const {
    return kernel[var].wish.empty() ? kernel[var].name : kernel[var].wish;
  }

  ExprRef name(const For& loop, const std::string& suffix, ExprRef value, Location at, Block& out) {
    const std::string name = wishOf(loop.counter) + suffix;
    const VarId var = addLocal(kernel, name, kernel[loop.counter].type, at);
    kernel[var].wish = name;
    out.push_back(declare(var, std::move(value), at));
    return load(kernel, var);
  }

  static ExprRef lesser(const ExprRef& a, const ExprRef& b) {
    return select(apply(Op::lt_, {a, b}, boolType()), a, b);
  }

  /// The iterations as they are; a single one without a loop.
  Stmt end(const For& loop, const ExprRef& from, const ExprRef& to, std::int64_t most,
           Location at) {
    const VarId counter = addLocal(kernel, kernel[loop.counter].name, from->type, at);
    kernel[counter].wish = wishOf(loop.counter);
    Block body = withOwnLocals(kernel, loop.body);
    replaceVariable(body, loop.counter, counter);
    if (most > 1) {
      For result = loop;
      result.counter = counter;
      result.lower = from;
      result.upper = to;
      result.body = std::move(body);
      return {at, std::move(result)};
    }
    body.insert(body.begin(), declare(counter, from, at));
    return {at, If{apply(Op::lt_, {from, to}, boolType()), std::move(body), {}}};
  }
};

} // namespace

bool peelLoops(Kernel& adjoint) {
  return Peeler(adjoint).block(adjoint.body);
}

} // namespace treelize::grad
