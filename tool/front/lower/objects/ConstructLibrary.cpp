// Constructors of the library's classes that are declared as a whole: vectors, fields, tuples.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Elements.h"
#include "front/lower/objects/Destination.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// A vector of so many elements from there on.
void copyElements(Lowering& l, Destination& to, const View& start, const ir::ExprRef& count,
                  SourceLocation where) {
  storeObject(l, to, ir::construct(to.place.type, {count}, to.at));
  countedLoop(l, ir::integer(0, ir::sizeType()), count, to.at, [&](const ir::ExprRef& i) {
    setConverted(l, ir::element(to.place, {i}), loaded(l, dereference(l, start, i, where), where),
                 where);
  });
}

/// Numbers for the parts of a tuple, whose constructor takes references: what one argument changes
/// the ones before it see as well.
void constructByReference(Lowering& l, const Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments())
    operands.push_back(argument->isLValue()
                       ? [&l, argument]() -> Value { return glvalue(l, argument); }
                       : operand(l, argument));
  const std::vector<Value> values = l.inOrder(operands);
  for (unsigned i = 0; i < values.size(); ++i)
    setConverted(l, partAt(to.place, i), loaded(l, values[i], where), where);
}

} // namespace

void constructVector(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const ir::TypeRef type = to.place.type;
  std::vector<const Expr*> arguments;
  for (const Expr* argument : expr->arguments())
    if (!isa<CXXDefaultArgExpr>(argument) && !isStdClass(argument->getType(), "allocator"))
      arguments.push_back(argument);
  if (arguments.empty())
    return storeObject(l, to, ir::construct(type, {}, to.at));
  const Expr* first = bare(arguments[0]);
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(first))
    if (const auto* elements = dyn_cast<InitListExpr>(bare(list->getSubExpr())))
      return constructList(l, to, elements);
  if (libraryOf(first->getType()) == Library::list) {
    const ir::Place list = placeFor(l, listElements(l, first), where);
    return copyElements(l, to, View{list, nullptr, nullptr}, sizeOf(l, list, where), where);
  }
  if (first->getType()->isIntegerType() && arguments.size() <= 2) {
    std::vector<std::function<Value()>> operands;
    for (const Expr* argument : arguments)
      operands.push_back(operand(l, argument));
    std::vector<ir::ExprRef> args = expressionsInOrder(l, operands);
    args[0] = asIndex(args[0]);
    return storeObject(l, to, ir::construct(type, std::move(args), to.at));
  }
  if (isPointerLike(first->getType()) && arguments.size() == 2) {
    const View start = l.frozen(view(l, arguments[0])), end = l.frozen(view(l, arguments[1]));
    ir::ExprRef count =
        l.frozen(converted(difference(l, end.offset, start.offset), ir::sizeType()));
    return copyElements(l, to, start, count, where);
  }
  if (arguments.size() == 2 && isEntryIterator(arguments[0]->getType())) {
    storeObject(l, to, ir::construct(type, {}, to.at));
    const ir::Place vector = to.place;
    return forEachBetween(l, arguments[0], arguments[1], where, [&](const Value& entry) {
      l.emit(ir::append(vector, nullptr, to.at));
      assignObject(l, elementOfVector(expr->getType()), l.frozen(ir::lastElement(vector)), entry,
                   where);
    });
  }
  if (arguments.size() == 2)
    if (const std::optional<Elements> range =
            elementsBetween(l, arguments[0], arguments[1], where)) {
      storeObject(l, to, ir::construct(type, {range->count}, to.at));
      return countedLoop(
          l, ir::integer(0, ir::sizeType()), range->count, to.at, [&](const ir::ExprRef& i) {
            setConverted(l, ir::element(to.place, {i}), loaded(l, range->at(i), where), where);
          });
    }
  l.notYet(where, "this constructor of a vector",
           "give it a length, a length and a value, or a list");
}

/// field(n, m)
void constructField(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments()) {
    if (!argument->getType()->isIntegerType())
      l.notYet(argument->getExprLoc(), "this constructor of a field", "give its extents");
    operands.push_back(operand(l, argument));
  }
  storeObject(l, to, ir::construct(to.place.type, expressionsInOrder(l, operands), to.at));
}

/// std::pair, std::tuple
void constructTuple(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const std::size_t size = to.place.type->fields.size();
  if (expr->getNumArgs() == 0 && isZeroByDefault(l, expr->getType()))
    return initializeObject(l, to, /*isZero=*/true, where);
  if (expr->getNumArgs() == 0) {
    beginObject(l, to, where);
    const std::vector<QualType> types = elementTypes(l, expr->getType());
    for (unsigned i = 0; i < size; ++i)
      if (isZeroByDefault(l, types[i]))
        clearObject(l, partAt(to.place, i), to.at);
      else
        constructPart(l, partAt(to.place, i), defaultConstruction(l, types[i], where));
    return;
  }
  if (expr->getNumArgs() == 1 && size != 1) { // of other types
    const Value from = value(l, expr->getArg(0));
    beginObject(l, to, where);
    return assignObject(l, expr->getType(), to.place, from, where);
  }
  if (expr->getNumArgs() != size)
    l.notYet(where, "this constructor of a tuple", "give all elements");
  beginObject(l, to, where);
  const bool hasNumbersOnly = std::ranges::all_of(
      to.place.type->fields, [](const ir::RecordField& field) { return field.type->isScalar(); });
  if (hasNumbersOnly && expr->HasSideEffects(l.ast))
    return constructByReference(l, to, expr);
  for (unsigned i = 0; i < size; ++i)
    constructPart(l, partAt(to.place, i), expr->getArg(i));
}

} // namespace treelize::front
