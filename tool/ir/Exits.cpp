#include "ir/Exits.h"

#include "ir/Walk.h"

#include <algorithm>

namespace treelize::ir {

bool isStraight(const Block& body) {
  if (body.empty() || !std::holds_alternative<Return>(body.back().node))
    return false;
  return std::none_of(body.begin(), body.end() - 1, [](const Stmt& s) { return mayReturn(s); });
}

bool alwaysLeaves(const Block& block) {
  if (block.empty())
    return false;
  const Stmt& last = block.back();
  if (std::holds_alternative<Return>(last.node) || std::holds_alternative<Break>(last.node) ||
      std::holds_alternative<Continue>(last.node) || std::holds_alternative<Escape>(last.node))
    return true;
  if (const auto* s = std::get_if<If>(&last.node))
    return alwaysLeaves(s->thenBlock) && alwaysLeaves(s->elseBlock);
  if (const auto* s = std::get_if<Region>(&last.node))
    return !s->isCall && alwaysLeaves(s->body);
  return false;
}

/// A call keeps its returns to itself, but not what it throws.
static bool mayEscape(const Block& body) {
  bool found = false;
  forEachStmt(
      body, [&](const Stmt& stmt) { found = found || std::holds_alternative<Escape>(stmt.node); });
  return found;
}

bool mayReturn(const Stmt& stmt) {
  if (std::holds_alternative<Return>(stmt.node) || std::holds_alternative<Escape>(stmt.node))
    return true;
  if (const auto* region = std::get_if<Region>(&stmt.node); region && region->isCall)
    return mayEscape(region->body);
  return std::ranges::any_of(blocks(stmt),
                             [](const Block* b) { return std::ranges::any_of(*b, mayReturn); });
}

bool mayBreak(const Stmt& stmt) {
  if (std::holds_alternative<Break>(stmt.node))
    return true;
  bool isBoundary = isLoop(stmt) || std::holds_alternative<Switch>(stmt.node);
  if (const auto* region = std::get_if<Region>(&stmt.node))
    isBoundary = region->isCall;
  return !isBoundary && std::ranges::any_of(blocks(stmt), [](const Block* b) {
    return std::ranges::any_of(*b, mayBreak);
  });
}

static bool mayContinue(const Stmt& stmt) {
  if (std::holds_alternative<Continue>(stmt.node))
    return true;
  const auto* region = std::get_if<Region>(&stmt.node);
  const bool isBoundary = isLoop(stmt) || (region && region->isCall);
  return !isBoundary && std::ranges::any_of(blocks(stmt), [](const Block* b) {
    return std::ranges::any_of(*b, mayContinue);
  });
}

bool isOnce(const Block& body) {
  return std::ranges::none_of(body,
                              [](const Stmt& stmt) { return mayBreak(stmt) || mayContinue(stmt); });
}

} // namespace treelize::ir
