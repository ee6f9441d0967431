#include "grad/finish/scopes/DropUnasked.h"

#include "grad/finish/scopes/LateStarts.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Walks backwards. The time is a number that grows with every block that the walk comes to.
class Dropper {
public:
  explicit Dropper(const Kernel& kernel)
      : kernel(kernel), mentioned(kernel.variables.size()), declaredAt(kernel.variables.size()) {
    for (const VarId output : kernel.outputs)
      mentioned[output.index] = std::numeric_limits<std::size_t>::max();
  }

  bool block(Block& statements) {
    const std::size_t begin = ++now;
    for (const Stmt& stmt : statements)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        declaredAt[local->var.index] = begin;
    bool dropped = false;
    std::vector<bool> isUnasked(statements.size());
    for (std::size_t i = statements.size(); i-- > 0;) {
      Stmt& stmt = statements[i];
      isUnasked[i] = isOver(stmt, begin);
      if (isUnasked[i])
        continue;
      for (Block* inner : blocks(stmt))
        dropped |= block(*inner);
      forEachOwnMention(stmt, [&](VarId var) { mention(var); });
    }
    std::size_t position = 0;
    return std::erase_if(statements, [&](const Stmt&) { return isUnasked[position++]; }) > 0 ||
           dropped;
  }

private:
  const Kernel& kernel;
  std::size_t now = 0;
  std::vector<std::size_t> mentioned, declaredAt; // by variable: the last time

  void mention(VarId var) { mentioned[var.index] = std::max(mentioned[var.index], now); }

  bool isOver(const Stmt& stmt, std::size_t begin) const {
    const auto isMentioned = [&](VarId var) { return mentioned[var.index] >= begin; };
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      return !isMentioned(local->var);
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || kernel[s->target.base].byReference) // others see what is written through a reference
      return false;
    return s->op == AssignOp::Set && s->target.path.empty() && isZero(*s->value) &&
           declaredAt[s->target.base.index] == begin && !isMentioned(s->target.base);
  }
};

/// The local whose number a statement sets, and does nothing else.
const VarId* numberSet(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isNumber = s && s->target.path.empty() && s->target.type->isScalar() &&
                        kernel[s->target.base].role == Role::Local &&
                        !kernel[s->target.base].byReference;
  return isNumber ? &s->target.base : nullptr;
}

/// Each declaration begins a life of its local, which the end of the block ends. The statements are
/// walked twice in the same order: to see which lives are read, then to drop the other ones.
class Lives {
public:
  explicit Lives(const Kernel& kernel) : kernel(kernel), current(kernel.variables.size(), none) {
    outputs.insert(kernel.outputs.begin(), kernel.outputs.end());
  }

  bool dropUnread(Block& statements) {
    note(statements);
    begun = 0;
    return drop(statements);
  }

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  const Kernel& kernel;
  std::set<VarId> outputs;
  std::size_t begun = 0;
  std::vector<std::size_t> current; // life, by variable
  std::vector<bool> isRead;         // by life

  /// Runs `fn` for each statement, with the lives that begin before it or in it.
  template <class Statements, class Fn>
  void inScope(Statements& statements, const Fn& fn) {
    std::vector<std::pair<VarId, std::size_t>> around;
    for (auto& stmt : statements) {
      if (const auto* local = std::get_if<Declare>(&stmt.node)) {
        around.emplace_back(local->var, current[local->var.index]);
        current[local->var.index] = begun++;
      }
      fn(stmt);
    }
    for (auto ended = around.rbegin(); ended != around.rend(); ++ended)
      current[ended->first.index] = ended->second;
  }

  void note(const Block& statements) {
    inScope(statements, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (local)
        isRead.push_back(!kernel[local->var].type->isScalar() || outputs.contains(local->var));
      bool isItself = local || numberSet(kernel, stmt); // it is mentioned first
      forEachOwnMention(stmt, [&](VarId var) {
        if (!std::exchange(isItself, false) && current[var.index] != none)
          isRead[current[var.index]] = true;
      });
      for (const Block* inner : blocks(stmt))
        note(*inner);
    });
  }

  bool isUnread(VarId var) const {
    return current[var.index] != none && !isRead[current[var.index]];
  }

  bool drop(Block& statements) {
    bool dropped = false;
    std::vector<bool> isOver;
    inScope(statements, [&](Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      const VarId* set = local ? &local->var : numberSet(kernel, stmt);
      isOver.push_back(set && isUnread(*set));
      for (Block* inner : blocks(stmt))
        dropped |= drop(*inner);
    });
    std::size_t position = 0;
    return std::erase_if(statements, [&](const Stmt&) { return isOver[position++]; }) > 0 ||
           dropped;
  }
};

} // namespace

bool dropUnasked(Kernel& kernel) {
  return Dropper(kernel).block(kernel.body) || Lives(kernel).dropUnread(kernel.body);
}

} // namespace treelize::grad
