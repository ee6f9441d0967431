#include "front/lower/LowerKernel.h"

#include "analysis/LeftOut.h"
#include "front/lower/CallersObjects.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Statics.h"
#include "front/lower/expressions/VectorExtension.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Replay.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/ConstObjects.h"
#include "ir/Roundings.h"
#include "ir/Walk.h"

namespace treelize::front {

using namespace clang;

namespace {

bool isConstParameter(const ir::Type& type, QualType written) {
  if (written->isReferenceType())
    return written->getPointeeType().isConstQualified() || (type.isView() && type.constElement);
  return type.isView() ? type.constElement : written.isConstQualified();
}

/// A parameter of the kernel: an object of the caller's, or a number.
void addParameter(Lowering& l, const ParmVarDecl* parameter) {
  const QualType type = parameter->getType();
  const SourceLocation where = parameter->getLocation();
  const Location at = toLocation(where);
  if (isClosure(type))
    l.notYet(where, "a function or a lambda as a parameter of a kernel",
             "pass numbers, structs or containers");
  if (type->isRValueReferenceType())
    l.notYet(where, "a parameter that is an rvalue reference",
             "take it by value or by const reference");
  if (type.getNonReferenceType()->isIncompleteArrayType())
    l.notYet(where, "a parameter that refers to an array of unknown length", "take a pointer");
  if (!type->isReferenceType() && copiesByHand(l, type))
    l.notYet(where, "a parameter by value of a class that does not just copy its members",
             "take it by const reference");
  refuseCallersVector(l, type, where);
  ir::Variable variable;
  variable.name = parameter->getName().empty()
                      ? "arg" + std::to_string(parameter->getFunctionScopeIndex())
                      : parameter->getNameAsString();
  const bool isConstant = l.options.isNondiff(parameter);
  variable.type = isConstant ? l.types.of(type)
                             : callersType(l.types, l.ast, type, l.frame().function->getLocation());
  variable.role = ir::Role::Parameter;
  variable.byReference = type->isReferenceType();
  variable.isConst = isConstParameter(*variable.type, type) && !hasPublicMutableMember(type);
  variable.nondiff = isConstant;
  variable.leftOut = l.options.isLeftOut(parameter);
  variable.location = at;
  const bool isSet = l.isUnwritten(parameter) && !(type->isReferenceType() && !variable.isConst);
  const bool isStable = (variable.isConst && (variable.type->isView() || !leadsToWritable(type))) ||
                        (isSet && variable.type->isScalar());
  const bool moves =
      variable.type->isView() && !l.isUnwritten(parameter) && !type->isReferenceType();
  const std::string name = variable.name;
  const bool isSpan = variable.type->is(ir::TypeKind::Span);
  const ir::VarId id = ir::addVariable(l.kernel, std::move(variable));
  if (isStable)
    l.markStable(id);
  l.kernel.parameters.push_back(id);
  l.bindings[parameter] = l.placeOf(id);
  if (moves)
    l.bindings[parameter] = movingView(l, name + "_offset", viewOf(l, l.placeOf(id), where), isSpan,
                                       at, motionOf(l.frame().written, parameter));
}

void lowerInto(Lowering& l, const FunctionDecl* function) {
  Frame frame;
  frame.function = function;
  frame.written = WrittenVariables(function->getBody());
  if (const auto* method = dyn_cast<CXXMethodDecl>(function); method && !method->isStatic())
    frame.self = KernelObject();
  l.frames.push_back(std::move(frame));
  const QualType returns = function->getReturnType();
  l.kernel.returnType = l.types.of(returns);
  if (returns->isReferenceType() || returns->isAnyPointerType() || isView(returns))
    l.notYet(function->getLocation(), "a kernel that returns a reference, a pointer or a span",
             "return a value, or write the result through a parameter");
  if (const Library library = libraryOf(returns);
      library == Library::optional || library == Library::variant)
    l.notYet(function->getLocation(),
             "a kernel that returns a '" + l.types.qualifiedName(returns->getAsCXXRecordDecl()) +
                 "'",
             "return a number, and say through a reference which case it is");
  if (holdsSlots(returns) || hidesSlots(returns))
    l.notYet(function->getLocation(),
             "a kernel that returns a '" + l.types.qualifiedName(returns->getAsCXXRecordDecl()) +
                 "'",
             "return the numbers in a std::vector");
  refuseCallersVector(l, returns, function->getLocation());
  for (const ParmVarDecl* parameter : function->parameters())
    addParameter(l, parameter);
  statement(l, function->getBody());
}

/// A copy that stands for an object which cannot be reached: nothing may be written to it.
void refuseLostWrites(Lowering& l) {
  ir::forEachStmt(l.kernel.body, [&](const ir::Stmt& stmt) {
    if (ir::declared(stmt))
      return;
    ir::forEachWritten(l.kernel, stmt, [&](const ir::Place& place) {
      const ir::Variable& copy = l.kernel[place.base];
      const auto* step = std::get_if<ir::Perform>(&stmt.node);
      if (copy.role != ir::Role::Local || !copy.isConst || (step && step->result == place.base))
        return;
      l.sink.report(Diag::construct_not_yet, stmt.location,
                    {"a write to a part of an object that has no name here",
                     "name the object and the part that is to change"},
                    l.wayHere());
      throw Refused();
    });
  });
}

void refuseLostDerivatives(Lowering& l) {
  const std::vector<analysis::LostDerivative> lost = analysis::findLostDerivatives(l.kernel);
  for (const analysis::LostDerivative& one : lost)
    l.sink.report(Diag::wrt_lost_derivative, one.where, {one.variable}, l.wayHere());
  if (!lost.empty())
    throw Refused();
}

void markRoundings(Lowering& l) {
  std::set<std::uint32_t> warned; // a function may have become part of the kernel several times
  for (const Location sum : ir::markRoundings(l.kernel))
    if (warned.insert(sum.raw).second)
      l.sink.report(Diag::rounding_sum, sum, {}, l.wayHere());
}

/// How a kernel is to be lowered, which earlier attempts have found out.
struct Way {
  bool leavesEnds = true;
  Functions asTheyStand = {};
  Functions calls = {}; // stay such
};

/// One lowering from nothing, and what it has to say.
struct Attempt {
  std::optional<ir::Kernel> kernel = std::nullopt;
  Functions notUnderstood = {};
  Repetitions repetitions = {};
  std::optional<LostReplay> lost = std::nullopt; // then the kernel is not to be used
  Details wayThere = {};                         // to what is lost
  HeldDiagnostics said = {};
};

Attempt lowered(ASTContext& ast, TypeModel& types, const FunctionDecl* function,
                const LowerOptions& options, const Way& way) {
  Attempt result;
  Lowering l(ast, types, options, result.said);
  l.leavesEnds = way.leavesEnds;
  l.foreign->asTheyStand = way.asTheyStand;
  for (const FunctionDecl* call : way.calls)
    staysCall(l, call);
  l.kernel.name = options.name.empty() ? function->getNameAsString() : options.name;
  l.kernel.location = toLocation(function->getLocation());
  const FunctionDecl* definition = nullptr;
  try {
    if (!function->hasBody(definition))
      l.refuse(Diag::kernel_without_body, function->getLocation(), {l.kernel.name});
    l.heapGroups = std::make_shared<const std::vector<HeapGroup>>(planHeaps(definition));
    openHeaps(l);
    lowerInto(l, definition);
    forgetEndedObjects(l.kernel.body);
    refuseVariedNumbers(l);
    refuseSideDoors(l);
    refuseLostWrites(l);
    refuseLostDerivatives(l);
    refuseStatics(l);
    l.kernel.functions = functionsOf(l);
    l.kernel.body.insert(l.kernel.body.begin(), l.globals.begin(), l.globals.end());
    markRoundings(l);
  } catch (const Refused&) {
    result.notUnderstood = std::move(l.foreign->notUnderstood);
    return result;
  }
  result.lost = findLostReplay(l, definition);
  if (result.lost) {
    const auto end = std::ranges::find(l.ends, result.lost->where, &Lowering::End::where);
    result.wayThere = end == l.ends.end() ? l.wayHere() : end->wayHere;
  }
  result.kernel = std::move(l.kernel);
  result.repetitions = std::move(*l.repetitions);
  return result;
}

/// Functions whose bodies are not understood run as they stand, where they may; then others may come
/// to light.
Attempt understood(ASTContext& ast, TypeModel& types, const FunctionDecl* function,
                   const LowerOptions& options, Way& way) {
  while (true) {
    Attempt attempt = lowered(ast, types, function, options, way);
    const std::size_t known = way.asTheyStand.size();
    way.asTheyStand.merge(attempt.notUnderstood);
    if (attempt.kernel || way.asTheyStand.size() == known)
      return attempt;
  }
}

/// Of a large kernel functions that are part of it many times stay calls, where that goes.
Attempt lowered(ASTContext& ast, TypeModel& types, const FunctionDecl* function,
                const LowerOptions& options, bool leavesEnds) {
  Way way{.leavesEnds = leavesEnds};
  Attempt best = understood(ast, types, function, options, way);
  Functions tried;
  while (const FunctionDecl* repeated =
             best.kernel ? mostRepeated(*best.kernel, best.repetitions, tried) : nullptr) {
    tried.insert(repeated);
    Way shorter = way;
    shorter.calls.insert(repeated);
    Attempt attempt = understood(ast, types, function, options, shorter);
    if (!attempt.kernel || attempt.lost || sizeOf(*attempt.kernel) >= sizeOf(*best.kernel))
      continue;
    best = std::move(attempt);
    way = std::move(shorter);
  }
  return best;
}

} // namespace

std::optional<ir::Kernel> lowerKernel(ASTContext& ast, TypeModel& types,
                                      const FunctionDecl* function, const LowerOptions& options,
                                      DiagnosticSink& sink) {
  Attempt first = lowered(ast, types, function, options, /*leavesEnds=*/true);
  if (!first.lost) {
    first.said.tell(sink);
    return std::move(first.kernel);
  }
  // What the primal cannot say may be said by the kernel itself, if it is no more than a literal.
  Attempt second = lowered(ast, types, function, options, /*leavesEnds=*/false);
  if (second.kernel)
    second.said.tell(sink);
  else
    sink.report(Diag::end_not_repeatable, first.lost->where, {first.lost->reason},
                std::move(first.wayThere));
  return std::move(second.kernel);
}

} // namespace treelize::front
