// Virtual calls: the method that runs is known where the object is, which is not so behind a
// reference of the caller's.
#include "front/lower/CallersObjects.h"
#include "front/lower/calls/Dispatch.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Is the place's type the whole object's, not that of a base?
bool isWholeObject(const Lowering& l, const ir::Place& place) {
  ir::TypeRef owner = l.kernel[place.base].type;
  if (place.path.empty())
    return l.kernel[place.base].role == ir::Role::Local || !l.kernel[place.base].byReference;
  for (std::size_t i = 0; i + 1 < place.path.size(); ++i)
    owner =
        place.path[i].isField() ? ir::findField(*owner, place.path[i].field)->type : owner->element;
  return place.path.back().isField() || !owner->isView();
}

} // namespace

const CXXRecordDecl* exactClass(Lowering& l, const Value& object) {
  if (const auto* part = std::get_if<ir::Place>(&object)) {
    const ir::Place place = completeObject(l.kernel, *part);
    return isWholeObject(l, place) && !ir::mayBeDerived(*place.type) ? l.types.classOf(*place.type)
                                                                     : nullptr;
  }
  if (const auto* constant = std::get_if<ConstantObject>(&object))
    return l.types.classOf(*constant->type);
  if (const auto* apart = std::get_if<Object>(&object))
    return apart->state->slot.type.isNull()
               ? nullptr
               : apart->state->slot.type.getNonReferenceType()->getAsCXXRecordDecl();
  return nullptr;
}

bool isDispatched(const CXXMethodDecl* method) {
  return method->isVirtual() && !method->hasAttr<FinalAttr>() &&
         !method->getParent()->isEffectivelyFinal();
}

bool isVirtualCall(const CXXMemberCallExpr* call, const CXXMethodDecl* method) {
  const auto* access = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  return isDispatched(method) && !(access && access->hasQualifier());
}

static const CXXMethodDecl* overriderIn(const CXXMethodDecl* method, const CXXRecordDecl* record) {
  return const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(record->getDefinition());
}

const CXXMethodDecl* calledInConstruction(Lowering& l, const CXXMethodDecl* method,
                                          const Expr* object, SourceLocation where) {
  if (!isa<CXXThisExpr>(object->IgnoreParenImpCasts()))
    return nullptr;
  for (auto frame = l.frames.rbegin(); frame != l.frames.rend(); ++frame) {
    if (!isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(frame->function))
      continue;
    const CXXRecordDecl* record = cast<CXXMethodDecl>(frame->function)->getParent();
    if (!isOrDerivesFrom(record, method->getParent()))
      continue;
    if (frame != l.frames.rbegin())
      l.notYet(where, "a virtual call in a function that a constructor calls",
               "call it when the object is complete");
    return overriderIn(method, record);
  }
  return nullptr;
}

namespace {

/// The method that runs for an object, and for which classes of those on its heap.
struct Overrider {
  const CXXMethodDecl* method;
  std::vector<std::size_t> kinds;
  const CXXRecordDecl* exactly; // the class, if it is a single one
};

std::vector<Overrider> overridersOnHeap(const CXXMethodDecl* method, const ObjectState& object) {
  std::vector<Overrider> found;
  for (std::size_t i = 0; i < object.heap->constructed.size(); ++i) {
    const CXXRecordDecl* record = object.heap->constructed[i];
    if (object.exactly ? record != object.exactly : !isOrDerivesFrom(record, method->getParent()))
      continue;
    const CXXMethodDecl* overrider = overriderIn(method, record);
    const auto known = std::ranges::find(found, overrider, &Overrider::method);
    if (known == found.end()) {
      found.push_back({overrider, {i}, record});
    } else {
      known->kinds.push_back(i);
      known->exactly = nullptr;
    }
  }
  return found;
}

/// Does a body call the virtual method, of which it is an overrider, for another object?
class Redispatch : public RecursiveASTVisitor<Redispatch> {
public:
  explicit Redispatch(const CXXMethodDecl* method) : method_(method) {}
  bool found = false;

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) {
    const CXXMethodDecl* callee = call->getMethodDecl();
    found = found || (callee && callee->isVirtual() &&
                      overriderIn(callee, method_->getParent()) == method_->getCanonicalDecl());
    return !found;
  }

private:
  const CXXMethodDecl* method_;
};

bool callsItself(const CXXMethodDecl* method) {
  const FunctionDecl* definition = nullptr;
  if (!method->hasBody(definition))
    return false;
  Redispatch search(method);
  search.TraverseStmt(definition->getBody());
  return search.found;
}

/// One branch for each method that may run.
Value callOneOf(Lowering& l, const CXXMethodDecl* method, const std::vector<Overrider>& overriders,
                const Object& object, const std::vector<Argument>& given, SourceLocation where) {
  const Location at = toLocation(where);
  const HeapGroup* heap = object.state->heap;
  const ir::ExprRef number = l.frozen(object.state->number);
  const std::vector<Argument> arguments =
      evaluatedNumbers(l, given, method->getType()->castAs<FunctionProtoType>()->getParamTypes());
  const ir::ExprRef kind =
      l.keep(ir::load(ir::element(*l.heaps.at(heap)->kinds, {number}), at), "kind");
  std::vector<Alternative> alternatives;
  for (const Overrider& overrider : overriders) {
    ir::ExprRef isChosen;
    for (const std::size_t wanted : overrider.kinds) {
      ir::ExprRef isThis = ir::apply(
          ir::Op::eq_, {kind, ir::integer(static_cast<std::int64_t>(wanted))}, ir::boolType(), at);
      isChosen = isChosen
                     ? ir::apply(ir::Op::lor_, {isChosen, std::move(isThis)}, ir::boolType(), at)
                     : std::move(isThis);
    }
    alternatives.push_back({std::move(isChosen), [&l, &overrider, &arguments, heap, number, where] {
                              const Value self = heapObject(l, heap, number, overrider.exactly);
                              return inlineCall(
                                  l, overrider.method, [self] { return self; }, arguments, where);
                            }});
  }
  return dispatched(l, {valueName(method), method->getReturnType(), where}, alternatives);
}

