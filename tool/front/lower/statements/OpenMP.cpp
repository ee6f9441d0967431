// OpenMP: a loop whose iterations may run side by side means the same when they run one after the
// other. So the kernel is differentiated as the sequential program that its directives promise to
// agree with; the loop of a `parallel for` keeps the promise (ir::Parallel), for its derivatives to
// run in parallel where they can.
//
// What a directive makes private gets a variable of its own, in the iteration. Everything else,
// regions, sections and tasks, is what one thread makes of it, and so are the answers to who runs
// it: derivatives run it serially.
#include "ClangCompat.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
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

bool isLoop(const OMPExecutableDirective* directive) {
  return isParallel(directive) || isa<OMPForDirective, OMPForSimdDirective>(directive);
}

bool isExclusive(const OMPExecutableDirective* directive) {
  return isa<OMPAtomicDirective, OMPCriticalDirective>(directive);
}

/// Does it let several threads run what it stands on, in a way that derivatives do not?
bool startsThreads(const OMPExecutableDirective* directive) {
  const OpenMPDirectiveKind kind = directive->getDirectiveKind();
  return !isParallel(directive) &&
         (isOpenMPParallelDirective(kind) || isOpenMPTaskingDirective(kind) ||
          isOpenMPTaskLoopDirective(kind) || isOpenMPTeamsDirective(kind) ||
          isOpenMPTargetExecutionDirective(kind));
}

void tellOfSerial(Lowering& l, SourceLocation where, const char* what, const std::string& why) {
  if (l.warned.insert(where).second)
    l.sink.report(Diag::serial_directive, toLocation(l.inUsersCode(where)),
                  {what, l.kernel.name, why});
}

class PrivateVariables {
public:
  PrivateVariables(Lowering& lowering, const OMPExecutableDirective* directive)
      : l(lowering), written(body(directive)), objects(lowering.cleanups.size()) {
    for (const OMPClause* clause : directive->clauses()) {
      if (const auto* list = dyn_cast<OMPLastprivateClause>(clause))
        for (const Expr* use : compat::variablesOf(*list))
          if (const VarDecl* variable = named(use))
            handedBack.insert(variable);
      if (const auto* list = dyn_cast<OMPLinearClause>(clause))
        for (const Expr* use : compat::variablesOf(*list))
          refuseUnstepped(use);
    }
    for (const OMPClause* clause : directive->clauses()) {
      if (const auto* list = dyn_cast<OMPPrivateClause>(clause))
        addAll(compat::variablesOf(*list), listOf(list->private_copies()), {});
      if (const auto* list = dyn_cast<OMPFirstprivateClause>(clause))
        addAll(compat::variablesOf(*list), listOf(list->private_copies()), listOf(list->inits()));
    }
  }
  PrivateVariables(const PrivateVariables&) = delete;
  PrivateVariables& operator=(const PrivateVariables&) = delete;
  ~PrivateVariables() {
    for (auto& [variable, outer] : hidden)
      l.bindings[variable] = outer;
    l.cleanups.resize(objects);
  }

  void end() { endBlock(l, objects, /*isLeft=*/false); }

  ir::Block declarations;
  bool isOnThread = false; // some are made once for all iterations, which one thread runs then

private:
  Lowering& l;
  const WrittenVariables written;
  const std::size_t objects;
  std::vector<std::pair<const ValueDecl*, Value>> hidden;
  std::set<const VarDecl*> handedBack; // as the last iteration leaves them, which one thread runs

  using Expressions = std::vector<const Expr*>;

  template <class Range>
  static Expressions listOf(const Range& range) {
    return {range.begin(), range.end()};
  }

  static const VarDecl* named(const Expr* use) {
    const auto* name = dyn_cast_or_null<DeclRefExpr>(use ? bare(use) : nullptr);
    return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  }

  /// The loop steps it, whatever its body does.
  void refuseUnstepped(const Expr* use) {
    const VarDecl* variable = named(use);
    if (!variable || !written.contains(variable))
      l.notYet(use->getExprLoc(), "a variable of 'linear' that the loop's body does not step",
               "step it in the body, or compute it from the counter");
  }

