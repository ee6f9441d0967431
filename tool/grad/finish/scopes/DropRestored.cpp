#include "grad/finish/scopes/DropRestored.h"

#include "ir/Members.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Does it do no more than what its expressions and targets say?
bool isQuiet(const Stmt& stmt) {
  bool holds = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
    holds = holds && (std::holds_alternative<Declare>(inner.node) ||
                      std::holds_alternative<Assign>(inner.node) ||
                      std::holds_alternative<If>(inner.node) || isLoop(inner));
  });
  return holds;
}

std::set<VarId> readByIndices(const Place& place) {
  std::set<VarId> read;
  forEachIndexRead(place, [&](const Place& index) { read.insert(index.base); });
  return read;
}

std::set<VarId> writtenIn(const Kernel& kernel, const Stmt& stmt) {
  std::set<VarId> written = declaredIn(std::span(&stmt, 1));
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
    forEachWritten(kernel, inner, [&](const Place& place) { written.insert(place.base); });
  });
  return written;
}

/// What a statement sets to a value in which the place has no part; null if it does not.
const Place* placeSet(const Stmt& stmt) {
  if (const auto* pop = std::get_if<Pop>(&stmt.node))
    return pop->slots == 0 ? &pop->place : nullptr;
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && !reads(stmt, s->target.base) ? &s->target : nullptr;
}

/// Places of one kind, found again by a variable that they, or their indices, are made of.
template <class Entry>
class ByVariable {
public:
  void add(const std::set<VarId>& variables, Entry entry) {
    entries.push_back(std::move(entry));
    isThere.push_back(true);
    for (const VarId var : variables)
      of[var].push_back(entries.size() - 1);
  }
  void forget(VarId var) {
    if (const auto found = of.find(var); found != of.end()) {
      for (const std::size_t i : found->second)
        isThere[i] = false;
      of.erase(found);
    }
  }
  template <class Predicate>
  bool has(VarId var, const Predicate& isWanted) const {
    const auto found = of.find(var);
    if (found != of.end())
      for (const std::size_t i : found->second)
        if (isThere[i] && isWanted(entries[i]))
          return true;
    return false;
  }
  void clear() {
    entries.clear();
    isThere.clear();
    of.clear();
  }

private:
  std::vector<Entry> entries;
  std::vector<bool> isThere;
  std::map<VarId, std::vector<std::size_t>> of;
};

class EffectFinder {
public:
  explicit EffectFinder(const Kernel& kernel) : kernel(kernel) {}

  bool block(Block& statements) {
    bool dropped = false;
    for (Stmt& stmt : statements)
      for (Block* inner : blocks(stmt))
        dropped |= block(*inner);
    dropped |= erase(statements, overwritten(statements));
    dropped |= erase(statements, putBack(statements));
    dropped |= erase(statements, taken(statements));
    return dropped;
  }

private:
  const Kernel& kernel;

  static bool erase(Block& statements, const std::vector<bool>& isOver) {
    std::size_t position = 0;
    return std::erase_if(statements, [&](const Stmt&) { return isOver[position++]; }) > 0;
  }

  /// A place that is named by no others, and stays where it is when it is written.
  bool isPlain(const Place& place) const {
    return !isGlobal(kernel[place.base]) && !isWalked(kernel, place.base) &&
           !readByIndices(place).contains(place.base);
  }

  /// From the end: what will be set again before it is read.
  std::vector<bool> overwritten(const Block& statements) const {
    std::vector<bool> isOver(statements.size());
    ByVariable<Place> pending;
    for (std::size_t i = statements.size(); i-- > 0;) {
      const Stmt& stmt = statements[i];
      const auto* s = std::get_if<Assign>(&stmt.node);
      isOver[i] = s && !s->isAtomic &&
                  pending.has(s->target.base, [&](const Place& place) { return isSame(place, s->target); });
      if (isOver[i])
        continue;
      if (!isQuiet(stmt) && !std::holds_alternative<Pop>(stmt.node))
        pending.clear();
      forEachMention(stmt, [&](VarId var) { pending.forget(var); });
      if (const Place* place = placeSet(stmt); place && isPlain(*place)) {
        std::set<VarId> variables = readByIndices(*place);
        variables.insert(place->base);
        pending.add(variables, *place);
      }
    }
    return isOver;
  }

