#include "analysis/Homes.h"

#include "ir/Walk.h"

#include <algorithm>
#include <deque>
#include <set>

namespace treelize::analysis {

using namespace ir;

namespace {

bool isConstant(const ExprRef& value) {
  if (!value || std::holds_alternative<Literal>(value->node))
    return true;
  const auto* made = std::get_if<Construct>(&value->node);
  return made && std::ranges::all_of(made->args, [](const ExprRef& e) { return isConstant(e); });
}

class HomeFinder {
public:
  explicit HomeFinder(const Kernel& kernel)
      : kernel(kernel), fixed(kernel.outputs.begin(), kernel.outputs.end()) {
    block(kernel.body, nullptr, false);
  }

  std::map<VarId, const Block*> found() const {
    std::map<VarId, const Block*> result;
    for (const auto& [local, begin] : declarations) {
      const auto use = uses.find(local);
      if (use == uses.end() || fixed.contains(local))
        continue;
      if (const Position* home = outsideOfLoops(use->second, begin); home != begin)
        result.emplace(local, home->block);
    }
    return result;
  }

private:
  struct Position {
    const Block* block;
    const Position* parent;
    bool isLoopBody;
    bool isOpen = true; // while the walk is in it
  };
  const Kernel& kernel;
  std::deque<Position> positions;
  std::map<VarId, const Position*> declarations, uses;
  std::set<VarId> fixed; // stay where they are declared

  void block(const Block& statements, const Position* parent, bool isLoopBody) {
    Position& here = positions.emplace_back(Position{&statements, parent, isLoopBody});
    for (const Stmt& stmt : statements) {
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        declaration(*local, here);
      else
        forEachOwnMention(stmt, [&](VarId var) { use(var, here); });
      for (const Block* inner : blocks(stmt))
        block(*inner, &here, isLoop(stmt));
    }
    here.isOpen = false;
  }

  void declaration(const Declare& local, const Position& at) {
    const Variable& variable = kernel[local.var];
    const bool isFirst = declarations.emplace(local.var, &at).second;
    if (!isFirst || !beginsConstant(local) || variable.role != Role::Local || variable.byReference)
      fixed.insert(local.var);
    if (local.value)
      forEachRead(*local.value, [&](const Place& place) {
        use(place.base, at);
        if (variable.byReference || variable.type->isView())
          fixed.insert(place.base); // it has another name
      });
  }

  /// What is open stands around the walk.
  void use(VarId var, const Position& at) {
    const Position*& home = uses.emplace(var, &at).first->second;
    while (!home->isOpen)
      home = home->parent;
  }

  static const Position* outsideOfLoops(const Position* home, const Position* begin) {
    const Position* result = home;
    for (const Position* at = home; at && at != begin; at = at->parent)
      if (at->isLoopBody)
        result = at->parent;
    return result;
  }
};

} // namespace

bool beginsConstant(const Declare& local) {
  return isConstant(local.value);
}

std::map<VarId, const Block*> homes(const Kernel& kernel) {
  return HomeFinder(kernel).found();
}

} // namespace treelize::analysis
