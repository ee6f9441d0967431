// std::tuple, std::pair and std::optional.
//
// A tuple of values is a record of the kernel language; one of references or pointers is taken
// apart (Object). A local optional is always two variables: whether there is a value, and the
// value.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

const TemplateArgumentList& argumentsOf(QualType type) {
  return cast<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl())
      ->getTemplateArgs();
}

bool isTupleLike(QualType type) {
  const Library library = libraryOf(type);
  return library == Library::tuple || library == Library::pair;
}

bool isNamed(QualType type, llvm::StringRef name) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == name;
}

Slot elementSlot(const Slot& tuple, QualType type, std::size_t index) {
  return {tuple.name + "_" + std::to_string(index), type, tuple.where, tuple.isWritten};
}

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

/// std::get<I>(x), std::get<T>(x) of a tuple, a pair or an array.
Value getElement(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const SourceLocation where = expr->getExprLoc();
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  const QualType type = expr->getArg(0)->getType();
  const bool isArray = libraryOf(type) == Library::array;
  if (!arguments || arguments->size() == 0 || (!isArray && !isTupleLike(type)))
    l.notYet(where, "this use of 'std::get'", "use a struct with named members");
  std::size_t index = 0;
  if (arguments->get(0).getKind() == TemplateArgument::Integral) {
    index = arguments->get(0).getAsIntegral().getZExtValue();
  } else {
    const std::vector<QualType> types = elementTypes(l, type);
    while (index < types.size() && !l.ast.hasSameType(types[index], arguments->get(0).getAsType()))
      ++index;
  }
  const Value object = value(l, expr->getArg(0));
  if (isArray)
    return elementOf(l, object, {ir::integer(static_cast<std::int64_t>(index))}, where);
  return tupleElement(l, object, index, where);
}

/// std::tie(a, b): a tuple of references.
Value tied(Lowering& l, const CallExpr* expr) {
  Object object{std::make_shared<ObjectState>()};
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments())
    operands.push_back([&l, argument]() -> Value {
      return isNamed(argument->getType(), "_Swallow_assign") ? Value() : glvalue(l, argument);
    });
  for (Value& element : l.inOrder(operands))
    object.state->elements.push_back(l.frozen(std::move(element)));
  return object;
}

/// make_tuple, make_pair: every element is a value of its own.
Value madeTuple(Lowering& l, const CallExpr* expr) {
  const Slot slot{"tuple", expr->getType(), expr->getExprLoc()};
  const std::vector<QualType> types = elementTypes(l, expr->getType());
  if (dissolves(l, expr->getType())) {
    Object object{std::make_shared<ObjectState>()};
    for (unsigned i = 0; i < types.size(); ++i)
      object.state->elements.push_back(
          initialized(l, elementSlot(slot, types[i], i), expr->getArg(i)));
    return object;
  }
  const Location at = toLocation(slot.where);
  const ir::TypeRef type = l.types.of(expr->getType());
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments())
    operands.push_back(operand(l, argument));
  std::vector<Value> values = l.inOrder(operands);
  const std::string name = libraryOf(expr->getType()) == Library::pair ? "pair" : "tuple";
  const ir::Place tuple = l.placeOf(l.addLocal(name, type, {.isStable = true}, at));
  l.emit(ir::declare(tuple.base, nullptr, at));
  for (unsigned i = 0; i < types.size(); ++i) {
    const ir::Place part = ir::fieldOf(tuple, type->fields.at(i));
    l.emit(ir::assign(part, ir::AssignOp::Set,
                      converted(std::get<ir::ExprRef>(values[i]), part.type), at));
  }
  return ir::load(tuple, at);
}

/// What a method or an operator is called on, and with what.
struct Use {
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

