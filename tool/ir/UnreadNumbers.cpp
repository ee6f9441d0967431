#include "ir/UnreadNumbers.h"

#include "ir/GivenValue.h"
#include "ir/Walk.h"

namespace treelize::ir {

namespace {

/// Does the statement do no more than to begin such a number, or to give it a value?
bool isGift(const Stmt& stmt, const std::set<VarId>& numbers) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  const std::optional<GivenValue> given = givenBy(stmt);
  return (local && numbers.contains(local->var)) || (given && numbers.contains(given->to));
}

void dropGifts(Block& block, const std::set<VarId>& numbers) {
  std::erase_if(block, [&](const Stmt& stmt) { return isGift(stmt, numbers); });
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      dropGifts(*inner, numbers);
}

} // namespace

void dropUnread(Kernel& kernel, std::set<VarId> numbers) {
  if (kernel.result)
    numbers.erase(*kernel.result);
  for (std::size_t before = numbers.size() + 1; before != numbers.size();) {
    before = numbers.size();
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (!isGift(stmt, numbers))
        forEachOwnMention(stmt, [&](VarId var) { numbers.erase(var); });
    });
  }
  dropGifts(kernel.body, numbers);
}

} // namespace treelize::ir
