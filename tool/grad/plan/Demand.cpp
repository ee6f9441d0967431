#include "grad/plan/Demand.h"

#include "analysis/Regions.h"
#include "grad/plan/StoragePlan.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

class DemandFinder {
public:
  DemandFinder(const Kernel& kernel, const StatementAdjointMap& adjoints, const Shapes& shapes,
               bool isFunction)
      : kernel(kernel), shapes(shapes) {
    for (unsigned i = 0; i < kernel.variables.size(); ++i)
      if (isFunction ? kernel.variables[i].role != Role::Local
                     : kernel.variables[i].role == Role::Member)
        demanded.insert(place(kernel, VarId{i}));
    if (kernel.result)
      demanded.insert(place(kernel, *kernel.result));
    forEachStmt(kernel.body, [&](const Stmt& stmt) { seed(stmt, adjoints); });
    while (step()) {
    }
  }

  bool isIdle(const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && !isGlobal(kernel[s->target.base]) && !demanded.overlaps(s->target);
  }

private:
  const Kernel& kernel;
  const Shapes& shapes;
  analysis::RegionSet demanded;
  bool grew = false;

  void demand(const Expr& expr) {
    forEachRead(expr, [&](const Place& p) { grew |= demanded.insert(p); });
  }

  void demandIndices(const Place& target) {
    forEachIndexRead(target, [&](const Place& p) { grew |= demanded.insert(p); });
  }

  /// Control flow and changes of length always run; so do the adjoints of all statements.
  void seed(const Stmt& stmt, const StatementAdjointMap& adjoints) {
    if (const auto* s = std::get_if<While>(&stmt.node))
      demanded.insert(place(kernel, tripsOf(*s)));
    const bool isValue =
        std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Declare>(stmt.node);
    if (!isValue) {
      forEachExpr(stmt, [&](const Expr& e) { demand(e); });
      if (const Place* place = namedPlace(stmt))
        demandIndices(*place);
    }
    if (const auto* s = std::get_if<Declare>(&stmt.node); s && !kernel[s->var].type->isScalar())
      demand(*shapes.shadowOf(*s));
    if (auto found = adjoints.find(&stmt); found != adjoints.end())
      forEachStmt(found->second.code, [&](const Stmt& code) {
        forEachExpr(code, [&](const Expr& e) { demand(e); });
        forEachWritten(kernel, code, [&](const Place& target) { demandIndices(target); });
      });
  }

  bool step() {
    grew = false;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      bool isDemanded = false;
      forEachWritten(kernel, stmt, [&](const Place& target) {
        isDemanded = isDemanded || demanded.overlaps(target);
      });
      if (!isDemanded)
        return;
      forEachExpr(stmt, [&](const Expr& e) { demand(e); });
      if (const Place* target = namedPlace(stmt))
        demandIndices(*target);
    });
    return grew;
  }
};

} // namespace

std::set<const Stmt*> idleAssignments(const Kernel& kernel, const StatementAdjointMap& adjoints,
                                      const Shapes& shapes, bool isFunction) {
  const DemandFinder found(kernel, adjoints, shapes, isFunction);
  std::set<const Stmt*> idle;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (found.isIdle(stmt))
      idle.insert(&stmt);
  });
  return idle;
}

} // namespace treelize::grad
