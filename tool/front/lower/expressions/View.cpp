// Pointers, iterators and spans: resolved to a container and an offset while lowering, so that none
// of them is left in the kernel.
#include "front/lower/CallersObjects.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Choice.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotCursor.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"
#include "ir/Literals.h"
#include "ir/Same.h"

#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

View objectView(ir::Place place) {
  return View{std::move(place), nullptr, nullptr, true};
}

} // namespace

View wholeOf(Lowering& l, const Value& container, SourceLocation where) {
  if (std::holds_alternative<View>(container) || std::holds_alternative<MovingView>(container))
    return viewOf(l, container, where);
  if (isColumn(container)) {
    View view;
    view.column = std::get<Object>(container).state->column;
    view.size = columnSize(container, where);
    return view;
  }
  ir::Place place = placeFor(l, container, where);
  return View{place, nullptr,
              place.type->is(TypeKind::Pointer) ? nullptr : sizeOf(l, place, where)};
}

/// The member that is named, which has a place of its own; null: none.
static const FieldDecl* memberNamed(const Expr* object) {
  const auto* access = dyn_cast<MemberExpr>(object->IgnoreParens());
  const auto* field = access ? dyn_cast<FieldDecl>(access->getMemberDecl()) : nullptr;
  const bool isPlace =
      field && !field->getType()->isReferenceType() && canonicalMember(field).size() == 1;
  return isPlace ? field : nullptr;
}

View addressOf(Lowering& l, const Expr* object, SourceLocation where) {
  Value designated = glvalue(l, object);
  const FieldDecl* field = memberNamed(object);
  // A pointer to a part of a constant may reach what lies beside it.
  if (field && std::holds_alternative<ConstantObject>(designated) &&
      neighboursOf(field).size() > 1) {
    const MemberExpr* step = stepFromObject(cast<MemberExpr>(object->IgnoreParens()));
    const Value whole =
        step->isArrow() ? dereference(l, step->getBase(), where) : glvalue(l, step->getBase());
    designated = member(l, placeFor(l, whole, where), field, where);
  }
  // Of a vector that is taken apart a member is an element of its own vector, which no pointer to
  // it walks along.
  if (const auto* place = std::get_if<ir::Place>(&designated); field && place)
    return objectView(*place);
  return pointerTo(l, designated, where);
}

/// `&table[i]` of a constant points into the table.
static View pointerInto(Lowering& l, const ConstantObject& element, SourceLocation where) {
  ConstantObject table = element;
  table.text.erase(table.text.rfind('['));
  table.type = std::exchange(table.container, nullptr);
  ir::ExprRef index = std::move(table.args.back());
  table.args.pop_back();
  return advanced(l, wholeOf(l, table, where), std::move(index));
}

View pointerTo(Lowering& l, const Value& designated, SourceLocation where) {
  if (const auto* constant = std::get_if<ConstantObject>(&designated);
      constant && constant->container)
    return pointerInto(l, *constant, where);
  if (const auto* found = std::get_if<Object>(&designated); found && found->state->heap)
    return heapView(found->state->heap, found->state->number);
  if (const auto* found = std::get_if<Object>(&designated); found && found->state->home) {
    View element;
    element.column = found->state->home;
    element.offset = found->state->index;
    return element;
  }
  if (std::holds_alternative<Object>(designated) ||
      std::holds_alternative<KernelObject>(designated) ||
      std::holds_alternative<MovingView>(designated) ||
      std::holds_alternative<HeapPointer>(designated)) {
    View view;
    view.target = std::make_shared<Designated>(Designated{designated});
    return view;
  }
  ir::Place place = placeFor(l, designated, where);
  if (place.path.empty() || place.path.back().isField())
    return objectView(std::move(place));
  // &a[i] points into a.
  std::vector<ir::ExprRef> indices = std::move(place.path.back().indices);
  place.path.pop_back();
  ir::Place base = l.placeOf(place.base);
  for (const ir::Selector& selector : place.path) {
    if (selector.isField()) {
      const auto& fields = base.type->fields;
      base = ir::fieldOf(std::move(base),
                         *std::ranges::find(fields, selector.field, &ir::RecordField::name));
    } else {
      base = ir::element(std::move(base), selector.indices);
    }
  }
  if (indices.size() != 1)
    l.notYet(where, "a pointer to an element of a field of several dimensions", "point at x[i]");
  return View{std::move(base), std::move(indices[0]), nullptr};
}

