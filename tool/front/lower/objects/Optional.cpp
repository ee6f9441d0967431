// std::optional: a local one is always two variables, whether there is a value, and the value. Of
// the caller's there is nothing to read where it is empty: a copy of its value stands behind the
// question whether there is one.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Existence.h"
#include "ir/Literals.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

Value variable(Lowering& l, const std::string& name, ir::ExprRef value, SourceLocation where) {
  const ir::VarId id = l.addLocal(name, value->type, {}, toLocation(where));
  l.emit(ir::declare(id, std::move(value), toLocation(where)));
  return l.placeOf(id);
}

void set(Lowering& l, const Value& to, ir::ExprRef value, SourceLocation where) {
  const ir::Place place = target(l, to, where);
  l.emit(ir::assign(place, ir::AssignOp::Set, converted(std::move(value), place.type),
                    toLocation(where)));
}

/// The value that an optional makes of arguments.
const Expr* heldOf(Lowering& l, QualType type, const std::vector<const Expr*>& arguments,
                   SourceLocation where) {
  if (arguments.size() == 1)
    return arguments[0];
  const Expr* made =
      l.options.construction ? l.options.construction(type, arguments, where) : nullptr;
  if (!made)
    l.notYet(where, "this construction of an optional's value", "pass the value itself");
  return made;
}

/// What a method or an operator is called on, and with what.
struct OptionalUse {
  Lowering& l;
  const CallExpr* expr;
  std::string name;
  const Expr* object;
  std::vector<const Expr*> arguments;
  SourceLocation where;

  Value optional() const {
    return object->getType()->isPointerType() ? dereference(l, object, where)
           : object->isGLValue()              ? glvalue(l, object)
                                              : value(l, object);
  }
  QualType valueType() const { return elementTypes(l, optionalType())[1]; }
  QualType optionalType() const {
    const QualType type = object->getType();
    return type->isPointerType() ? type->getPointeeType() : type.getNonReferenceType();
  }

  void store(const Value& to, const Expr* from) const {
    if (dissolves(l, valueType()))
      assignObject(l, valueType(), to, value(l, from), where);
    else
      set(l, to, rvalue(l, from), where);
  }

  /// An optional that is to hold another value, or none.
  Value changed() const {
    Value to = optional();
    refuseForeignOptional(l, to, where);
    return to;
  }

  Value assigned() const {
    const Value to = changed();
    const Expr* from = arguments[0];
    if (isStdClass(from->getType(), "nullopt_t")) {
      set(l, tupleElement(l, to, 0, where), ir::boolean(false), where);
    } else if (libraryOf(from->getType()) == Library::optional) {
      assignObject(l, optionalType(), to, value(l, from), where);
    } else {
      store(tupleElement(l, to, 1, where), from);
      set(l, tupleElement(l, to, 0, where), ir::boolean(true), where);
    }
    return to;
  }

  /// value() of an empty one throws.
  Value checkedValue() const {
    const Value from = optional();
    const ir::ExprRef isEmpty = negated(loaded(l, tupleElement(l, from, 0, where), where));
    throwFromLibraryIf(l, isEmpty, {{"bad_optional_access", "exception"}}, where);
    return tupleElement(l, from, 1, where);
  }

  Value valueOr() const {
    const Value from = optional();
    if (!l.types.of(valueType())->isScalar())
      return objectOr(from);
    ir::ExprRef has = loaded(l, tupleElement(l, from, 0, where), where);
    ir::ExprRef held = loaded(l, tupleElement(l, from, 1, where), where);
    ir::ExprRef other = converted(rvalue(l, arguments[0]), held->type);
    return ir::select(std::move(has), std::move(held), std::move(other), toLocation(where));
  }

  Value objectOr(const Value& from) const {
    const QualType type = valueType();
    if (!l.ast.hasSameUnqualifiedType(arguments[0]->getType(), type))
      l.notYet(where, "'value_or' of an optional object with a value of another class",
               "pass an object of its class");
    const Value chosen = zeroed(l, {"chosen", type, where});
    const Value other = l.frozen(value(l, arguments[0]));
    const auto choose = [&](const Value& one) {
      return l.collect([&] { assignValue(l, type, chosen, one, where); });
    };
    ir::Block held = choose(tupleElement(l, from, 1, where)), none = choose(other);
    l.emit({toLocation(where), ir::If{loaded(l, tupleElement(l, from, 0, where), where),
                                      std::move(held), std::move(none)}});
    return chosen;
  }

  std::optional<Value> result() const {
    if (name == "has_value" || name.starts_with("operator bool"))
      return tupleElement(l, optional(), 0, where);
    if (name == "value")
      return checkedValue();
    if (name == "operator*" || name == "operator->")
      return tupleElement(l, optional(), 1, where);
    if (name == "value_or")
      return valueOr();
    if (name == "operator=")
      return assigned();
    if (name == "reset") {
      set(l, tupleElement(l, changed(), 0, where), ir::boolean(false), where);
      return Value();
    }
    if (name == "emplace") {
      const Value to = changed();
      store(tupleElement(l, to, 1, where), heldOf(l, valueType(), arguments, where));
      set(l, tupleElement(l, to, 0, where), ir::boolean(true), where);
      return tupleElement(l, to, 1, where);
    }
    l.notYet(where, "the method '" + name + "' of an optional",
             "use has_value(), value() and assignments");
  }
};

