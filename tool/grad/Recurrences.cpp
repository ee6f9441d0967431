#include "grad/Recurrences.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

bool reads(const ExprRef& value, const Place& place) {
  bool found = false;
  forEachRead(*value, [&](const Place& p) { found = found || analysis::overlap(p, place); });
  return found;
}

bool isLoadOf(const ExprRef& value, const Place& place) {
  const auto* load = std::get_if<Load>(&value->node);
  return load && isSame(load->place, place);
}

void nameSum(Assign& s) {
  const auto* sum = s.op == AssignOp::Set ? std::get_if<Apply>(&s.value->node) : nullptr;
  const bool isSum = sum && (sum->op == Op::add || sum->op == Op::sub) &&
                     s.value->type->spelling == s.target.type->spelling;
  if (!isSum)
    return;
  const ExprRef first = sum->args[0], second = sum->args[1];
  const AssignOp op = sum->op == Op::add ? AssignOp::Add : AssignOp::Sub;
  if (isLoadOf(first, s.target) && !reads(second, s.target))
    s = Assign{s.target, op, second};
  else if (op == AssignOp::Add && isLoadOf(second, s.target) && !reads(first, s.target))
    s = Assign{s.target, op, first};
}

/// Integers of at least the width of int: their arithmetic does not change their type.
bool isPlainInteger(const Type& type) {
  return type.is(TypeKind::Integer) && type.bits >= 32;
}

class CounterSolver {
public:
  explicit CounterSolver(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      auto* loop = std::get_if<For>(&stmt.node);
      Block after = loop && loop->step == 1 && !loop->descending ? solve(*loop) : Block{};
      out.push_back(std::move(stmt));
      std::ranges::move(after, std::back_inserter(out));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  /// What is left to do after the loop.
  Block solve(For& loop) {
    Block after;
    for (std::size_t i = 0; i < loop.body.size();)
      if (const std::optional<VarId> counter = counted(loop, i)) {
        after.push_back(solve(loop, i, *counter));
      } else {
        ++i;
      }
    return after;
  }

  /// The variable that the statement increases by one, and no other statement of the loop changes.
  std::optional<VarId> counted(const For& loop, std::size_t at) const {
    const auto* s = std::get_if<Assign>(&loop.body[at].node);
    if (!s || s->op != AssignOp::Add || !s->target.path.empty() || !isPlainInteger(*s->target.type))
      return std::nullopt;
    const auto* one = std::get_if<Literal>(&s->value->node);
    const VarId var = s->target.base;
    if (!one || one->text != "1" || kernel[var].role != Role::Local || kernel[var].byReference ||
        declaredIn(loop.body).contains(var))
      return std::nullopt;
    unsigned writes = 0;
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { writes += place.base == var ? 1 : 0; });
    });
    return writes == 1 ? std::optional(var) : std::nullopt;
  }

  Stmt solve(For& loop, std::size_t at, VarId var) {
    const TypeRef& type = kernel[var].type;
    const ExprRef done = convert(iterationNumber(kernel, loop), type);
    const ExprRef before = sum(load(kernel, var), done, type);
    const ExprRef past = sum(before, integer(1, type), type);
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      replaceLoads(loop.body[i], var, i < at ? before : past);
    const Location location = loop.body[at].location;
    loop.body.erase(loop.body.begin() + static_cast<std::ptrdiff_t>(at));
    return assign(place(kernel, var), AssignOp::Add, convert(tripCount(kernel, loop), type),
                  location);
  }

  static ExprRef sum(const ExprRef& a, const ExprRef& b, const TypeRef& type) {
    return apply(Op::add, {a, b}, type);
  }
};

void nameSums(Block& statements) {
  for (Stmt& stmt : statements) {
    if (auto* s = std::get_if<Assign>(&stmt.node))
      nameSum(*s);
    for (Block* inner : blocks(stmt))
      nameSums(*inner);
  }
}

} // namespace

void nameSums(Kernel& kernel) {
  nameSums(kernel.body);
}

void solveCounters(Kernel& kernel) {
  CounterSolver(kernel).block(kernel.body);
}

/// `sign = -sign`, `flag = !flag`
static bool isInvolution(const Assign& s) {
  const auto* change = s.op == AssignOp::Set ? std::get_if<Apply>(&s.value->node) : nullptr;
  return change && isLoadOf(change->args[0], s.target) &&
         ((change->op == Op::neg && isPlainInteger(*s.target.type)) || change->op == Op::lnot_);
}

std::optional<Stmt> inverseOf(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  if (!s)
    return std::nullopt;
  if (s->target.path.empty() && isInvolution(*s))
    return stmt;
  if (s->op == AssignOp::Set || !isPlainInteger(*s->target.type))
    return std::nullopt;
  bool isSteady = true; // what is cheap to keep until then
  forEachRead(*s->value, [&](const Place& p) {
    isSteady = isSteady && p.path.empty() && !kernel[p.base].type->isView();
  });
  if (!isSteady || reads(s->value, s->target))
    return std::nullopt;
  return assign(s->target, s->op == AssignOp::Add ? AssignOp::Sub : AssignOp::Add, s->value, stmt.location);
}

} // namespace treelize::grad