  /// `originals`: by which the values of the copies are told, where they have some.
  template <class Uses>
  void addAll(const Uses& uses, const Expressions& copies, const Expressions& originals) {
    std::size_t i = 0;
    for (const Expr* use : uses) {
      const VarDecl* copy = named(copies[i]);
      const VarDecl* original = originals.empty() ? nullptr : named(originals[i]);
      add(use, copy, original);
      ++i;
    }
  }

  void add(const Expr* use, const VarDecl* copy, const VarDecl* original) {
    const VarDecl* variable = named(use);
    const bool isAsGood = original && variable && !written.contains(variable);
    if (isAsGood || handedBack.contains(variable)) // as the original itself
      return;
    const auto bound = variable ? l.bindings.find(variable) : l.bindings.end();
    if (bound == l.bindings.end() || !copy)
      l.notYet(use->getExprLoc(), "this private variable of an OpenMP directive",
               "declare it inside the loop");
    const Value outer = bound->second;
    hidden.emplace_back(variable, outer);
    const SourceLocation where = use->getExprLoc();
    if (const auto* place = std::get_if<ir::Place>(&outer)) {
      const Location at = toLocation(where);
      const ir::VarId own = l.addLocal(variable->getNameAsString(), place->type, {}, at);
      if (original && place->type->isBuiltinArray)
        return addArray(variable, l.placeOf(own), *place, at);
      declarations.push_back(ir::declare(own, original ? ir::load(*place) : nullptr, at));
      l.bindings[variable] = l.placeOf(own);
      return;
    }
    isOnThread = true;
    if (original)
      l.bindings[original] = outer;
    l.bindings[variable] = initialized(l,
                                       {variable->getNameAsString(), variable->getType(), where,
                                        /*isWritten=*/true, motionOf(l.frame().written, variable),
                                        /*endsWithBlock=*/true},
                                       copy->getInit());
    if (const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
        record && record->hasDefinition())
      addCleanup(l, variable->getType(), l.bindings[variable]);
  }

  void addArray(const VarDecl* variable, const ir::Place& own, const ir::Place& outer,
                Location at) {
    isOnThread = true;
    l.emit(ir::declare(own.base, nullptr, at));
    copyArray(l, own, outer, at);
    l.bindings[variable] = own;
  }
};

/// Is one of the variables that are declared there mentioned before the iterations?
bool areAskedBefore(const ir::Block& declarations, const ir::Block& lowered, const ir::For& loop) {
  return std::ranges::any_of(declarations, [&](const ir::Stmt& declaration) {
    const ir::VarId var = std::get<ir::Declare>(declaration.node).var;
    bool found = ir::mentions(std::span(lowered).first(lowered.size() - 1), var);
    for (const ir::ExprRef& bound : {loop.lower, loop.upper})
      ir::forEachRead(*bound, [&](const ir::Place& p) { found = found || p.base == var; });
    return found;
  });
}

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

/// What makes the iterations meet in their order.
std::string orderingClause(const OMPExecutableDirective* directive) {
  for (const OMPClause* clause : directive->clauses())
    if (isa<OMPLinearClause, OMPOrderedClause, OMPLastprivateClause>(clause))
      return "its clause '" + getOpenMPClauseName(clause->getClauseKind()).str() +
             "' orders the iterations";
  return "";
}

