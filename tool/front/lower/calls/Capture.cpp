// What a lambda has captured: the variables themselves, or values of its own.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/ConstObjects.h"

namespace treelize::front {

using namespace clang;

namespace {

/// A copy that the body reads.
Value constantCopy(Lowering& l, const Slot& slot, const Value& original) {
  const auto* place = std::get_if<ir::Place>(&original);
  if (copiesByHand(l, slot.type))
    return copyConstructed(l, slot, original, /*isMove=*/false);
  const bool isApart = std::holds_alternative<Object>(original) ||
                       (place && !place->type->isView() && holdsView(*place->type));
  if (isApart)
    return copiedObject(l, slot, original);
  const auto* part = std::get_if<ir::ExprRef>(&original);
  if (part && isPassivePart(l, *part)) // it may change
    return placeFor(l, l.keep(*part, slot.name), slot.where);
  if (std::holds_alternative<MovingView>(original) || std::holds_alternative<HeapPointer>(original))
    return l.frozen(Value(nullableViewOf(l, original, slot.where)));
  const bool changes = place && !place->type->isView() && !l.isStable(ir::load(*place));
  if (changes && place->type->isBuiltinArray)
    return copied(l, slot, original);
  if (changes)
    return placeFor(l, l.keep(ir::load(*place), slot.name), slot.where);
  return original;
}

/// What a copy of the variable is: of a reference, what it refers to.
QualType copiedType(const ValueDecl* variable) {
  const QualType type = variable->getType(), object = type.getNonReferenceType();
  return object->isFunctionType() ? type : object;
}

bool holdsCopies(const CXXRecordDecl* lambda) {
  if (!lambda->isLambda()) // std::minus<double>
    return false;
  for (const LambdaCapture& capture : lambda->captures())
    if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy)
      return true;
  return false;
}

/// A copy that the body changes from call to call.
Value changingCopy(Lowering& l, const CXXRecordDecl* lambda, const ValueDecl* variable,
                   const Value& original, SourceLocation where) {
  if (const auto* closure = std::get_if<Closure>(&original))
    return copiedClosure(l, *closure, where);
  const WrittenVariables written(lambda->getLambdaCallOperator()->getBody());
  if (!written.contains(variable))
    return constantCopy(l, {variable->getNameAsString(), copiedType(variable), where, false},
                        original);
  return copyConstructed(
      l,
      {variable->getNameAsString(), copiedType(variable), where, true, motionOf(written, variable)},
      original, /*isMove=*/false);
}

/// A copy in a variable of the whole kernel.
Value outlivingCopy(Lowering& l, const ValueDecl* variable, const Value& copy,
                    SourceLocation where) {
  const bool isSingle =
      std::holds_alternative<ir::Place>(copy) || std::holds_alternative<ir::ExprRef>(copy);
  const ir::ExprRef value = isSingle ? loaded(l, copy, where) : nullptr;
  const auto* load = value ? std::get_if<ir::Load>(&value->node) : nullptr;
  const bool isCallers =
      load && l.isStable(value) && l.kernel[load->place.base].role != ir::Role::Local;
  if (std::holds_alternative<Closure>(copy) || isCallers ||
      (value && std::holds_alternative<ir::Literal>(value->node)))
    return copy;
  const ir::TypeRef type = value ? value->type : nullptr;
  if (l.ownFrames > 0 || !type || holdsView(*type) || !type->defaultConstructible ||
      type->is(ir::TypeKind::Opaque))
    l.notYet(where,
             "a function that is assigned, of a lambda with a copy of '" +
                 variable->getNameAsString() + "',",
             "capture it by reference");
  const ir::VarId own = l.addLocal(variable->getNameAsString(), type, {}, toLocation(where));
  l.globals.push_back(
      ir::declare(own, type->is(ir::TypeKind::Real) ? ir::real(0.0, type) : ir::construct(type, {}),
                  toLocation(where)));
  l.emit(ir::assign(l.placeOf(own), ir::AssignOp::Set, value, toLocation(where)));
  return l.placeOf(own);
}

/// [*this]
Value copyOfSelf(Lowering& l, const LambdaExpr* lambda, SourceLocation where) {
  if (lambda->isMutable())
    l.notYet(where, "a copy of '*this' in a lambda that may change it", "capture 'this'");
  if (std::holds_alternative<KernelObject>(l.frame().self))
    return placeFor(l, l.frame().self, where);
  const QualType type =
      cast<CXXMethodDecl>(l.frame().function)->getThisType()->getPointeeType().getUnqualifiedType();
  return copyConstructed(l, {"self", type, where, /*isWritten=*/false}, l.frame().self,
                         /*isMove=*/false);
}

} // namespace

