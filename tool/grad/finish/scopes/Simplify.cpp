#include "grad/finish/scopes/Simplify.h"

#include "grad/finish/scopes/DropRestored.h"
#include "grad/finish/scopes/DropUnasked.h"
#include "grad/finish/scopes/DropUnread.h"
#include "grad/finish/scopes/LateStarts.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Names.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <optional>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

/// `x_b[i] = 0.0; x_b[i] += e;` -> `x_b[i] = e;`
bool takesFirstValue(const Stmt& clearing, Stmt& adding) {
  const auto* clear = std::get_if<Assign>(&clearing.node);
  auto* add = std::get_if<Assign>(&adding.node);
  const bool isPair = clear && add && clear->op == AssignOp::Set && isZero(*clear->value) &&
                      add->op != AssignOp::Set && isSame(clear->target, add->target) &&
                      !reads(adding, add->target.base);
  if (!isPair)
    return false;
  if (add->op == AssignOp::Sub)
    add->value = apply(Op::neg, {add->value}, add->value->type);
  add->op = AssignOp::Set;
  return true;
}

void mergeClears(Block& block) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      mergeClears(*inner);
  Block merged;
  merged.reserve(block.size());
  for (Stmt& stmt : block)
    if (!merged.empty() && takesFirstValue(merged.back(), stmt))
      merged.back() = std::move(stmt);
    else
      merged.push_back(std::move(stmt));
  block = std::move(merged);
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
    if (const auto* s = std::get_if<Declare>(&stmt.node);
        s && s->value && kernel[s->var].type->is(TypeKind::Pointer))
      read.insert(s->var); // what is written through it is read through others
    if (!std::holds_alternative<Declare>(
            stmt.node)) // others see what is written through a reference
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
  for (Stmt& stmt : block)
    if (auto* s = std::get_if<If>(&stmt.node); s && s->thenBlock.empty()) {
      s->condition = logicalNot(s->condition);
      std::swap(s->thenBlock, s->elseBlock);
    }
  return dropped;
}

} // namespace

void dropDead(Kernel& kernel) {
  for (bool dropped = true; dropped;) {
    dropped = dropDead(kernel, kernel.body, readLocals(kernel));
    dropped |= dropUnasked(kernel);
    dropped |= dropUnread(kernel);
    dropped |= dropRestored(kernel);
  }
}

void simplify(Kernel& kernel) {
  dropDead(kernel);
  sinkShadows(kernel.body);
  mergeClears(kernel.body);
  reuseNames(kernel);
  nameAccessors(kernel);
}

} // namespace treelize::grad
