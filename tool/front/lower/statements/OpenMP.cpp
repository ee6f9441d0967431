// OpenMP: a loop whose iterations may run side by side means the same when they run one after the
// other. So the kernel is differentiated as the sequential program that its directives promise to
// agree with; the loop of a `parallel for` keeps the promise (ir::Parallel), for its derivatives to
// run in parallel where they can.
//
// What a directive makes private gets a variable of its own, in the iteration. A region whose
// meaning depends on who runs it is refused.
#include "ClangCompat.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/statements/Statements.h"

#include "ir/Walk.h"

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/OpenMPKinds.h"

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

bool isParallel(const OMPExecutableDirective* directive) {
  return isa<OMPParallelForDirective, OMPParallelForSimdDirective>(directive);
}

bool isSequentialAlike(const OMPExecutableDirective* directive) {
  return isParallel(directive) || isa<OMPForDirective, OMPForSimdDirective, OMPSimdDirective,
                                      OMPCriticalDirective, OMPAtomicDirective>(directive);
}

class PrivateVariables {
public:
  PrivateVariables(Lowering& lowering, const OMPExecutableDirective* directive)
      : l(lowering), written(body(directive)) {
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

  ir::Block declarations;

private:
  Lowering& l;
  const WrittenVariables written;
  std::vector<std::pair<const ValueDecl*, Value>> hidden;

  template <class List>
  void add(const List& list, bool isCopied) {
    for (const Expr* use : list) {
      const auto* name = dyn_cast<DeclRefExpr>(bare(use));
      if (name && isCopied && !written.contains(name->getDecl()))
        continue; // as good as the original
      const auto bound = name ? l.bindings.find(name->getDecl()) : l.bindings.end();
      const auto* place =
          bound == l.bindings.end() ? nullptr : std::get_if<ir::Place>(&bound->second);
      if (!place)
        l.notYet(use->getExprLoc(), "this private variable of an OpenMP directive",
                 "declare it inside the loop");
      const Location at = toLocation(use->getExprLoc());
      const ir::VarId own = l.addLocal(name->getDecl()->getNameAsString(), place->type, {}, at);
      declarations.push_back(ir::declare(own, isCopied ? ir::load(*place) : nullptr, at));
      hidden.emplace_back(name->getDecl(), bound->second);
      bound->second = l.placeOf(own);
    }
  }
};

/// Where the variable gets its first value, or at the beginning.
void declareIn(ir::Block& scope, ir::Stmt declaration) {
  auto& local = std::get<ir::Declare>(declaration.node);
  const auto first = std::ranges::find_if(
      scope, [&](const ir::Stmt& stmt) { return ir::mentions(stmt, local.var); });
  const auto* set = first == scope.end() ? nullptr : std::get_if<ir::Assign>(&first->node);
  const bool isFirstValue = set && set->op == ir::AssignOp::Set && set->target.base == local.var &&
                            set->target.path.empty() && set->target.type->isScalar() &&
                            !ir::reads(*first, local.var);
  if (local.value || !isFirstValue) {
    scope.insert(scope.begin(), std::move(declaration));
    return;
  }
  local.value = set->value;
  *first = std::move(declaration);
}

// --- what the user says of a parallel loop -------------------------------------------------------

/// What Clang has moved in front of the directive.
const Expr* original(const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(bare(expr));
  const auto* captured = use ? dyn_cast<OMPCapturedExprDecl>(use->getDecl()) : nullptr;
  return captured ? captured->getInit() : expr;
}

/// A hint that cannot be told without effects is none.
ir::ExprRef hint(Lowering& l, const Expr* expr) {
  ir::ExprRef value;
  const ir::Block effects = l.collect([&] { value = rvalue(l, original(expr)); });
  return effects.empty() ? value : nullptr;
}

std::string textOf(const Lowering& l, const OMPScheduleClause& clause) {
  std::string text =
      getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_schedule, clause.getScheduleKind());
  if (!clause.getChunkSize())
    return text;
  Expr::EvalResult chunk;
  const Expr* size = original(clause.getChunkSize());
  if (size->isValueDependent() || !size->EvaluateAsInt(chunk, l.ast))
    return "";
  return text + ", " + llvm::toString(chunk.Val.getInt(), 10);
}

bool sumsArray(const OMPReductionClause& clause) {
  return std::ranges::any_of(compat::variablesOf(clause), [](const Expr* use) {
    return !isa<DeclRefExpr>(bare(use)) ||
           !use->getType().getNonReferenceType()->isArithmeticType();
  });
}

ir::Parallel wordOf(Lowering& l, const OMPExecutableDirective* directive) {
  ir::Parallel word;
  for (const OMPClause* clause : directive->clauses()) {
    if (const auto* schedule = dyn_cast<OMPScheduleClause>(clause))
      word.schedule = textOf(l, *schedule);
    if (const auto* threads = dyn_cast<OMPNumThreadsClause>(clause))
      word.threads = hint(l, threads->getNumThreads());
    if (const auto* condition = dyn_cast<OMPIfClause>(clause);
        condition && condition->getNameModifier() != llvm::omp::OMPD_simd)
      word.condition = hint(l, condition->getCondition());
    if (const auto* sums = dyn_cast<OMPReductionClause>(clause); sums && sumsArray(*sums))
      word.problem = "a reduction over an array or an object";
  }
  return word;
}

} // namespace

bool isOpenMPCall(const FunctionDecl* callee) {
  return callee->isExternC() && callee->getDeclName().isIdentifier() &&
         callee->getName().starts_with("omp_");
}

void parallelDirective(Lowering& l, const OMPExecutableDirective* directive) {
  if (!isSequentialAlike(directive))
    l.notYet(directive->getBeginLoc(), "this OpenMP directive",
             "use a parallel loop: '#pragma omp parallel for'");
  l.sections += isa<OMPAtomicDirective, OMPCriticalDirective>(directive) ? 1 : 0;
  PrivateVariables own(l, directive);
  const unsigned sections = l.sections;
  ir::Block lowered = l.collect([&] { statement(l, body(directive)); });
  ir::For* loop = lowered.empty() ? nullptr : std::get_if<ir::For>(&lowered.back().node);
  if (loop && isParallel(directive))
    loop->parallel = wordOf(l, directive);
  if (loop && loop->parallel && l.sections != sections)
    loop->parallel->problem =
        "iterations that write the same element do so in an atomic or critical section";
  ir::Block& scope = loop ? loop->body : lowered;
  for (auto each = own.declarations.rbegin(); each != own.declarations.rend(); ++each)
    declareIn(scope, std::move(*each));
  l.append(std::move(lowered));
}

} // namespace treelize::front