ir::Parallel wordOf(Lowering& l, const OMPExecutableDirective* directive) {
  ir::Parallel word;
  word.problem = isParallel(directive) ? orderingClause(directive)
                                       : "it shares the threads of a region, which runs on one";
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

/// What one thread is told, in no region or in one of its own.
struct Answer {
  llvm::StringRef function;
  std::int64_t value;
};

constexpr Answer answers[] = {
    {"omp_get_thread_num", 0},
    {"omp_get_num_threads", 1},
    {"omp_get_max_threads", 1},
    {"omp_get_num_procs", 1},
    {"omp_get_thread_limit", 1},
    {"omp_get_team_num", 0},
    {"omp_get_num_teams", 1},
    {"omp_get_team_size", 1},
    {"omp_get_max_teams", 1},
    {"omp_get_level", 0},
    {"omp_get_active_level", 0},
    {"omp_get_max_active_levels", 1},
    {"omp_get_supported_active_levels", 1},
    {"omp_get_ancestor_thread_num", 0},
    {"omp_get_max_task_priority", 0},
    {"omp_get_dynamic", 0},
    {"omp_get_nested", 0},
    {"omp_get_cancellation", 0},
    {"omp_get_num_places", 0},
    {"omp_get_place_num", 0},
    {"omp_get_num_devices", 0},
    {"omp_get_default_device", 0},
    {"omp_get_initial_device", 0},
    {"omp_get_device_num", 0},
    {"omp_is_initial_device", 1},
    {"omp_in_parallel", 0},
    {"omp_in_final", 0},
};

/// They prepare for other threads, and one has none to prepare for.
constexpr llvm::StringRef withoutEffect[] = {
    "omp_set_num_threads", "omp_set_dynamic",   "omp_set_nested",
    "omp_set_schedule",    "omp_set_num_teams", "omp_set_max_active_levels",
};

} // namespace

std::optional<Value> openMPCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (!callee->isExternC() || callee->hasBody() || !callee->getDeclName().isIdentifier() ||
      !callee->getName().starts_with("omp_"))
    return std::nullopt;
  const auto* answer = std::ranges::find(answers, callee->getName(), &Answer::function);
  const bool isAnswer = answer != std::end(answers);
  if (!isAnswer && !llvm::is_contained(withoutEffect, callee->getName()))
    l.notYet(expr->getExprLoc(), "a call of '" + callee->getNameAsString() + "'",
             "leave it to the caller of the kernel");
  for (const Expr* argument : expr->arguments())
    effect(l, argument);
  ++l.threadCalls;
  if (!isAnswer)
    return Value();
  return converted(ir::integer(answer->value), l.types.of(expr->getType()));
}

void parallelDirective(Lowering& l, const OMPExecutableDirective* directive) {
  const SourceLocation where = directive->getBeginLoc();
  if (startsThreads(directive))
    tellOfSerial(l, where, "what this directive starts",
                 "only the loops of '#pragma omp parallel for' run in parallel there");
  if (!directive->hasAssociatedStmt())
    return; // a barrier, say
  l.sections += isExclusive(directive) ? 1 : 0;
  const unsigned sections = l.sections, threadCalls = l.threadCalls;
  if (const std::string why = orderingClause(directive); isParallel(directive) && !why.empty())
    tellOfSerial(l, where, "this loop", why);
  ir::Block scope = l.collect([&] {
    PrivateVariables own(l, directive);
    if (own.isOnThread && isParallel(directive))
      tellOfSerial(l, where, "this loop", "each thread has an object of its own, which it keeps");
    ir::Block lowered = l.collect([&] { statement(l, body(directive)); });
    const bool hasIterations =
        isOpenMPLoopDirective(directive->getDirectiveKind()) && !lowered.empty();
    ir::For* loop = hasIterations ? std::get_if<ir::For>(&lowered.back().node) : nullptr;
    const bool isAskedBefore = loop && areAskedBefore(own.declarations, lowered, *loop);
    if (loop && isLoop(directive))
      loop->parallel = wordOf(l, directive);
    else if (isParallel(directive))
      tellOfSerial(l, where, "this loop",
                   "its counter is not its own, or it counts in no plain way");
    const bool keepsOwn = own.isOnThread || isAskedBefore;
    ir::Block& inner = loop && !isAskedBefore ? loop->body : lowered;
    for (auto each = own.declarations.rbegin(); each != own.declarations.rend(); ++each)
      declareIn(inner, std::move(*each));
    if (loop && loop->parallel && l.sections != sections)
      loop->parallel->problem =
          "iterations that write the same element do so in an atomic or critical section";
    else if (loop && loop->parallel && l.threadCalls != threadCalls)
      loop->parallel->problem = "its iterations ask who runs them";
    else if (loop && loop->parallel && keepsOwn)
      loop->parallel->problem = "each thread has an object of its own, which it keeps";
    l.append(std::move(lowered));
    own.end();
  });
  l.append(std::move(scope));
}

} // namespace treelize::front
