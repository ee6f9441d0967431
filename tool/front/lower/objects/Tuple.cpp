// std::tuple and std::pair. One of values is a record of the kernel language; one of references or
// pointers is taken apart (Object).
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

Slot elementSlot(const Slot& whole, QualType type, std::size_t index) {
  return {whole.name + "_" + std::to_string(index), type, whole.where, whole.isWritten};
}

namespace {

const TemplateArgumentList& argumentsOf(QualType type) {
  return cast<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl())
      ->getTemplateArgs();
}

bool isTupleLike(QualType type) {
  const Library library = libraryOf(type);
  return library == Library::tuple || library == Library::pair;
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
      return isStdClass(argument->getType(), "_Swallow_assign") ? Value() : glvalue(l, argument);
    });
  for (Value& element : l.inOrder(operands))
    object.state->elements.push_back(l.frozen(std::move(element)));
  return object;
}

/// What a std::reference_wrapper, which is a pointer and nothing else, refers to.
Value referent(Lowering& l, const Expr* wrapper) {
  const SourceLocation where = wrapper->getExprLoc();
  const CXXRecordDecl* record = wrapper->getType()->getAsCXXRecordDecl()->getDefinition();
  const Value pointer = member(l, value(l, wrapper), *record->field_begin(), where);
  return dereference(l, viewOf(l, pointer, where), nullptr, where);
}

/// A tuple or a pair of these values.
Value recordOf(Lowering& l, const Slot& slot, const std::vector<Value>& values) {
  const Location at = toLocation(slot.where);
  const ir::TypeRef type = l.types.of(slot.type);
  const std::string name = libraryOf(slot.type) == Library::pair ? "pair" : "tuple";
  const ir::Place tuple = l.placeOf(l.addLocal(name, type, {.isStable = true}, at));
  l.emit(ir::declare(tuple.base, nullptr, at));
  for (unsigned i = 0; i < values.size(); ++i) {
    const ir::Place part = ir::fieldOf(tuple, type->fields.at(i));
    l.emit(ir::assign(part, ir::AssignOp::Set,
                      converted(std::get<ir::ExprRef>(values[i]), part.type), at));
  }
  return ir::load(tuple, at);
}

/// make_tuple, make_pair: every element is a value of its own.
Value madeTuple(Lowering& l, const CallExpr* expr) {
  const Slot slot{"tuple", expr->getType(), expr->getExprLoc()};
  const std::vector<QualType> types = elementTypes(l, expr->getType());
  if (dissolves(l, expr->getType())) {
    Object object{std::make_shared<ObjectState>()};
    for (unsigned i = 0; i < types.size(); ++i)
      object.state->elements.push_back(
          isStdClass(expr->getArg(i)->getType(), "reference_wrapper")
              ? l.frozen(referent(l, expr->getArg(i)))
              : initialized(l, elementSlot(slot, types[i], i), expr->getArg(i)));
    return object;
  }
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments())
    operands.push_back(operand(l, argument));
  return recordOf(l, slot, l.inOrder(operands));
}

/// std::tuple_cat(a, b): the elements of both.
Value joined(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments()) {
    if (!isTupleLike(argument->getType()))
      l.notYet(where, "'std::tuple_cat' of anything but tuples and pairs", "make it a tuple");
    operands.push_back([&l, argument] { return value(l, argument); });
  }
  const std::vector<Value> tuples = l.inOrder(operands);
  const Slot slot{"tuple", expr->getType(), where};
  const std::vector<QualType> types = elementTypes(l, slot.type);
  const bool isApart = dissolves(l, slot.type);
  std::vector<Value> elements;
  for (unsigned i = 0; i < expr->getNumArgs(); ++i)
    for (std::size_t k = 0; k < elementTypes(l, expr->getArg(i)->getType()).size(); ++k) {
      const Value element = tupleElement(l, tuples[i], k, where);
      elements.push_back(
          isApart && !types[elements.size()]->isReferenceType()
              ? copyConstructed(l, elementSlot(slot, types[elements.size()], elements.size()),
                                element, /*isMove=*/false)
          : isApart ? element
                    : Value(loaded(l, element, where)));
    }
  if (!isApart)
    return recordOf(l, slot, elements);
  Object object{std::make_shared<ObjectState>()};
  object.state->elements = std::move(elements);
  return object;
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
  if (const auto* parts = std::get_if<Object>(&tuple)) {
    const std::vector<Value>& elements = parts->state->elements;
    // Of a tuple of empty objects, as std::placeholders are, nothing is kept.
    return elements.empty() ? Value(Object{std::make_shared<ObjectState>()}) : elements.at(index);
  }
  if (const auto* choice = std::get_if<Choice>(&tuple)) {
    Choice result{{}, choice->selector};
    for (const ir::Place& place : choice->places)
      result.places.push_back(ir::fieldOf(place, place.type->fields.at(index)));
    return result;
  }
  const ir::Place place = placeFor(l, tuple, where);
  if (index >= place.type->fields.size())
    l.notYet(where, "an object of '" + place.type->spelling + "' that belongs to the caller",
             "take its elements as parameters, or copy it into a struct with named members");
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

std::optional<ir::ExprRef> tupleComparison(Lowering& l, BinaryOperatorKind op, const Expr* a,
                                           const Expr* b, SourceLocation where) {
  if (const std::optional<ir::ExprRef> known = optionalComparison(l, op, a, b, where))
    return known;
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
  if (name == "tie" || name == "forward_as_tuple")
    return tied(l, expr);
  if (name == "tuple_cat")
    return joined(l, expr);
  if (name == "make_tuple" || name == "make_pair")
    return madeTuple(l, expr);
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

} // namespace treelize::front