/// One side of a comparison: a value, or none.
struct Side {
  ir::ExprRef has, held; // held is null for std::nullopt
};

Side sideOf(Lowering& l, const Expr* expr) {
  const SourceLocation where = expr->getExprLoc();
  if (isStdClass(expr->getType(), "nullopt_t"))
    return {ir::boolean(false), nullptr};
  if (libraryOf(expr->getType()) != Library::optional)
    return {ir::boolean(true), rvalue(l, expr)};
  const Value optional = value(l, expr);
  return {loaded(l, tupleElement(l, optional, 0, where), where),
          loaded(l, tupleElement(l, optional, 1, where), where)};
}

/// a && b, a || b, where one of them may be known.
ir::ExprRef joined(ir::Op op, const ir::ExprRef& a, const ir::ExprRef& b) {
  for (const auto& [known, other] : {std::pair(a, b), std::pair(b, a)})
    if (const std::optional<bool> truth = ir::literalTruth(*known))
      return *truth == (op == ir::Op::land_) ? other : known;
  return ir::apply(op, {a, b}, ir::boolType(), a->location);
}

/// o == nullopt, o == x, o < p: an empty one is less than any value.
ir::ExprRef compared(Lowering& l, BinaryOperatorKind op, const Expr* left, const Expr* right,
                     SourceLocation where) {
  Side a, b;
  for (Side* side : {&a, &b}) {
    const ir::Block effects = l.collect([&] { *side = sideOf(l, side == &a ? left : right); });
    if (!effects.empty())
      l.notYet(where, "a comparison of an optional with effects", "give its operands names");
  }
  const bool isOfNumbers =
      (!a.held || a.held->type->isScalar()) && (!b.held || b.held->type->isScalar());
  const auto test = [&](ir::Op op, const Side& x, const Side& y) -> ir::ExprRef {
    if (!x.held || !y.held)
      return ir::boolean(false);
    const ir::TypeRef& type = y.held->type->is(TypeKind::Real) ? y.held->type : x.held->type;
    return ir::apply(op, {converted(x.held, type), converted(y.held, type)}, ir::boolType(),
                     toLocation(where));
  };
  const auto less = [&](const Side& x, const Side& y) {
    return joined(ir::Op::land_, y.has,
                  joined(ir::Op::lor_, negated(x.has), test(ir::Op::lt_, x, y)));
  };
  const auto notGreater = [&](const Side& x, const Side& y) {
    return joined(ir::Op::lor_, negated(x.has),
                  joined(ir::Op::land_, y.has, test(ir::Op::le_, x, y)));
  };
  const auto equal = [&] {
    const ir::ExprRef none = joined(ir::Op::land_, negated(a.has), negated(b.has));
    return joined(
        ir::Op::lor_, none,
        joined(ir::Op::land_, joined(ir::Op::land_, a.has, b.has), test(ir::Op::eq_, a, b)));
  };
  switch (isOfNumbers ? op : BO_Comma) {
  case BO_EQ:
    return equal();
  case BO_NE:
    return negated(equal());
  case BO_LT:
    return less(a, b);
  case BO_GT:
    return less(b, a);
  case BO_LE:
    return notGreater(a, b);
  case BO_GE:
    return notGreater(b, a);
  default:
    l.notYet(where, "this comparison of an optional", "compare its value");
  }
}

/// std::make_optional(x), std::make_optional<T>(x, y)
Value madeOptional(Lowering& l, const CallExpr* expr) {
  Object object{std::make_shared<ObjectState>()};
  const QualType type = elementTypes(l, expr->getType())[1];
  const std::vector<const Expr*> arguments(expr->arg_begin(), expr->arg_end());
  Value held = initialized(l, {"optional_value", type, expr->getExprLoc()},
                           heldOf(l, type, arguments, expr->getExprLoc()));
  object.state->elements = {variable(l, "has_optional", ir::boolean(true), expr->getExprLoc()),
                            std::move(held)};
  return object;
}

} // namespace

/// Is the expression an optional whose value, or lack of one, the new optional takes over? One of
/// another's type may be the value itself: std::optional<std::optional<double>>.
static bool isTakenOver(Lowering& l, const Expr* from, QualType valueType) {
  return libraryOf(from->getType()) == Library::optional &&
         !l.ast.hasSameUnqualifiedType(from->getType(), valueType);
}