static View present(Lowering& l, View view, SourceLocation where) {
  if (view.isNull())
    l.notYet(where, "a pointer that is used before it points anywhere", "initialise it");
  return view;
}

View viewOf(Lowering& l, const Value& value, SourceLocation where) {
  return present(l, nullableViewOf(l, value, where), where);
}

View nullableViewOf(Lowering& l, const Value& value, SourceLocation where) {
  if (const auto* refers = std::get_if<View>(&value))
    return *refers;
  if (const auto* moving = std::get_if<MovingView>(&value)) {
    Bases& bases = *moving->state->bases;
    if (bases.known.empty() && l.loopDepth > bases.loopDepth)
      bases.askedIn = l.outermostLoops;
    return presentView(l, *moving->state);
  }
  if (const auto* onHeap = std::get_if<HeapPointer>(&value))
    return heapView(onHeap->heap, ir::load(onHeap->number, toLocation(where)));
  if (const auto* choice = std::get_if<Choice>(&value); choice && choice->heap)
    return heapView(choice->heap, loaded(l, value, where));
  if (const auto* place = std::get_if<ir::Place>(&value); place && place->type->isView())
    return View{*place, nullptr,
                place->type->is(TypeKind::Span) ? ir::size(*place, toLocation(where)) : nullptr};
  if (const auto* place = std::get_if<ir::Place>(&value);
      place && ir::isOwnedObject(*place->type)) {
    View view{ir::fieldOf(*place, place->type->fields[0]), nullptr, nullptr, /*isObject=*/true};
    view.isSet =
        ir::opaque("static_cast<bool>($0)", {ir::load(*place)}, ir::boolType(), toLocation(where));
    return view;
  }
  if (const auto* expr = std::get_if<ir::ExprRef>(&value))
    if (const auto* load = std::get_if<ir::Load>(&(*expr)->node))
      return viewOf(l, load->place, where);
  if (const auto* constant = std::get_if<ConstantObject>(&value);
      constant && constant->type->isIndexable())
    return wholeOf(l, value, where);
  if (const auto* place = std::get_if<ir::Place>(&value);
      place && (place->type->spelling.starts_with("std::unique_ptr") ||
                place->type->spelling.starts_with("std::shared_ptr")))
    l.notYet(where, "an owning pointer that belongs to the caller",
             "hold the object itself, or pass a reference to it");
  l.notYet(where, "this pointer", "point at a variable, an element or a parameter's elements");
}

View nullView() {
  View view;
  view.isSet = ir::boolean(false);
  return view;
}

bool hasPointedNowhere(const View& view) {
  return view.isNull() && view.isSet;
}

View flattened(Lowering& l, const View& rows, SourceLocation where) {
  Value first = dereference(l, rows, nullptr, where);
  const auto* place = std::get_if<ir::Place>(&first);
  if (!place || !place->type->is(TypeKind::Array))
    return rows;
  while (place && place->type->is(TypeKind::Array)) {
    first = ir::element(*place, {ir::integer(0)});
    place = std::get_if<ir::Place>(&first);
  }
  return pointerTo(l, first, where);
}

/// `(const double*)m` of an array of arrays, which lie one behind the other.
static bool isFlattening(Lowering& l, const CastExpr* cast) {
  const QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  return from->isPointerType() && to->isPointerType() && from->getPointeeType()->isArrayType() &&
         l.ast.hasSameUnqualifiedType(l.ast.getBaseElementType(from->getPointeeType()),
                                      to->getPointeeType());
}

