#include "analysis/Homes.h"

#include "ir/Walk.h"

#include <algorithm>
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
      if (const Block* home = outsideOfLoops(use->second, begin); home != begin)
        result.emplace(local, home);
    }
    return result;
  }

private:
  struct Position {
    const Block* parent;
    unsigned depth;
    bool isLoopBody;
  };
  const Kernel& kernel;
  std::map<const Block*, Position> positions;
  std::map<VarId, const Block*> declarations, uses;
  std::set<VarId> fixed; // stay where they are declared

  void block(const Block& statements, const Block* parent, bool isLoopBody) {
    positions[&statements] = {parent, parent ? positions.at(parent).depth + 1 : 0, isLoopBody};
    for (const Stmt& stmt : statements) {
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        declaration(*local, statements);
      else
        forEachOwnMention(stmt, [&](VarId var) { use(var, statements); });
      for (const Block* inner : blocks(stmt))
        block(*inner, &statements, isLoop(stmt));
    }
  }

  void declaration(const Declare& local, const Block& at) {
    const Variable& variable = kernel[local.var];
    const bool isFirst = declarations.emplace(local.var, &at).second;
    if (!isFirst || !isConstant(local.value) || variable.role != Role::Local ||
        variable.byReference)
      fixed.insert(local.var);
    if (local.value)
      forEachRead(*local.value, [&](const Place& place) {
        use(place.base, at);
        if (variable.byReference || variable.type->isView())
          fixed.insert(place.base); // it has another name
      });
  }

  void use(VarId var, const Block& at) {
    const auto [known, isNew] = uses.emplace(var, &at);
    if (!isNew)
      known->second = shared(known->second, &at);
  }

  const Block* shared(const Block* a, const Block* b) const {
    while (a != b)
      if (positions.at(a).depth > positions.at(b).depth)
        a = positions.at(a).parent;
      else
        b = positions.at(b).parent;
    return a;
  }

  const Block* outsideOfLoops(const Block* home, const Block* begin) const {
    const Block* result = home;
    for (const Block* at = home; at && at != begin; at = positions.at(at).parent)
      if (positions.at(at).isLoopBody)
        result = positions.at(at).parent;
    return result;
  }
};

} // namespace

std::map<VarId, const Block*> homes(const Kernel& kernel) {
  return HomeFinder(kernel).found();
}

} // namespace treelize::analysis
