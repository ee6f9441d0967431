#include "grad/finish/indices/HoistIndices.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "analysis/LoopFacts.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

struct Term {
  ExprRef value;
  bool isNegative = false;
};

void addTerms(const ExprRef& e, bool isNegative, std::vector<Term>& terms) {
  const auto* sum = std::get_if<Apply>(&e->node);
  if (!sum || (sum->op != Op::add && sum->op != Op::sub))
    return terms.push_back({e, isNegative});
  addTerms(sum->args[0], isNegative, terms);
  addTerms(sum->args[1], isNegative != (sum->op == Op::sub), terms);
}

/// Integer arithmetic over scalars, which can run where the loop does not.
bool isHarmless(const Kernel& kernel, const Expr& e) {
  return !any(e, [&](const Expr& part) {
    const auto* apply = std::get_if<Apply>(&part.node);
    const auto* load = std::get_if<Load>(&part.node);
    const bool isPlain =
        part.type->is(TypeKind::Integer) &&
        (std::holds_alternative<Literal>(part.node) || std::holds_alternative<Cast>(part.node) ||
         (load && isAlwaysThere(kernel, load->place)) ||
         (apply && (apply->op == Op::add || apply->op == Op::sub || apply->op == Op::mul)));
    return !isPlain;
  });
}

class IndexHoister {
public:
  explicit IndexHoister(Kernel& kernel) : kernel(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    if (auto* loop = std::get_if<For>(&stmt.node); loop && loopDepth(loop->body) == 0)
      hoist(*loop, stmt.location, out);
    out.push_back(std::move(stmt));
  }

private:
  Kernel& kernel;

  void hoist(For& loop, Location at, Block& before) {
    const analysis::LoopFacts facts(kernel, loop);
    std::vector<std::pair<ExprRef, ExprRef>> offsets; // by index, what stands for it
    changePlaces(loop.body, [&](Place& place) {
      for (Selector& selector : place.path)
        for (ExprRef& index : selector.indices) {
          const auto known = std::ranges::find_if(
              offsets, [&](const auto& pair) { return isSame(*pair.first, *index); });
          if (known != offsets.end())
            index = known->second;
          else if (const ExprRef shorter = shortened(index, loop, facts, at, before)) {
            offsets.emplace_back(index, shorter);
            index = shorter;
          }
        }
    });
  }

  /// `offset + counter`; null where the index is not of this kind or is short already.
  ExprRef shortened(const ExprRef& index, const For& loop, const analysis::LoopFacts& facts,
                    Location at, Block& before) {
    const bool wrapsAround = !index->type->isSigned && index->type->bits < 64;
    std::vector<Term> terms;
    addTerms(index, false, terms);
    auto isCounter = [&](const Term& term) {
      return analysis::offsetFrom(loop.counter, *term.value) == 0;
    };
    const auto counter = std::ranges::find_if(terms, isCounter);
    if (wrapsAround || counter == terms.end() || counter->isNegative)
      return nullptr;
    const Term moving = *counter;
    terms.erase(counter);
    const auto numbers = std::ranges::count_if(
        terms, [](const Term& t) { return analysis::numberOf(*t.value).has_value(); });
    const bool isLong = terms.size() - static_cast<std::size_t>(numbers) > 1;
    const bool isKnownBefore = std::ranges::all_of(terms, [&](const Term& t) {
      return isHarmless(kernel, *t.value) && facts.isInvariant(*t.value);
    });
    if (!isLong || !isKnownBefore)
      return nullptr;
    const TypeRef type = index->type->isSigned ? offsetType() : index->type;
    const VarId offset = addLocal(kernel, "offset", type, at);
    before.push_back(declare(offset, sumOf(terms, type), at));
    return apply(Op::add, {load(kernel, offset), moving.value}, type);
  }

  /// Without a term that is subtracted in front.
  static ExprRef sumOf(std::vector<Term> terms, const TypeRef& type) {
    if (const auto first = std::ranges::find_if(terms, [](const Term& t) { return !t.isNegative; });
        first != terms.end())
      std::rotate(terms.begin(), first, first + 1);
    ExprRef sum = convert(terms.front().isNegative ? integer(0, type) : terms.front().value, type);
    for (std::size_t i = terms.front().isNegative ? 0 : 1; i < terms.size(); ++i)
      sum = apply(terms[i].isNegative ? Op::sub : Op::add, {sum, terms[i].value}, type);
    return sum;
  }
};

} // namespace

void hoistIndices(Kernel& kernel) {
  IndexHoister hoister(kernel);
  replaceEach(kernel.body, [&](Stmt& stmt, Block& out) { hoister.statement(stmt, out); });
}

} // namespace treelize::grad