  struct Copy {
    Place to, from;
  };

  /// From the beginning: what is set to the value that it has.
  std::vector<bool> putBack(const Block& statements) const {
    std::vector<bool> isOver(statements.size());
    ByVariable<Copy> copies;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Stmt& stmt = statements[i];
      const auto* s = std::get_if<Assign>(&stmt.node);
      const Place* from = s && s->op == AssignOp::Set ? copiedPlace(s->value) : nullptr;
      isOver[i] = from && copies.has(s->target.base, [&](const Copy& copy) {
        return isSame(copy.from, s->target) && isSame(copy.to, *from);
      });
      if (isOver[i])
        continue;
      if (!isQuiet(stmt))
        copies.clear();
      for (const VarId var : writtenIn(kernel, stmt))
        copies.forget(var);
      note(stmt, copies);
    }
    return isOver;
  }

  /// What comes from the tape and is still there. No part of a record does.
  std::vector<bool> taken(const Block& statements) const {
    std::vector<bool> isOver(statements.size());
    std::optional<std::size_t> pushed;
    unsigned joined = 0; // pushes to come of the record
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (const auto* push = std::get_if<Push>(&statements[i].node)) {
        const bool isAlone = joined == 0 && push->joined == 0 && push->slots == 0;
        pushed = isAlone && isPlain(push->place) ? std::optional(i) : std::nullopt;
        joined = joined > 0 ? joined - 1 : push->joined;
      } else if (pushed && isPopOf(statements[i], statements[*pushed])) {
        isOver[*pushed] = isOver[i] = true;
        pushed.reset();
      } else if (pushed && (!isQuiet(statements[i]) || changes(statements[i], statements[*pushed]))) {
        pushed.reset();
      }
    }
    return isOver;
  }

  static bool isPopOf(const Stmt& stmt, const Stmt& push) {
    const auto* pop = std::get_if<Pop>(&stmt.node);
    return pop && isSame(pop->place, std::get<Push>(push.node).place);
  }

  bool changes(const Stmt& stmt, const Stmt& push) const {
    const Place& place = std::get<Push>(push.node).place;
    std::set<VarId> variables = readByIndices(place);
    variables.insert(place.base);
    const std::set<VarId> written = writtenIn(kernel, stmt);
    return std::ranges::any_of(variables, [&](VarId var) { return written.contains(var); });
  }

  void note(const Stmt& stmt, ByVariable<Copy>& copies) const {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const auto* s = std::get_if<Assign>(&stmt.node);
    const Place* from = local ? copiedPlace(local->value)
                        : s && s->op == AssignOp::Set ? copiedPlace(s->value)
                                                      : nullptr;
    if (!from || (local && kernel[local->var].byReference))
      return;
    const Place to = local ? Place{local->var, {}, kernel[local->var].type} : s->target;
    if (to.base == from->base || !isPlain(to) || !isPlain(*from) ||
        !isSameInCpp(*to.type, *from->type) || to.type->width != from->type->width)
      return;
    std::set<VarId> variables = readByIndices(to);
    variables.merge(readByIndices(*from));
    variables.insert({to.base, from->base});
    copies.add(variables, {to, *from});
  }
};

} // namespace

bool hasAlias(const Kernel& kernel) {
  bool found = false;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    found = found || (local && local->value && kernel[local->var].type->is(TypeKind::Pointer));
  });
  return found;
}

bool dropRestored(Kernel& kernel) {
  return !hasAlias(kernel) && EffectFinder(kernel).block(kernel.body);
}

} // namespace treelize::grad
