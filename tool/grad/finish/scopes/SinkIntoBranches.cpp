#include "grad/finish/scopes/SinkIntoBranches.h"

#include "analysis/ElementKeys.h"
#include "analysis/Homes.h"
#include "ir/Walk.h"

#include <iterator>
#include <map>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

class BranchSinker {
public:
  explicit BranchSinker(Kernel& kernel) {
    const std::map<VarId, const Block*> homes = analysis::homes(kernel);
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      const auto home = local ? homes.find(local->var) : homes.end();
      if (home == homes.end() || !analysis::holdsNumbersOnly(*kernel[local->var].type))
        return;
      sunk.insert(local->var);
      beginning[home->second].push_back(stmt);
    });
    block(kernel.body);
  }

private:
  std::set<VarId> sunk;
  std::map<const Block*, Block> beginning;

  void block(Block& statements) {
    for (Stmt& stmt : statements)
      for (Block* inner : blocks(stmt))
        block(*inner);
    std::erase_if(statements, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      return local && sunk.contains(local->var);
    });
    if (const auto own = beginning.find(&statements); own != beginning.end())
      statements.insert(statements.begin(), std::make_move_iterator(own->second.begin()),
                        std::make_move_iterator(own->second.end()));
  }
};

} // namespace

void sinkIntoBranches(Kernel& adjoint) {
  BranchSinker sinker(adjoint);
}

} // namespace treelize::grad
