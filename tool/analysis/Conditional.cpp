#include "analysis/Conditional.h"

#include "analysis/Activity.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::analysis {

using namespace ir;

namespace {

using BlockPath = std::vector<const Block*>;

struct Reader {
  bool isConditional;          // not run whenever the local's declaration is
  std::optional<VarId> target; // what it writes, if it is a local
};

class ReaderFinder {
public:
  explicit ReaderFinder(const Kernel& kernel) : kernel(kernel) { block(kernel.body); }

  std::map<VarId, std::vector<Reader>> readers;

private:
  const Kernel& kernel;
  BlockPath path;
  std::map<VarId, BlockPath> declared;

  void block(const Block& statements) {
    path.push_back(&statements);
    for (const Stmt& stmt : statements) {
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        declared[local->var] = path;
      std::optional<VarId> target;
      forEachWritten(kernel, stmt, [&](const Place& place) {
        if (kernel[place.base].role == Role::Local)
          target = place.base;
      });
      // Whether a function uses what it is given, nobody knows here.
      const bool isChosen = std::holds_alternative<Call>(stmt.node);
      forEachExpr(stmt, [&](const Expr& e) { expression(e, target, isChosen); });
      for (const Block* inner : blocks(stmt))
        block(*inner);
    }
    path.pop_back();
  }

  void expression(const Expr& e, std::optional<VarId> target, bool isChosen) {
    if (const auto* choice = std::get_if<Select>(&e.node)) {
      expression(*choice->ifTrue, target, true);
      return expression(*choice->ifFalse, target, true);
    }
    if (const auto* load = std::get_if<Load>(&e.node)) {
      if (auto known = declared.find(load->place.base); known != declared.end())
        readers[load->place.base].push_back({isChosen || path.size() > known->second.size(), target});
      return;
    }
    if (isDifferentiable(*e.type))
      forEachOperand(e, [&](const Expr& operand) { expression(operand, target, isChosen); });
  }
};

} // namespace

std::set<VarId> conditionalLocals(const Kernel& kernel) {
  const auto readers = ReaderFinder(kernel).readers;
  std::set<VarId> found;
  for (const auto& [local, all] : readers)
    found.insert(local);
  auto isSeen = [&](VarId local, const Reader& reader) {
    const bool feedsConditional = reader.target && reader.target != local && found.contains(*reader.target);
    return !reader.isConditional && !feedsConditional && reader.target != local;
  };
  for (bool shrinks = true; shrinks;) {
    shrinks = std::erase_if(found, [&](VarId local) {
      return std::ranges::any_of(readers.at(local), [&](const Reader& r) { return isSeen(local, r); });
    }) > 0;
  }
  return found;
}

} // namespace treelize::analysis
