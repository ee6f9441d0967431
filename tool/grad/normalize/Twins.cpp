#include "grad/normalize/Twins.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

constexpr std::pair<Op, Op> twins[] = {{Op::sin, Op::cos}, {Op::sinh, Op::cosh}};

/// Statements between twins. A value that lives longer is no cheaper than one that is computed
/// again.
constexpr std::size_t farthest = 200;

/// `target = f(argument)`, of a scalar local.
struct Result {
  VarId target;
  ExprRef value;

  const Apply& application() const { return std::get<Apply>(value->node); }
  const ExprRef& argument() const { return application().args[0]; }
};

std::optional<Result> resultOf(const Stmt& stmt) {
  std::optional<Result> result;
  if (const auto* s = std::get_if<Declare>(&stmt.node))
    result = Result{s->var, s->value};
  if (const auto* s = std::get_if<Assign>(&stmt.node);
      s && s->op == AssignOp::Set && s->target.path.empty())
    result = Result{s->target.base, s->value};
  const bool isApplication =
      result && result->value && std::holds_alternative<Apply>(result->value->node);
  return isApplication ? result : std::nullopt;
}

bool readsVariable(const Expr& expr, VarId var) {
  bool found = false;
  forEachRead(expr, [&](const Place& p) { found = found || p.base == var; });
  return found;
}

bool areTwins(const Stmt& first, const Stmt& second) {
  const std::optional<Result> a = resultOf(first), b = resultOf(second);
  if (!a || !b || a->target == b->target)
    return false;
  const Op f = a->application().op, g = b->application().op;
  const bool isPair = std::ranges::any_of(twins, [&](const auto& pair) {
    return std::minmax(f, g) == std::minmax(pair.first, pair.second);
  });
  return isPair && isSame(*a->argument(), *b->argument()) &&
         !readsVariable(*a->argument(), a->target) && !readsVariable(*a->argument(), b->target);
}

/// May the second run right behind the first, before the statements between them?
bool maySkip(const Kernel& kernel, std::span<const Stmt> between, const Stmt& first,
             const Stmt& second) {
  const Result a = *resultOf(first), b = *resultOf(second);
  if (mentions(between, b.target))
    return false;
  const analysis::RegionSet written = analysis::writesOf(kernel, between);
  return !written.overlaps(place(kernel, a.target)) && !analysis::mayChange(*a.argument(), written);
}

bool mayHaveTwin(const Stmt& stmt) {
  const std::optional<Result> result = resultOf(stmt);
  return result && std::ranges::any_of(twins, [&](const auto& pair) {
           return result->application().op == pair.first || result->application().op == pair.second;
         });
}

void placeTogether(const Kernel& kernel, Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (Block* inner : blocks(block[i]))
      placeTogether(kernel, *inner);
    if (!mayHaveTwin(block[i]))
      continue;
    const std::size_t end = std::min(block.size(), i + farthest + 1);
    for (std::size_t j = i + 1; j < end; ++j)
      if (areTwins(block[i], block[j]) &&
          maySkip(kernel, std::span(block).subspan(i + 1, j - i - 1), block[i], block[j])) {
        const auto at = [&](std::size_t k) {
          return block.begin() + static_cast<std::ptrdiff_t>(k);
        };
        std::rotate(at(i + 1), at(j), at(j + 1));
        break;
      }
  }
}

/// The code with the results in the place of what they are results of.
void readResults(const Kernel& kernel, Block& code, std::span<const Result> results) {
  for (Stmt& stmt : code) {
    forEachExprSlot(stmt, [&](ExprRef& expr) {
      expr = rewrite(expr, [&](const ExprRef& e) -> ExprRef {
        auto found =
            std::ranges::find_if(results, [&](const Result& r) { return isSame(*r.value, *e); });
        return found == results.end() ? e : load(kernel, found->target);
      });
    });
    for (Block* inner : blocks(stmt))
      readResults(kernel, *inner, results);
  }
}

} // namespace

void placeTwinsTogether(Kernel& kernel) {
  placeTogether(kernel, kernel.body);
}

void joinTangentsOfTwins(const Kernel& kernel, Block& body) {
  for (Stmt& stmt : body)
    for (Block* inner : blocks(stmt))
      joinTangentsOfTwins(kernel, *inner);
  for (std::size_t i = 0; i + 3 < body.size(); ++i) {
    if (!areTwins(body[i], body[i + 2]))
      continue;
    const Result results[] = {*resultOf(body[i]), *resultOf(body[i + 2])};
    const auto tangents = body.begin() + static_cast<std::ptrdiff_t>(i) + 2;
    std::iter_swap(tangents - 1, tangents);
    Block code(std::make_move_iterator(tangents), std::make_move_iterator(tangents + 2));
    readResults(kernel, code, results);
    std::ranges::move(code, tangents);
  }
}

void joinTwins(const Kernel& kernel, const Block& body, StatementAdjointMap& adjoints) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    for (const Block* inner : blocks(body[i]))
      joinTwins(kernel, *inner, adjoints);
    if (i == 0 || !areTwins(body[i - 1], body[i]))
      continue;
    const Result results[] = {*resultOf(body[i - 1]), *resultOf(body[i])};
    StatementAdjoint first = std::exchange(adjoints.at(&body[i - 1]), {});
    StatementAdjoint& both = adjoints.at(&body[i]);
    std::ranges::move(first.code, std::back_inserter(both.code));
    readResults(kernel, both.code, results);
    both.usesResult = true;
  }
}

} // namespace treelize::grad