Value optionalOf(Lowering& l, const Slot& slot, const Expr* from) {
  refuseCopiesByHand(l, slot);
  const QualType type = elementTypes(l, slot.type)[1];
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  if (!made && isTakenOver(l, from, type))
    return isa<CallExpr>(from) && !from->isGLValue() ? value(l, from)
                                                     : copiedObject(l, slot, value(l, from));
  const Slot inner{slot.name + "_value", type, slot.where};
  if (made && made->getNumArgs() > 1)
    l.notYet(slot.where, "this constructor of an optional", "make it from a value");
  const bool isDefault = made && made->getNumArgs() == 0;
  const Expr* argument = isDefault ? nullptr : made ? made->getArg(0) : from;
  if (argument && isTakenOver(l, argument, type))
    return copiedObject(l, slot, value(l, argument));
  const bool isEmpty = !argument || isStdClass(argument->getType(), "nullopt_t");
  Object object{std::make_shared<ObjectState>()};
  Value held = isEmpty ? zeroed(l, inner) : initialized(l, inner, argument);
  object.state->elements = {variable(l, "has_" + slot.name, ir::boolean(!isEmpty), slot.where),
                            std::move(held)};
  return object;
}

bool mayBeEmpty(Lowering& l, const Value& optional, SourceLocation where) {
  const Value held = tupleElement(l, optional, 1, where);
  const auto isAsked = [&](const ir::Place& place) { return ir::isInConditional(l.kernel, place); };
  if (const auto* choice = std::get_if<Choice>(&held))
    return std::ranges::any_of(choice->places, isAsked);
  const auto* place = std::get_if<ir::Place>(&held);
  return place && isAsked(*place);
}

void refuseForeignOptional(Lowering& l, const Value& optional, SourceLocation where) {
  if (mayBeEmpty(l, optional, where))
    l.notYet(where, "an assignment to an optional that is part of another object",
             "assign to a local optional");
}

void ifHolds(Lowering& l, const Value& has, SourceLocation where,
             const std::function<void()>& use) {
  ir::If holds{loaded(l, has, where), {}, {}};
  holds.thenBlock = l.collect(use);
  l.emit({toLocation(where), std::move(holds)});
}

Value copiedOptional(Lowering& l, const Slot& slot, const Value& from) {
  const SourceLocation where = slot.where;
  const std::vector<QualType> types = elementTypes(l, slot.type);
  const Slot hasSlot{slot.name + "_0", types[0], where};
  const Slot heldSlot{slot.name + "_1", types[1], where};
  const Value has = copied(l, hasSlot, tupleElement(l, from, 0, where));
  const Value held = tupleElement(l, from, 1, where);
  Object copy{std::make_shared<ObjectState>()};
  if (l.types.of(types[1])->isScalar()) {
    const ir::ExprRef original = loaded(l, held, where);
    const ir::ExprRef none = original->type->is(TypeKind::Real)
                                 ? ir::real(0.0, original->type)
                                 : ir::cast(ir::integer(0), original->type, toLocation(where));
    copy.state->elements = {
        has, variable(l, heldSlot.name,
                      ir::select(loaded(l, has, where), original, none, toLocation(where)), where)};
    return copy;
  }
  copy.state->elements = {has, zeroed(l, heldSlot)};
  ifHolds(l, has, where, [&] { assignValue(l, types[1], copy.state->elements[1], held, where); });
  return copy;
}

Value optionalIn(const ir::Place& pair) {
  Object object{std::make_shared<ObjectState>()};
  for (const ir::RecordField& field : pair.type->fields)
    object.state->elements.push_back(ir::fieldOf(pair, field));
  return object;
}

std::optional<ir::ExprRef> optionalComparison(Lowering& l, BinaryOperatorKind op, const Expr* a,
                                              const Expr* b, SourceLocation where) {
  if (libraryOf(a->getType()) != Library::optional && libraryOf(b->getType()) != Library::optional)
    return std::nullopt;
  return compared(l, op, a, b, where);
}

std::optional<Value> optionalCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const auto* operatorExpr = dyn_cast<CXXOperatorCallExpr>(expr);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (!method) {
    if (isInStd(callee) && callee->getDeclName().isIdentifier() &&
        callee->getName() == "make_optional")
      return madeOptional(l, expr);
    if (!operatorExpr || operatorExpr->getNumArgs() != 2)
      return std::nullopt;
    const BinaryOperatorKind op = BinaryOperator::getOverloadedOpcode(operatorExpr->getOperator());
    if (const std::optional<ir::ExprRef> known =
            optionalComparison(l, op, expr->getArg(0), expr->getArg(1), expr->getExprLoc()))
      return *known;
    return std::nullopt;
  }
  const CXXRecordDecl* parent = method->getParent();
  const bool isBase = parent->isInStdNamespace() && parent->getIdentifier() &&
                      parent->getName().starts_with("_Optional");
  if (libraryOf(parent) != Library::optional && !isBase)
    return std::nullopt;
  OptionalUse use{l, expr, method->getNameAsString(), nullptr, {}, expr->getExprLoc()};
  const unsigned first = operatorExpr ? 1 : 0;
  use.object =
      operatorExpr ? expr->getArg(0) : cast<CXXMemberCallExpr>(expr)->getImplicitObjectArgument();
  while (const auto* base = dyn_cast<ImplicitCastExpr>(use.object->IgnoreParens()))
    use.object = base->getSubExpr();
  use.arguments.assign(expr->arg_begin() + first, expr->arg_end());
  return use.result();
}

} // namespace treelize::front
