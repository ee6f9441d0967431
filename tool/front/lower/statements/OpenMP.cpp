// OpenMP: a loop whose iterations may run side by side means the same when they run one after the
// other. So the kernel is differentiated as the sequential program that its directives promise to
// agree with.
//
// What a directive makes private gets a variable of its own; reductions, schedules and the number
// of threads change nothing. A region whose meaning depends on who runs it is refused.
#include "ClangCompat.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/OpenMPClause.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// The loop, or the block, without what OpenMP has wrapped around it.
const Stmt* body(const OMPExecutableDirective* directive) {
  const Stmt* stmt = directive->getAssociatedStmt();
  while (const auto* captured = dyn_cast_or_null<CapturedStmt>(stmt))
    stmt = captured->getCapturedStmt();
  return stmt;
}

bool isSequentialAlike(const OMPExecutableDirective* directive) {
  return isa<OMPForDirective, OMPParallelForDirective, OMPParallelForSimdDirective,
             OMPForSimdDirective, OMPSimdDirective, OMPCriticalDirective, OMPAtomicDirective>(
      directive);
}

class PrivateVariables {
public:
  PrivateVariables(Lowering& lowering, const OMPExecutableDirective* directive) : l(lowering) {
    for (const OMPClause* clause : directive->clauses()) {
      if (const auto* list = dyn_cast<OMPPrivateClause>(clause))
        add(compat::variablesOf(*list), /*isCopied=*/false);
      if (const auto* list = dyn_cast<OMPFirstprivateClause>(clause))
        add(compat::variablesOf(*list), /*isCopied=*/true);
      if (isa<OMPLinearClause, OMPOrderedClause>(clause))
        l.notYet(clause->getBeginLoc(), "this clause of an OpenMP directive",
                 "write the loop without it");
    }
  }
  PrivateVariables(const PrivateVariables&) = delete;
  PrivateVariables& operator=(const PrivateVariables&) = delete;
  ~PrivateVariables() {
    for (auto& [variable, outer] : hidden)
      l.bindings[variable] = outer;
  }

private:
  Lowering& l;
  std::vector<std::pair<const ValueDecl*, Value>> hidden;

  template <class List>
  void add(const List& list, bool isCopied) {
    for (const Expr* use : list) {
      const auto* name = dyn_cast<DeclRefExpr>(bare(use));
      const auto bound = name ? l.bindings.find(name->getDecl()) : l.bindings.end();
      const auto* place =
          bound == l.bindings.end() ? nullptr : std::get_if<ir::Place>(&bound->second);
      if (!place)
        l.notYet(use->getExprLoc(), "this private variable of an OpenMP directive",
                 "declare it inside the loop");
      const Location at = toLocation(use->getExprLoc());
      const ir::VarId own = l.addLocal(name->getDecl()->getNameAsString(), place->type, {}, at);
      l.emit(ir::declare(own, isCopied ? ir::load(*place) : nullptr, at));
      hidden.emplace_back(name->getDecl(), bound->second);
      bound->second = l.placeOf(own);
    }
  }
};

} // namespace

void parallelDirective(Lowering& l, const OMPExecutableDirective* directive) {
  if (!isSequentialAlike(directive))
    l.notYet(directive->getBeginLoc(), "this OpenMP directive",
             "use a parallel loop: '#pragma omp parallel for'");
  const PrivateVariables own(l, directive);
  statement(l, body(directive));
}

} // namespace treelize::front