Value dereference(Lowering& l, const Expr* pointer, SourceLocation where) {
  const Expr* inner = pointer->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(inner)) {
    if (std::holds_alternative<std::monostate>(l.frame().self))
      l.notYet(where, "'this' at this place", "pass the object as a parameter");
    return asClass(l, l.frame().self, pointer->getType()->getPointeeType(), where);
  }
  if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(inner);
      arrow && arrow->getOperator() == OO_Arrow && isWalking(arrow->getArg(0)->getType()))
    return passiveElement(l, arrow);
  if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(inner);
      arrow && arrow->getOperator() == OO_Arrow &&
      libraryOf(arrow->getArg(0)->getType()) == Library::optional)
    return call(l, arrow);
  return dereference(l, view(l, pointer), nullptr, where);
}

static bool isName(const Expr* expr) {
  return isa<DeclRefExpr>(expr->IgnoreParenImpCasts());
}

/// c ? p : q
static View chosenView(Lowering& l, const ConditionalOperator* choice) {
  const SourceLocation where = choice->getQuestionLoc();
  const Location at = toLocation(where);
  const auto side = [&](const Expr* expr) {
    return expr->getType()->isArrayType() ? wholeOf(l, glvalue(l, expr), where)
                                          : nullableView(l, expr);
  };
  if (const Expr* other = survivingSide(l, choice))
    return side(other);
  ir::ExprRef condition = l.frozen(rvalue(l, choice->getCond()));
  if (const std::optional<bool> known = ir::literalTruth(*condition))
    return side(*known ? choice->getTrueExpr() : choice->getFalseExpr());
  View yes, no;
  const HeapGroup* heap = heapBehind(l, choice->getType());
  ir::Block first = l.collect([&] { yes = side(choice->getTrueExpr()); });
  ir::Block second = l.collect([&] { no = side(choice->getFalseExpr()); });
  if (isName(choice->getTrueExpr()) &&
      isName(choice->getFalseExpr())) { // copies of constants that other code has no name for
    l.append(std::exchange(first, {}));
    l.append(std::exchange(second, {}));
  }
  const bool isOfOneKind = yes.isNull() || no.isNull() || yes.isObject == no.isObject;
  if (heap && first.empty() && second.empty())
    return heapView(heap,
                    ir::select(condition, heapNumber(l, yes, where), heapNumber(l, no, where), at));
  if (heap) {
    const Value chosen = heapPointer(l, {"chosen", choice->getType(), where}, View{});
    std::ranges::move(l.collect([&] { moveView(l, chosen, yes, where); }),
                      std::back_inserter(first));
    std::ranges::move(l.collect([&] { moveView(l, chosen, no, where); }),
                      std::back_inserter(second));
    l.emit({at, ir::If{condition, std::move(first), std::move(second)}});
    return nullableViewOf(l, chosen, where);
  }
  if (!isOfOneKind || yes.column != no.column)
    l.notYet(where, "this choice between pointers or spans", "choose between indices");
  if ((yes.target || no.target) && !yes.isNull() && !no.isNull()) {
    const bool isPlain = yes.target && no.target && first.empty() && second.empty();
    const std::optional<Value> chosen =
        isPlain ? either(condition, yes.target->value, no.target->value, at) : std::nullopt;
    if (!chosen)
      l.notYet(where, "a pointer to one of several objects", "choose between their members");
    yes.target = std::make_shared<Designated>(Designated{*chosen});
    return yes;
  }
  if (!first.empty() || !second.empty() || !yes.others.empty() || !no.others.empty()) {
    const Motion motion{.changesBase = true, .mayBeNull = yes.isSet || no.isSet};
    const Value chosen = movingView(l, "chosen", std::nullopt,
                                    libraryOf(choice->getType()) == Library::span, at, motion);
    std::ranges::move(l.collect([&] { moveView(l, chosen, yes, where); }),
                      std::back_inserter(first));
    std::ranges::move(l.collect([&] { moveView(l, chosen, no, where); }),
                      std::back_inserter(second));
    l.emit({at, ir::If{condition, std::move(first), std::move(second)}});
    return nullableViewOf(l, chosen, where);
  }
  const auto either = [&](const ir::ExprRef& a, const ir::ExprRef& b,
                          const ir::TypeRef& type) -> ir::ExprRef {
    if (!a && !b)
      return nullptr;
    const ir::ExprRef zero = ir::integer(0, type);
    return ir::select(condition, a ? converted(a, type) : zero, b ? converted(b, type) : zero, at);
  };
  View result = yes.isNull() ? no : yes;
  if (yes.isSet || no.isSet)
    result.isSet = ir::select(condition, isSet(l, yes, where), isSet(l, no, where), at);
  if (yes.isNull() || no.isNull())
    return result;
  result.offset = either(yes.offset, no.offset, l.types.offsetType());
  result.size = yes.size && no.size ? either(yes.size, no.size, ir::sizeType()) : nullptr;
  if (!ir::isSame(yes.base, no.base)) {
    result.others = {no.base};
    result.selector = ir::select(condition, ir::integer(0), ir::integer(1), at);
  }
  return result;
}