  Value assigned() const {
    const Value to = optional();
    if (!std::holds_alternative<Object>(to))
      l.notYet(where, "an assignment to an optional that is part of another object",
               "assign to a local optional");
    const Expr* from = arguments[0];
    if (isNamed(from->getType(), "nullopt_t")) {
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
      set(l, tupleElement(l, optional(), 0, where), ir::boolean(false), where);
      return Value();
    }
    if (name == "emplace" && arguments.size() == 1) {
      const Value to = optional();
      store(tupleElement(l, to, 1, where), arguments[0]);
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
  if (isNamed(expr->getType(), "nullopt_t"))
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
    if (const std::optional<bool> truth = knownTruth(known))
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

} // namespace

std::vector<QualType> elementTypes(Lowering& l, QualType type) {
  const TemplateArgumentList& arguments = argumentsOf(type);
  switch (libraryOf(type)) {
  case Library::optional:
    return {l.ast.BoolTy, arguments[0].getAsType()};
  case Library::variant: {
    std::vector<QualType> types = {l.ast.IntTy};
    for (const TemplateArgument& alternative : arguments[0].pack_elements())
      types.push_back(alternative.getAsType());
    return types;
  }
  case Library::complex:
    return {arguments[0].getAsType(), arguments[0].getAsType()};
  case Library::pair:
    return {arguments[0].getAsType(), arguments[1].getAsType()};
  default:
    std::vector<QualType> types;
    for (const TemplateArgument& element : arguments[0].pack_elements())
      types.push_back(element.getAsType());
    return types;
  }
}

Value tupleElement(Lowering& l, const Value& tuple, std::size_t index, SourceLocation where) {
  if (const auto* parts = std::get_if<Object>(&tuple))
    return parts->state->elements.at(index);
  if (const auto* choice = std::get_if<Choice>(&tuple)) {
    Choice result{{}, choice->selector};
    for (const ir::Place& place : choice->places)
      result.places.push_back(ir::fieldOf(place, place.type->fields.at(index)));
    return result;
  }
  const ir::Place place = placeFor(l, tuple, where);
  if (index >= place.type->fields.size())
    l.notYet(where, "an object of '" + place.type->spelling + "' that belongs to the caller",
             "make it in the kernel");
  return ir::fieldOf(place, place.type->fields[index]);
}

Value tupleOf(Lowering& l, const Slot& slot, const Expr* from) {
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  const std::vector<QualType> types = elementTypes(l, slot.type);
  if (!made) {
    const Value result = value(l, from);
    const bool isOwn =
        isa<CallExpr>(from) && !from->isGLValue() && !(slot.isWritten && holdsFixedView(result));
    return isOwn ? result : copiedObject(l, slot, result);
  }
  if (made->getNumArgs() == 1 && isTupleLike(made->getArg(0)->getType()))
    return copyConstructed(l, slot, value(l, made->getArg(0)),
                           made->getConstructor()->isMoveConstructor());
  if (made->getNumArgs() != types.size() && made->getNumArgs() > 0)
    l.notYet(slot.where, "this constructor of a tuple", "give all elements");
  Object object{std::make_shared<ObjectState>()};
  for (unsigned i = 0; i < types.size(); ++i) {
    const Slot element = elementSlot(slot, types[i], i);
    const Value given =
        made->getNumArgs() == 0 ? defaulted(l, element) : initialized(l, element, made->getArg(i));
    const bool isCopied = made->getNumArgs() > 0 && copiesByHand(l, types[i]);
    object.state->elements.push_back(isCopied ? copyConstructed(l, element, given, /*isMove=*/true)
                                              : given);
  }
  return object;
}

Value optionalOf(Lowering& l, const Slot& slot, const Expr* from) {
  refuseCopiesByHand(l, slot);
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  if (!made)
    return isa<CallExpr>(from) && !from->isGLValue() ? value(l, from)
                                                     : copiedObject(l, slot, value(l, from));
  const QualType type = elementTypes(l, slot.type)[1];
  const Slot inner{slot.name + "_value", type, slot.where};
  if (made->getNumArgs() > 1)
    l.notYet(slot.where, "this constructor of an optional", "make it from a value");
  const Expr* argument = made->getNumArgs() == 0 ? nullptr : made->getArg(0);
  if (argument && libraryOf(argument->getType()) == Library::optional)
    return copiedObject(l, slot, value(l, argument));
  const bool isEmpty = !argument || isNamed(argument->getType(), "nullopt_t");
  Object object{std::make_shared<ObjectState>()};
  Value held = isEmpty ? zeroed(l, inner) : initialized(l, inner, argument);
  object.state->elements = {variable(l, "has_" + slot.name, ir::boolean(!isEmpty), slot.where),
                            std::move(held)};
  return object;
}

/// The first elements that differ decide.
static ir::ExprRef lexicographic(Lowering& l, ir::Op strict, ir::Op last,
                                 const std::vector<QualType>& types, const Value& a, const Value& b,
                                 SourceLocation where) {
  const Location at = toLocation(where);
  const auto join = [&](ir::Op op, ir::ExprRef x, ir::ExprRef y) {
    return ir::apply(op, {std::move(x), std::move(y)}, ir::boolType(), at);
  };
  ir::ExprRef result;
  for (std::size_t i = types.size(); i-- > 0;) {
    if (!l.types.of(types[i])->isScalar())
      l.notYet(where, "a comparison of tuples of anything but numbers", "compare their elements");
    const ir::ExprRef x = loaded(l, tupleElement(l, a, i, where), where),
                      y = loaded(l, tupleElement(l, b, i, where), where);
    result = result ? join(ir::Op::lor_, join(strict, x, y),
                           join(ir::Op::land_, join(ir::Op::eq_, x, y), result))
                    : join(last, x, y);
  }
  return result;
}

static bool isOfOptionals(const Expr* a, const Expr* b) {
  return libraryOf(a->getType()) == Library::optional ||
         libraryOf(b->getType()) == Library::optional;
}

std::optional<ir::ExprRef> tupleComparison(Lowering& l, BinaryOperatorKind op, const Expr* a,
                                           const Expr* b, SourceLocation where) {
  if (isOfOptionals(a, b))
    return compared(l, op, a, b, where);
  static const std::map<BinaryOperatorKind, std::pair<ir::Op, ir::Op>> operators = {
      {BO_LT, {ir::Op::lt_, ir::Op::lt_}},
      {BO_LE, {ir::Op::lt_, ir::Op::le_}},
      {BO_GT, {ir::Op::gt_, ir::Op::gt_}},
      {BO_GE, {ir::Op::gt_, ir::Op::ge_}}};
  const auto found = operators.find(op);
  const bool isOfOneType = l.ast.hasSameUnqualifiedType(a->getType(), b->getType());
  if (!isTupleLike(a->getType()) || !isOfOneType || found == operators.end())
    return std::nullopt;
  const std::vector<Value> sides =
      l.inOrder({[&]() -> Value { return value(l, a); }, [&]() -> Value { return value(l, b); }});
  const std::vector<QualType> types = elementTypes(l, a->getType());
  if (types.empty())
    return std::nullopt;
  return lexicographic(l, found->second.first, found->second.second, types, sides[0], sides[1],
                       where);
}

std::optional<Value> tupleCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const std::string name = callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
  if (name == "get" && expr->getNumArgs() == 1)
    return getElement(l, expr, callee);
  if (name == "tie")
    return tied(l, expr);
  if (name == "make_tuple" || name == "make_pair")
    return madeTuple(l, expr);
  if (name == "make_optional" && expr->getNumArgs() == 1) {
    Object object{std::make_shared<ObjectState>()};
    const QualType type = elementTypes(l, expr->getType())[1];
    Value held = initialized(l, {"optional_value", type, expr->getExprLoc()}, expr->getArg(0));
    object.state->elements = {variable(l, "has_optional", ir::boolean(true), expr->getExprLoc()),
                              std::move(held)};
    return object;
  }
  const auto* operatorExpr = dyn_cast<CXXOperatorCallExpr>(expr);
  if (!operatorExpr || operatorExpr->getOperator() != OO_Equal ||
      !isTupleLike(expr->getArg(0)->getType()))
    return std::nullopt;
  // Element by element: std::tie(a, b) = f()
  const QualType type = expr->getArg(0)->getType();
  std::vector<Value> sides = l.inOrder({[&]() -> Value { return value(l, expr->getArg(1)); },
                                        [&]() -> Value { return value(l, expr->getArg(0)); }});
  assignObject(l, type, sides[1], sides[0], expr->getExprLoc());
  return sides[1];
}

std::optional<Value> optionalCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const auto* operatorExpr = dyn_cast<CXXOperatorCallExpr>(expr);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (!method) {
    const bool isComparison = operatorExpr && operatorExpr->getNumArgs() == 2 &&
                              isOfOptionals(expr->getArg(0), expr->getArg(1));
    if (!isComparison)
      return std::nullopt;
    const BinaryOperatorKind op = BinaryOperator::getOverloadedOpcode(operatorExpr->getOperator());
    return compared(l, op, expr->getArg(0), expr->getArg(1), expr->getExprLoc());
  }
  const CXXRecordDecl* parent = method->getParent();
  const bool isBase = parent->isInStdNamespace() && parent->getIdentifier() &&
                      parent->getName().starts_with("_Optional");
  if (libraryOf(parent) != Library::optional && !isBase)
    return std::nullopt;
  Use use{l, expr, method->getNameAsString(), nullptr, {}, expr->getExprLoc()};
  const unsigned first = operatorExpr ? 1 : 0;
  use.object =
      operatorExpr ? expr->getArg(0) : cast<CXXMemberCallExpr>(expr)->getImplicitObjectArgument();
  while (const auto* base = dyn_cast<ImplicitCastExpr>(use.object->IgnoreParens()))
    use.object = base->getSubExpr();
  use.arguments.assign(expr->arg_begin() + first, expr->arg_end());
  return use.result();
}

} // namespace treelize::front
