#include "print/body/Comments.h"

#include "ir/Walk.h"

#include <algorithm>

namespace treelize::print {

using namespace ir;

namespace {

bool isShadow(const Kernel& kernel, VarId var) {
  return kernel[var].shadowOf || kernel[var].role == Role::Seed;
}

bool touchesShadow(const Kernel& kernel, const Stmt& stmt) {
  bool found = false;
  forEachMention(stmt, [&](VarId var) { found = found || isShadow(kernel, var); });
  return found;
}

/// Room for adjoints; that alone begins no sweep.
bool isRoomForShadow(const Kernel& kernel, const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  if (!local || !isShadow(kernel, local->var))
    return false;
  bool isSeeded = false;
  forEachExpr(stmt, [&](const Expr& e) {
    forEachRead(e, [&](const Place& place) {
      isSeeded = isSeeded || isShadow(kernel, place.base);
    });
  });
  return !isSeeded;
}

bool isBlock(const Stmt& stmt) {
  return std::holds_alternative<If>(stmt.node) || isLoop(stmt);
}

/// What a statement keeps for the reverse sweep, if it keeps something; else null.
const Place* keptBy(const Stmt& stmt) {
  if (const auto* push = std::get_if<Push>(&stmt.node))
    return &push->place;
  const auto* local = std::get_if<Declare>(&stmt.node);
  const auto* set = std::get_if<Assign>(&stmt.node);
  const ExprRef* value = local ? &local->value : set && set->op == AssignOp::Set ? &set->value : nullptr;
  const auto* from = value && *value ? std::get_if<Load>(&(*value)->node) : nullptr;
  return from ? &from->place : nullptr;
}

/// As the report calls it, which knows no numbers behind names.
std::string reportedName(const Writer& w, const Place& place) {
  const Variable& base = w[place.base];
  const std::string text = w.of(place);
  return base.wish.empty() || !text.starts_with(base.name) ? text
                                                           : base.wish + text.substr(base.name.size());
}

/// A local that goes to an array at the end of its scope does so at no line; the array has its place.
Location placeOfKept(const Writer& w, const Stmt& stmt) {
  const auto* set = std::get_if<Assign>(&stmt.node);
  return set && !stmt.location.isValid() ? w[set->target.base].location : stmt.location;
}

void sayWhyKept(Writer& w, const Stmt& stmt) {
  const Place* place = keptBy(stmt);
  if (!place)
    return;
  const Location at = placeOfKept(w, stmt);
  for (const KeptRemark& kept : w.remarks.kept)
    if (kept.at.isValid() && kept.at == at && kept.value == reportedName(w, *place))
      return w.comment(w.of(*place) + " is kept: " + kept.why);
}

/// The line that a block comes from. A branch that a statement alone has led to is not the source's.
std::string headingOf(const Writer& w, const Stmt& block) {
  const std::string heading = w.remarks.headingOf(block.location);
  const bool isStatement = heading.ends_with(';') && heading.find("if") == heading.npos &&
                           heading.find('?') == heading.npos;
  return std::holds_alternative<If>(block.node) && isStatement ? "" : heading;
}

} // namespace

void findSweeps(Writer& w) {
  const Block& body = w.kernel.body;
  auto reverse = std::ranges::find_if(body, [&](const Stmt& stmt) {
    return touchesShadow(w.kernel, stmt) && !isRoomForShadow(w.kernel, stmt);
  });
  while (reverse != body.begin() && isRoomForShadow(w.kernel, *std::prev(reverse)))
    --reverse;
  if (reverse == body.end())
    return;
  w.reverseSweep = &*reverse;
  if (reverse != body.begin())
    w.forwardSweep = &body.front();
}

void commentOn(Writer& w, std::span<const Stmt> statements) {
  if (!w.remarks.areCommented)
    return;
  for (const Stmt& stmt : statements) {
    if (&stmt == w.forwardSweep)
      w.comment("The forward sweep begins.");
    if (&stmt == w.reverseSweep) {
      w.comment("The reverse sweep begins.");
      w.lastHeading.clear(); // a loop may meet its own reverse
    }
  }
  const Stmt& last = statements.back();
  if (isBlock(last)) {
    const std::string heading = headingOf(w, last);
    if (!heading.empty() && heading != w.heading && heading != w.lastHeading)
      w.comment(heading);
    w.lastHeading = heading;
    w.heading = heading.empty() ? w.heading : heading;
    return;
  }
  w.lastHeading.clear();
  for (const Stmt& stmt : statements)
    sayWhyKept(w, stmt);
}

} // namespace treelize::print
