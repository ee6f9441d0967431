#include "analysis/Conditional.h"

#include "analysis/Activity.h"
#include "analysis/ElementRanges.h"
#include "analysis/Homes.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

struct Reader {
  bool isConditional;          // not run whenever the local's declaration is
  std::optional<VarId> target; // what it writes, if it is a local
};

class ReaderFinder {
public:
  explicit ReaderFinder(const Kernel& kernel) : kernel(kernel) {
    for (const auto& [local, home] : homes(kernel))
      beginning[home].push_back(local);
    block(kernel.body);
  }

  std::map<VarId, std::vector<Reader>> readers;
  std::set<VarId> replaced; // perhaps: under a condition that their declaration does not stand
                            // under, or by a choice

private:
  /// How many blocks, conditions, and blocks that may not run at all stand around a statement.
  struct Depth {
    unsigned blocks = 0, conditions = 0, chances = 0;
  };
  const Kernel& kernel;
  std::map<const Block*, std::vector<VarId>> beginning; // the locals that could begin there
  Depth depth;
  std::set<VarId> rewritten; // in the loops around that surely run
  std::map<VarId, Depth> declared;

  void block(const Block& statements) {
    ++depth.blocks;
    if (const auto own = beginning.find(&statements); own != beginning.end())
      for (const VarId local : own->second)
        declared[local] = depth;
    for (const Stmt& stmt : statements)
      statement(stmt);
    --depth.blocks;
  }

  void statement(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      declared[local->var] = depth;
    if (const auto* assignment = std::get_if<Assign>(&stmt.node))
      replacement(*assignment);
    std::optional<VarId> target;
    forEachWritten(kernel, stmt, [&](const Place& place) {
      if (kernel[place.base].role == Role::Local)
        target = place.base;
    });
    // Whether a function uses what it is given, nobody knows here.
    const bool isChosen = std::holds_alternative<Call>(stmt.node);
    forEachExpr(stmt, [&](const Expr& e) { expression(e, target, isChosen); });
    if (const auto* loop = std::get_if<For>(&stmt.node); loop && surelyRuns(*loop))
      return sureLoop(*loop);
    const Depth around = depth;
    depth.conditions += !isLoop(stmt);
    ++depth.chances;
    for (const Block* inner : blocks(stmt))
      block(*inner);
    depth = around;
  }

  void sureLoop(const For& loop) {
    const std::set<VarId> around = rewritten;
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) { rewritten.insert(place.base); });
    });
    block(loop.body);
    rewritten = around;
  }

  /// Elements are read one at a time.
  bool mayNotRun(const Place& read, const Depth& start) const {
    const bool isSteadyNumber = read.path.empty() && !rewritten.contains(read.base);
    return isSteadyNumber ? depth.chances > start.chances : depth.blocks > start.blocks;
  }

  void replacement(const Assign& s) {
    const auto local = declared.find(s.target.base);
    if (s.op == AssignOp::Set && s.target.path.empty() && local != declared.end() &&
        depth.conditions > local->second.conditions)
      replaced.insert(s.target.base);
  }

  void expression(const Expr& e, std::optional<VarId> target, bool isChosen) {
    if (const auto* choice = std::get_if<Select>(&e.node)) {
      expression(*choice->ifTrue, target, true);
      return expression(*choice->ifFalse, target, true);
    }
    if (const auto* load = std::get_if<Load>(&e.node)) {
      const VarId local = load->place.base;
      if (auto known = declared.find(local); known != declared.end())
        readers[local].push_back({isChosen || mayNotRun(load->place, known->second), target});
      if (isChosen && target == local) // `h = max(h, 1)`
        replaced.insert(local);
      return;
    }
    const auto* apply = std::get_if<Apply>(&e.node);
    const bool choosesHere = apply && choosesOne(apply->op);
    if (isDifferentiable(*e.type))
      forEachOperand(
          e, [&](const Expr& operand) { expression(operand, target, isChosen || choosesHere); });
  }
};

} // namespace

std::set<VarId> conditionalLocals(const Kernel& kernel) {
  const ReaderFinder finder(kernel);
  const auto& readers = finder.readers;
  std::set<VarId> found;
  for (const auto& [local, all] : readers)
    found.insert(local);
  auto isSeen = [&](VarId local, const Reader& reader) {
    const bool feedsConditional =
        reader.target && reader.target != local && found.contains(*reader.target);
    return !reader.isConditional && !feedsConditional && reader.target != local;
  };
  for (bool shrinks = true; shrinks;) {
    shrinks = std::erase_if(found, [&](VarId local) {
                return !finder.replaced.contains(local) &&
                       std::ranges::any_of(readers.at(local),
                                           [&](const Reader& r) { return isSeen(local, r); });
              }) > 0;
  }
  return found;
}

} // namespace treelize::analysis
