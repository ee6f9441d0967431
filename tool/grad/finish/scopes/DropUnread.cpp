#include "grad/finish/scopes/DropUnread.h"

#include "analysis/Independence.h"
#include "grad/finish/scopes/DropRestored.h"
#include "ir/Walk.h"

#include <set>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Walks backwards with the variables that are mentioned later in their lives.
class UnreadParts {
public:
  explicit UnreadParts(const Kernel& kernel)
      : kernel(kernel), outputs(kernel.outputs.begin(), kernel.outputs.end()),
        asked(kernel.variables.size()) {}

  bool block(Block& statements) {
    for (const Stmt& stmt : statements) // their lives end with the block
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        asked[local->var.index] = false;
    for (const VarId output : outputs)
      asked[output.index] = true;
    bool dropped = false;
    std::vector<bool> isUnread(statements.size());
    for (std::size_t i = statements.size(); i-- > 0;) {
      Stmt& stmt = statements[i];
      const Place* part = partWritten(stmt);
      isUnread[i] = part && !asked[part->base.index];
      if (isUnread[i])
        continue;
      if (isLoop(stmt)) { // what an iteration leaves, the next one may read
        askForOwn(stmt);
        askForNext(stmt);
      }
      dropped |= inside(stmt);
      askForOwn(stmt);
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        asked[local->var.index] = false;
    }
    std::size_t position = 0;
    return std::erase_if(statements, [&](const Stmt&) { return isUnread[position++]; }) > 0 ||
           dropped;
  }

private:
  const Kernel& kernel;
  const std::set<VarId> outputs;
  std::vector<bool> asked; // by variable

  void askForOwn(const Stmt& stmt) {
    forEachOwnMention(stmt, [&](VarId var) { asked[var.index] = true; });
  }

  /// Of a local that nobody else sees, when that is all that the statement does.
  const Place* partWritten(const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s)
      return nullptr;
    const Variable& variable = kernel[s->target.base];
    const bool isOwn = variable.role == Role::Local && !variable.byReference &&
                       !variable.isWalked && !holdsView(*variable.type) && !variable.type->isView();
    return isOwn && !variable.type->isScalar() ? &s->target : nullptr;
  }

  /// All that another iteration may mention, but by what writes it.
  void askForNext(const Stmt& loop) {
    const Block& body = *blocks(loop).front();
    const auto* counted = std::get_if<For>(&loop.node);
    const std::vector<bool> before = asked;
    askFor(body);
    if (counted && asked != before)
      for (const VarId array : analysis::arraysByElement(kernel, *counted))
        asked[array.index] = before[array.index];
  }

  void askFor(const Block& body) {
    forEachStmt(body, [&](const Stmt& stmt) {
      const Place* part = partWritten(stmt);
      bool isTarget = part; // it is mentioned first
      forEachOwnMention(stmt, [&](VarId var) {
        if (isTarget && var == part->base)
          isTarget = false;
        else
          asked[var.index] = true;
      });
    });
  }

  bool inside(Stmt& stmt) {
    const std::vector<bool> after = asked;
    std::vector<bool> all = after;
    bool dropped = false;
    for (Block* inner : blocks(stmt)) {
      asked = after;
      dropped |= block(*inner);
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = all[i] || asked[i];
    }
    asked = std::move(all);
    return dropped;
  }
};

} // namespace

bool dropUnread(Kernel& kernel) {
  return !hasAlias(kernel) && UnreadParts(kernel).block(kernel.body);
}

} // namespace treelize::grad
