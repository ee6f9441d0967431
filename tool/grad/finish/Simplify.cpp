#include "grad/finish/Simplify.h"

#include "ir/Builder.h"
#include "ir/Names.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

bool isZero(const ExprRef& e) {
  const auto* number = e ? std::get_if<Literal>(&e->node) : nullptr;
  return number && (number->text == "0.0" || number->text == "0.0f" || number->text == "0.0L");
}

/// Locals that open at zero, with the statement of the block that mentions them first.
std::map<VarId, std::size_t> firstMentions(const Block& block) {
  std::map<VarId, std::size_t> first;
  for (std::size_t i = 0; i < block.size(); ++i) {
    forEachMention(block[i], [&](VarId var) {
      if (const auto open = first.find(var); open != first.end() && open->second == block.size())
        open->second = i;
    });
    if (const auto* local = std::get_if<Declare>(&block[i].node); local && isZero(local->value))
      first[local->var] = block.size();
  }
  return first;
}

/// `x_b += e` as the declaration of x_b, where it can be one.
std::optional<Stmt> asDeclaration(const Stmt& stmt, VarId var) {
  const auto* add = std::get_if<Assign>(&stmt.node);
  const bool isFirstValue =
      add && add->target.base == var && add->target.path.empty() && !reads(stmt, var);
  if (!isFirstValue)
    return std::nullopt;
  const ExprRef value =
      add->op == AssignOp::Sub ? apply(Op::neg, {add->value}, add->value->type) : add->value;
  return declare(var, value, stmt.location);
}

/// `double x_b = 0.0; ...; x_b += e;` -> `double x_b = e;`, else the local opens where it is first
/// used.
void sinkShadows(Block& block) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      sinkShadows(*inner);
  const std::map<VarId, std::size_t> first = firstMentions(block);
  std::vector<Block> opened(block.size()); // what opens in front of a statement, the last one first
  std::vector<bool> isMoved(block.size());
  for (std::size_t i = block.size(); i-- > 0;) {
    const auto* local = std::get_if<Declare>(&block[i].node);
    if (!local || !isZero(local->value))
      continue;
    const std::size_t at = first.at(local->var);
    if (at == block.size())
      continue;
    isMoved[i] = true;
    if (std::optional<Stmt> declaration = asDeclaration(block[at], local->var))
      block[at] = *std::move(declaration);
    else
      opened[at].push_back(std::move(block[i]));
  }
  Block sunk;
  sunk.reserve(block.size());
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::ranges::move(opened[i], std::back_inserter(sunk));
    if (!isMoved[i])
      sunk.push_back(std::move(block[i]));
  }
  block = std::move(sunk);
}

/// `x_b[i] = 0.0; x_b[i] += e;` -> `x_b[i] = e;`
bool takesFirstValue(const Stmt& clearing, Stmt& adding) {
  const auto* clear = std::get_if<Assign>(&clearing.node);
  auto* add = std::get_if<Assign>(&adding.node);
  const bool isPair = clear && add && clear->op == AssignOp::Set && isZero(clear->value) &&
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

/// A local may be declared in two scopes, one for each sweep, and be of use in one of them.
bool dropUnmentioned(const Kernel& kernel, Block& block) {
  std::set<VarId> mentioned(kernel.outputs.begin(), kernel.outputs.end());
  std::set<const Stmt*> unused;
  for (const Stmt& stmt : std::views::reverse(block)) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (local && !mentioned.contains(local->var))
      unused.insert(&stmt);
    else
      forEachMention(stmt, [&](VarId var) { mentioned.insert(var); });
  }
  return std::erase_if(block, [&](const Stmt& stmt) { return unused.contains(&stmt); }) > 0;
}

/// `x_b = 0.0;` for a number of the block's own that nobody asks for any more.
bool dropLastClears(const Kernel& kernel, Block& block) {
  bool dropped = false;
  std::set<VarId> own, mentioned(kernel.outputs.begin(), kernel.outputs.end());
  for (const Stmt& stmt : block)
    if (const std::optional<VarId> local = declared(stmt))
      own.insert(*local);
  for (std::size_t i = block.size(); i-- > 0;) {
    const auto* s = std::get_if<Assign>(&block[i].node);
    const bool isLast = s && s->op == AssignOp::Set && s->target.path.empty() && isZero(s->value) &&
                        own.contains(s->target.base) && !mentioned.contains(s->target.base);
    if (isLast) {
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      dropped = true;
    } else
      forEachMention(block[i], [&](VarId var) { mentioned.insert(var); });
  }
  return dropped;
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
  dropped |= dropLastClears(kernel, block);
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
  sinkShadows(kernel.body);
  mergeClears(kernel.body);
  reuseNames(kernel);
  nameAccessors(kernel);
}

} // namespace treelize::grad
