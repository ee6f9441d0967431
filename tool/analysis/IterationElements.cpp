#include "analysis/IterationElements.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Is the literal a number from 0 to below the other one?
bool isBelow(const Expr& number, const Expr& limit) {
  const auto a = literalNumber(number), b = literalNumber(limit);
  return a && b && *a >= 0.0L && *a < *b;
}

} // namespace

IterationElements::IterationElements(const Kernel& kernel, const For& loop)
    : kernel(kernel), loop(loop), facts_(kernel, loop), values_(kernel, loop.body) {
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    if (const auto* inner = std::get_if<For>(&stmt.node))
      counters[inner->counter] = inner;
  });
}

bool IterationElements::areApart(const Place& a, const Place& b) const {
  if (!hasOwnRows(kernel, a) || !hasOwnRows(kernel, b))
    return false;
  for (std::size_t i = 0; i < std::min(a.path.size(), b.path.size()); ++i) {
    const Selector &x = a.path[i], &y = b.path[i];
    if (x.field != y.field || x.indices.size() != y.indices.size())
      return false;
    for (std::size_t k = 0; k < x.indices.size(); ++k) {
      const Expr &p = resolved(*x.indices[k]), &q = resolved(*y.indices[k]);
      if ((isSameValue(p, q) && isInjective(p)) || areInOwnBlocks(p, q))
        return true;
    }
  }
  return false;
}

/// Without conversions that keep the value, and what a local stands for.
const Expr& IterationElements::resolved(const Expr& e) const {
  if (const auto* conversion = std::get_if<Cast>(&e.node);
      conversion && conversion->arg->type->is(TypeKind::Integer) &&
      e.type->bits >= conversion->arg->type->bits)
    return resolved(*conversion->arg);
  const auto* load = std::get_if<Load>(&e.node);
  const ExprRef value = load ? values_.of(load->place) : nullptr;
  return value && values_.keepsValue(*value) ? resolved(*value) : e;
}

bool IterationElements::isCounter(const Expr& e) const {
  const auto* load = std::get_if<Load>(&e.node);
  return load && load->place.path.empty() && load->place.base == loop.counter;
}

bool IterationElements::isInjective(const Expr& index) const {
  const Expr& e = resolved(index);
  if (isCounter(e))
    return true;
  const auto* sum = std::get_if<Apply>(&e.node);
  if (!sum || (sum->op != Op::add && sum->op != Op::sub))
    return false;
  const Expr &a = *sum->args[0], &b = *sum->args[1];
  return (isInjective(a) && facts_.isInvariant(b)) || (facts_.isInvariant(a) && isInjective(b));
}

bool IterationElements::isSameValue(const Expr& a, const Expr& b) const {
  const Expr &x = resolved(a), &y = resolved(b);
  if (const auto number = literalNumber(x))
    return number == literalNumber(y);
  const auto *p = std::get_if<Apply>(&x.node), *q = std::get_if<Apply>(&y.node);
  if (p && q)
    return p->op == q->op &&
           std::ranges::equal(p->args, q->args, [&](const ExprRef& l, const ExprRef& r) {
             return isSameValue(*l, *r);
           });
  return isSame(x, y);
}

/// Is `rest` the counter of a loop over [0, width), or a number below it? A width that only the run
/// knows may be 0.
bool IterationElements::isWithin(const Expr& rest, const Expr& width) const {
  if (std::holds_alternative<Literal>(rest.node) && std::holds_alternative<Literal>(width.node))
    return isBelow(rest, width);
  const auto* load = std::get_if<Load>(&rest.node);
  if (!load || !load->place.path.empty())
    return false;
  const auto inner = counters.find(load->place.base);
  const For* over = isCounter(rest) ? &loop : inner == counters.end() ? nullptr : inner->second;
  return over && isZero(resolved(*over->lower)) && isSameValue(*over->upper, width);
}

void IterationElements::addTerms(const Expr& index, std::vector<const Expr*>& terms) const {
  const Expr& e = resolved(index);
  const auto* sum = std::get_if<Apply>(&e.node);
  if (!sum || sum->op != Op::add)
    return terms.push_back(&e);
  for (const ExprRef& term : sum->args)
    addTerms(*term, terms);
}

std::optional<IterationElements::Grid> IterationElements::gridOf(const Expr& index) const {
  std::vector<const Expr*> terms;
  addTerms(index, terms);
  Grid grid;
  std::vector<const Expr*> products, rest, numbers;
  for (const Expr* term : terms) {
    const auto* product = std::get_if<Apply>(&term->node);
    if (std::holds_alternative<Literal>(term->node))
      numbers.push_back(term);
    else if (facts_.isInvariant(*term))
      grid.start.push_back(term);
    else
      (product && product->op == Op::mul ? products : rest).push_back(term);
  }
  if (products.size() != 1 || rest.size() + numbers.size() > 1)
    return std::nullopt;
  rest.insert(rest.end(), numbers.begin(), numbers.end());
  const ExprRef zero = integer(0);
  const Expr& inBlock = rest.empty() ? *zero : *rest.front();
  const auto& product = std::get<Apply>(products.front()->node);
  for (std::size_t k = 0; k < 2; ++k) {
    const Expr &block = resolved(*product.args[k]), &width = resolved(*product.args[1 - k]);
    if (!facts_.isInvariant(width) || !isWithin(inBlock, width) ||
        !(isCounter(block) || isCounter(inBlock)))
      continue;
    grid.width = &width;
    grid.isRow = isCounter(block);
    return grid;
  }
  return std::nullopt;
}

bool IterationElements::areInOwnBlocks(const Expr& a, const Expr& b) const {
  const std::optional<Grid> p = gridOf(a), q = gridOf(b);
  return p && q && p->isRow == q->isRow && isSameValue(*p->width, *q->width) &&
         std::ranges::equal(p->start, q->start,
                            [&](const Expr* x, const Expr* y) { return isSameValue(*x, *y); });
}

} // namespace treelize::analysis