bool changesCopies(const CXXRecordDecl* lambda) {
  return lambda->isLambda() && !lambda->isGenericLambda() &&
         !lambda->getLambdaCallOperator()->isConst() && holdsCopies(lambda);
}

Closure outliving(Lowering& l, const Closure& closure, SourceLocation where) {
  if (!closure.state->type || !holdsCopies(closure.state->type))
    return closure;
  auto state = std::make_shared<ClosureState>(*closure.state);
  for (const LambdaCapture& capture : closure.state->type->captures())
    if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy) {
      const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
      Value& own = state->captures.at(variable);
      own = outlivingCopy(l, variable, own, where);
    }
  return Closure{std::move(state)};
}

Value closureOf(Lowering& l, const LambdaExpr* lambda) {
  auto state = std::make_shared<ClosureState>();
  state->type = lambda->getLambdaClass();
  const bool isGenericMutable = lambda->isMutable() && lambda->isGenericLambda();
  for (const LambdaCapture& capture : lambda->captures()) {
    const SourceLocation where = capture.getLocation();
    if (capture.capturesThis()) {
      state->self =
          capture.getCaptureKind() == LCK_StarThis ? copyOfSelf(l, lambda, where) : l.frame().self;
      continue;
    }
    if (!capture.capturesVariable())
      continue;
    const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
    if (lambda->isInitCapture(&capture)) {
      bindVariable(l, cast<VarDecl>(variable), cast<VarDecl>(variable)->getInit());
      state->captures[variable] = l.bindings.at(variable);
      continue;
    }
    const auto bound = l.bindings.find(variable);
    if (bound == l.bindings.end())
      l.notYet(where, "the capture of '" + variable->getNameAsString() + "'",
               "pass it as an argument");
    if (capture.getCaptureKind() == LCK_ByRef) {
      state->captures[variable] = bound->second;
      continue;
    }
    const QualType type = copiedType(variable);
    if (holdsSlots(type))
      l.notYet(where, "a copy of a container of real numbers in a lambda",
               "capture it by reference");
    if (hasMutableMember(type))
      l.notYet(where, "a copy of an object with mutable members in a lambda",
               "capture it by reference, or a copy of your own");
    if (isGenericMutable)
      l.notYet(lambda->getBeginLoc(), "a mutable generic lambda with copies",
               "give its parameters types");
    state->captures[variable] =
        changesCopies(state->type)
            ? changingCopy(l, state->type, variable, bound->second, where)
            : constantCopy(l, {variable->getNameAsString(), type, where}, bound->second);
  }
  return Closure{std::move(state)};
}

Closure copiedClosure(Lowering& l, const Closure& closure, SourceLocation where) {
  const CXXRecordDecl* lambda = closure.state->type;
  if (!lambda || !changesCopies(lambda))
    return closure;
  auto state = std::make_shared<ClosureState>(*closure.state);
  for (const LambdaCapture& capture : lambda->captures())
    if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy) {
      const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
      Value& own = state->captures.at(variable);
      own = changingCopy(l, lambda, variable, own, where);
    }
  return Closure{std::move(state)};
}

} // namespace treelize::front