/// Where a pointer is followed that is null, or was never pointed anywhere else, the program has no
/// meaning: it ends there, and what it would have found is anything.
static View endedAtNull(Lowering& l, QualType pointer, SourceLocation where) {
  l.emit({toLocation(where), ir::Abandon{"std::abort()"}});
  const QualType pointee = pointer->getPointeeType().getUnqualifiedType();
  return pointerTo(l, zeroed(l, {"nothing", pointee, where}), where);
}

View view(Lowering& l, const Expr* expr) {
  const View found = nullableView(l, expr);
  const QualType type = expr->getType();
  const bool hasObject = type->isPointerType() && !type->getPointeeType()->isVoidType() &&
                         !type->getPointeeType()->isFunctionType();
  return hasObject && hasPointedNowhere(found) ? endedAtNull(l, type, expr->getExprLoc())
                                               : present(l, found, expr->getExprLoc());
}

static bool allocates(const Expr* expr) {
  const auto* call = dyn_cast<CallExpr>(expr->IgnoreParenImpCasts());
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && !callee->hasBody();
}

/// A pointer that was a void* for a while: it points at what it pointed at before.
static View reinterpreted(Lowering& l, const View& pointer, QualType type, SourceLocation where) {
  if (type->isVoidPointerType())
    return pointer;
  const auto* object = pointer.target ? std::get_if<Object>(&pointer.target->value) : nullptr;
  const QualType wanted = type->getPointeeType();
  const ir::TypeRef pointee = pointer.isObject    ? pointer.base.type
                              : pointer.base.type ? pointer.base.type->element
                                                  : nullptr;
  const bool isSame =
      object
          ? !object->state->slot.type.isNull() &&
                l.ast.hasSameUnqualifiedType(object->state->slot.type.getNonReferenceType(), wanted)
          : pointee && pointer.others.empty() && isSameInCpp(*pointee, *l.types.of(wanted));
  if (!isSame)
    l.refuse(Diag::refused_construct, where,
             {"a reinterpreting cast",
              "read the object by the type that it was declared with; std::bit_cast copies bits"});
  return pointer;
}