Value callOnHeap(Lowering& l, const CXXMethodDecl* method, const Value& known,
                 const std::vector<Argument>& arguments, SourceLocation where) {
  const Object& object = std::get<Object>(known);
  const std::vector<Overrider> overriders = overridersOnHeap(method, *object.state);
  if (overriders.empty())
    l.notYet(where,
             "the virtual call of '" + l.types.qualifiedName(method) +
                 "' where no object of such a class is constructed",
             "construct one in the kernel");
  if (std::ranges::any_of(overriders, [](const Overrider& one) { return callsItself(one.method); }))
    for (const Overrider& one : overriders)
      staysCall(l, one.method);
  if (overriders.size() > 1)
    return callOneOf(l, method, overriders, object, arguments, where);
  const Value self = heapObject(l, object.state->heap, object.state->number, overriders[0].exactly);
  return inlineCall(l, overriders[0].method, [self] { return self; }, arguments, where);
}

} // namespace

Value callMethod(Lowering& l, const CXXMethodDecl* method, const Value& object,
                 const std::vector<Argument>& arguments, SourceLocation where) {
  if (method->isVirtual() && !method->hasAttr<FinalAttr>() &&
      !method->getParent()->isEffectivelyFinal())
    return virtualCall(l, method, object, arguments, where);
  return inlineCall(l, method, [object] { return object; }, arguments, where);
}

/// Of one of several objects.
static Value callOnChoice(Lowering& l, const CXXMethodDecl* method, const Choice& choice,
                          const std::vector<Argument>& given, SourceLocation where) {
  const std::vector<Argument> arguments =
      evaluatedNumbers(l, given, method->getType()->castAs<FunctionProtoType>()->getParamTypes());
  const ir::ExprRef selector = l.frozen(choice.selector);
  std::vector<Alternative> alternatives;
  for (std::size_t i = 0; i < choice.places.size(); ++i) {
    ir::ExprRef isThis =
        ir::apply(ir::Op::eq_, {selector, ir::integer(static_cast<std::int64_t>(i))},
                  ir::boolType(), toLocation(where));
    alternatives.push_back(
        {std::move(isThis), [&l, method, &arguments, where, place = choice.places[i]] {
           return virtualCall(l, method, place, arguments, where);
         }});
  }
  return dispatched(l, {valueName(method), method->getReturnType(), where}, alternatives);
}

/// Of the kernel's own object, which is of the class that declares the kernel: any other is refused
/// when the derivative runs (bind::KernelModel::needsExactClass).
static std::optional<Value> callOfKernels(Lowering& l, const CXXMethodDecl* method,
                                          const std::vector<Argument>& arguments,
                                          SourceLocation where) {
  const CXXRecordDecl* record =
      cast<CXXMethodDecl>(l.frames.front().function)->getParent()->getDefinition();
  const CXXMethodDecl* found =
      isOrDerivesFrom(record, method->getParent()) ? overriderIn(method, record) : nullptr;
  if (!found || found->isPureVirtual())
    l.notYet(where,
             "the virtual call of '" + l.types.qualifiedName(method) +
                 "', which the class of the kernel does not define,",
             "declare the kernel in the class that does, and call this function from it");
  return inlineCall(l, found, []() -> Value { return KernelObject(); }, arguments, where);
}

Value virtualCall(Lowering& l, const CXXMethodDecl* method, const Value& designated,
                  const std::vector<Argument>& arguments, SourceLocation where) {
  const Value object = completeObject(l.kernel, designated);
  if (const auto* choice = std::get_if<Choice>(&object); choice && !choice->heap)
    return callOnChoice(l, method, *choice, arguments, where);
  if (const auto* apart = std::get_if<Object>(&object); apart && apart->state->heap)
    return callOnHeap(l, method, object, arguments, where);
  if (std::holds_alternative<KernelObject>(object))
    if (std::optional<Value> result = callOfKernels(l, method, arguments, where))
      return *result;
  const CXXRecordDecl* dynamic = exactClass(l, object);
  if (!dynamic)
    if (std::optional<Value> result = callOfCallers(l, method, object, arguments, where))
      return *result;
  const CXXMethodDecl* found =
      dynamic && dynamic->hasDefinition() ? overriderIn(method, dynamic) : nullptr;
  if (!found)
    l.notYet(where,
             "the virtual call of '" + l.types.qualifiedName(method) +
                 "' on an object whose class is not known here",
             "name the class, as in 'Base::" + method->getNameAsString() +
                 "()', declare it final, or make the function a template");
  return inlineCall(l, found, [object] { return object; }, arguments, where);
}

} // namespace treelize::front
