#include "grad/Simplify.h"

#include "ir/Builder.h"
#include "ir/Names.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

bool isZero(const ExprRef& e) {
  const auto* number = e ? std::get_if<Literal>(&e->node) : nullptr;
  return number && (number->text == "0.0" || number->text == "0.0f" || number->text == "0.0L");
}

/// `double x_b = 0.0; ...; x_b += e;` -> `double x_b = e;` at the place of the first mention.
void sinkShadows(Kernel& kernel, Block& block) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      sinkShadows(kernel, *inner);
  for (std::size_t i = block.size(); i-- > 0;) {
    const auto* local = std::get_if<Declare>(&block[i].node);
    if (!local || !isZero(local->value))
      continue;
    const VarId var = local->var;
    auto first = std::find_if(block.begin() + static_cast<std::ptrdiff_t>(i) + 1, block.end(),
                              [&](const Stmt& s) { return mentions(s, var); });
    if (first == block.end())
      continue;
    const auto* add = std::get_if<Assign>(&first->node);
    const bool isFirstValue = add && add->target.base == var && add->target.path.empty() && !reads(*first, var);
    if (isFirstValue) {
      ExprRef value = add->value;
      if (add->op == AssignOp::Sub)
        value = apply(Op::neg, {value}, value->type);
      *first = declare(var, value, first->location);
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (first - block.begin() > static_cast<std::ptrdiff_t>(i) + 1) {
      // Open it where it is first used.
      std::rotate(block.begin() + static_cast<std::ptrdiff_t>(i), block.begin() + static_cast<std::ptrdiff_t>(i) + 1, first);
    }
  }
}

/// `x_b[i] = 0.0; x_b[i] += e;` -> `x_b[i] = e;`
void mergeClears(Block& block) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      mergeClears(*inner);
  for (std::size_t i = 0; i + 1 < block.size(); ++i) {
    const auto* clear = std::get_if<Assign>(&block[i].node);
    auto* add = std::get_if<Assign>(&block[i + 1].node);
    const bool isPair = clear && add && clear->op == AssignOp::Set && isZero(clear->value) &&
                        add->op != AssignOp::Set && isSame(clear->target, add->target) &&
                        !reads(block[i + 1], add->target.base);
    if (!isPair)
      continue;
    if (add->op == AssignOp::Sub)
      add->value = apply(Op::neg, {add->value}, add->value->type);
    add->op = AssignOp::Set;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// `x = x`
bool isSelfAssignment(const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const auto* from = s && s->op == AssignOp::Set ? std::get_if<Load>(&s->value->node) : nullptr;
  return from && isSame(s->target, from->place);
}

/// What is taken is given back, or neither is. The sweeps of a function are two kernels.
void keepTapeInStep(const Kernel& kernel, std::set<VarId>& read) {
  std::set<VarId> taken;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* s = std::get_if<Take>(&stmt.node))
      taken.insert(s->array);
  });
  std::set<VarId> unmatched = taken;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* s = std::get_if<GiveBack>(&stmt.node);
    if (s && (!taken.contains(s->taken) || read.contains(s->array)))
      read.insert(s->taken);
    if (s)
      unmatched.erase(s->taken);
  });
  read.merge(unmatched);
}

std::set<VarId> readLocals(const Kernel& kernel) {
  std::set<VarId> read(kernel.outputs.begin(), kernel.outputs.end());
  auto mark = [&](const Place& p) { read.insert(p.base); };
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, mark); });
    if (const Place* place = namedPlace(stmt))
      forEachIndexRead(*place, mark);
    if (const auto* s = std::get_if<Pop>(&stmt.node))
      mark(s->place); // the tape's order needs it
    if (!std::holds_alternative<Declare>(stmt.node)) // others see what is written through a reference
      forEachWritten(kernel, stmt, [&](const Place& place) {
        if (kernel[place.base].byReference)
          mark(place);
      });
    if (const auto* s = std::get_if<Call>(&stmt.node); s && s->derivative)
      read.insert({*s->result, *s->derivative}); // they come as a pair
  });
  keepTapeInStep(kernel, read);
  return read;
}

/// A local may be declared in two scopes, one for each sweep, and be of use in one of them.
bool dropUnmentioned(const Kernel& kernel, Block& block) {
  const std::size_t before = block.size();
  for (std::size_t i = block.size(); i-- > 0;) {
    const auto* local = std::get_if<Declare>(&block[i].node);
    if (local && std::ranges::find(kernel.outputs, local->var) == kernel.outputs.end() &&
        !mentions(std::span(block).subspan(i + 1), local->var))
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return block.size() < before;
}

/// Removes what only feeds unread locals; true when something went.
bool dropDead(const Kernel& kernel, Block& block, const std::set<VarId>& read) {
  bool dropped = false;
  auto isDead = [&](const Stmt& stmt) {
    auto unread = [&](VarId var) {
      Role role = kernel[var].role;
      return (role == Role::Local || role == Role::Result) && !read.contains(var);
    };
    if (const auto* s = std::get_if<GiveBack>(&stmt.node))
      return unread(s->taken);
    if (std::optional<VarId> var = declared(stmt))
      return unread(*var);
    if (isSelfAssignment(stmt))
      return true;
    if (const Place* place = namedPlace(stmt))
      return unread(place->base);
    if (const auto* s = std::get_if<If>(&stmt.node))
      return s->thenBlock.empty() && s->elseBlock.empty();
    if (const auto* s = std::get_if<For>(&stmt.node))
      return s->body.empty();
    return false;
  };
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      dropped |= dropDead(kernel, *inner, read);
  for (Stmt& stmt : block)
    if (auto* s = std::get_if<Call>(&stmt.node); s && s->result && !read.contains(*s->result)) {
      s->result.reset();
      dropped = true;
    }
  for (Stmt& stmt : block)
    if (auto* s = std::get_if<Perform>(&stmt.node); s && s->result && !read.contains(*s->result)) {
      s->result.reset();
      dropped = true;
    }
  dropped |= std::erase_if(block, isDead) > 0;
  dropped |= dropUnmentioned(kernel, block);
  for (Stmt& stmt : block)
    if (auto* s = std::get_if<If>(&stmt.node); s && s->thenBlock.empty()) {
      s->condition = logicalNot(s->condition);
      std::swap(s->thenBlock, s->elseBlock);
    }
  return dropped;
}

} // namespace

void simplify(Kernel& kernel) {
  while (dropDead(kernel, kernel.body, readLocals(kernel))) {
  }
  sinkShadows(kernel, kernel.body);
  mergeClears(kernel.body);
  reuseNames(kernel);
  nameAccessors(kernel);
}

} // namespace treelize::grad