static View pointer(Lowering& l, const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* castNode = dyn_cast<CastExpr>(expr)) {
    switch (castNode->getCastKind()) {
    case CK_ArrayToPointerDecay:
      if (const auto* choice =
              dyn_cast<ConditionalOperator>(castNode->getSubExpr()->IgnoreParens()))
        return chosenView(l, choice);
      return wholeOf(l, glvalue(l, castNode->getSubExpr()), where);
    case CK_LValueToRValue:
      if (const auto* choice =
              dyn_cast<ConditionalOperator>(castNode->getSubExpr()->IgnoreParens());
          choice && !heapBehind(l, choice->getType()))
        return chosenView(l, choice);
      return nullableViewOf(l, glvalue(l, castNode->getSubExpr()), where);
    case CK_NoOp:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      return nullableView(l, castNode->getSubExpr());
    case CK_Dynamic:
      return dynamicCast(l, nullableView(l, castNode->getSubExpr()), castNode->getType(), where);
    case CK_NullToPointer:
      return nullView();
    case CK_BitCast:
      if (isFlattening(l, castNode))
        return flattened(l, view(l, castNode->getSubExpr()), where);
      if (castNode->getSubExpr()->getType()->isVoidPointerType() &&
          isa<CallExpr>(bare(castNode->getSubExpr())) && !allocates(castNode->getSubExpr())) {
        const llvm::SaveAndRestore block(l.blockElement, castNode->getType()->getPointeeType());
        return reinterpreted(l, nullableView(l, castNode->getSubExpr()), castNode->getType(),
                             where);
      }
      if (castNode->getType()->isVoidPointerType() ||
          castNode->getSubExpr()->getType()->isVoidPointerType())
        if (!allocates(castNode->getSubExpr()))
          return reinterpreted(l, nullableView(l, castNode->getSubExpr()), castNode->getType(),
                               where);
      [[fallthrough]];
    default:
      if (std::optional<View> block =
              allocatedByCall(l, castNode->getSubExpr(), castNode->getType()))
        return *block;
      l.refuse(
          Diag::refused_construct, where,
          {"a reinterpreting cast",
           "read the object by the type that it was declared with; std::bit_cast copies bits"});
    }
  }
  if (const auto* list = dyn_cast<InitListExpr>(expr); list && list->getNumInits() == 1)
    return nullableView(l, list->getInit(0));
  if (isa<CXXNullPtrLiteralExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr, InitListExpr>(expr))
    return nullView();
  if (expr->isGLValue())
    return nullableViewOf(l, glvalue(l, expr), where);
  if (isa<CXXThisExpr>(expr) && !std::holds_alternative<std::monostate>(l.frame().self))
    return pointerTo(l, l.frame().self, where);
  if (const auto* unary = dyn_cast<UnaryOperator>(expr)) {
    if (unary->getOpcode() == UO_AddrOf)
      return addressOf(l, unary->getSubExpr(), where);
    if (unary->isIncrementDecrementOp())
      return viewOf(l, increment(l, unary, unary->isPostfix()), where);
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp())
      return nullableViewOf(l, assignment(l, binary), where);
    if (binary->getOpcode() == BO_Comma) {
      effect(l, binary->getLHS());
      return nullableView(l, binary->getRHS());
    }
    if (binary->isAdditiveOp()) {
      const bool pointerFirst = isPointerLike(binary->getLHS()->getType());
      const Expr* pointer = pointerFirst ? binary->getLHS() : binary->getRHS();
      const Expr* number = pointerFirst ? binary->getRHS() : binary->getLHS();
      std::vector<Value> parts =
          l.inOrder({[&]() -> Value { return view(l, pointer); }, operand(l, number)});
      ir::ExprRef by = asIndex(std::get<ir::ExprRef>(parts[1]));
      const View& start = std::get<View>(parts[0]);
      return stepped(l, start, by, binary->getOpcode() == BO_Add, where);
    }
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr)) {
    if (libraryOf(expr->getType()) == Library::span)
      return constructedSpan(l, made);
    if (isOwner(expr->getType()))
      return made->getNumArgs() == 0 ? nullView() : movedView(l, made->getArg(0));
    if (made->getNumArgs() >= 1) // an iterator from another one, or from a pointer
      return view(l, made->getArg(0));
  }
  if (const auto* callExpr = dyn_cast<CallExpr>(expr)) {
    if (!l.blockElement.isNull() && expr->getType()->isVoidPointerType())
      if (std::optional<View> block =
              allocatedByCall(l, callExpr, l.ast.getPointerType(l.blockElement)))
        return *block;
    return nullableViewOf(l, call(l, callExpr), where);
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return chosenView(l, choice);
  if (const auto* made = dyn_cast<CXXNewExpr>(expr))
    return allocated(l, made);
  refuseExpr(l, expr);
}

View nullableView(Lowering& l, const Expr* expr) {
  return std::get<View>(l.evaluated(pointer(l, expr)));
}

} // namespace treelize::front
