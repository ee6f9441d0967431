// What a vector or an array begins with whose elements are taken apart (Column), and its copies.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Elements.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;

namespace {

/// How many elements it begins with.
std::uint64_t lengthOf(Lowering& l, QualType type) {
  if (const auto* array = l.ast.getAsConstantArrayType(type))
    return array->getSize().getZExtValue();
  return libraryOf(type) == Library::array ? l.types.of(type)->extent : 0;
}

} // namespace

bool isColumnElement(Lowering& l, QualType element) {
  static const std::set<Library> ofElements = {Library::optional, Library::variant, Library::tuple,
                                               Library::pair};
  const CXXRecordDecl* record = element->getAsCXXRecordDecl();
  const bool isClass =
      record && libraryOf(record) == Library::none && !record->isLambda() && !isPassive(element);
  const QualType part = elementOfSequence(element);
  const bool isArray = element->isArrayType() || libraryOf(element) == Library::array;
  if (isArray && isColumnElement(l, part))
    return true;
  return heapBehind(l, element) || heapOf(l, element) || isFunctionVariable(element) ||
         isView(element) || holdsHeapNumbers(l, element) ||
         ((isClass || ofElements.contains(libraryOf(element))) && dissolves(l, element));
}

bool isColumnType(Lowering& l, QualType type) {
  type = type.getNonReferenceType();
  const QualType element = elementOfSequence(type);
  return !element.isNull() && (isColumnElement(l, element) ||
                               (libraryOf(type) == Library::vector && dissolves(l, type)));
}

namespace {

/// So many elements, as their class begins them; there were none.
void fill(Lowering& l, Column& column, const ir::ExprRef& count, SourceLocation where) {
  const Location at = toLocation(where);
  const bool isOfObjects = column.holdsNumbers && heapOf(l, column.type) &&
                           !heapBehind(l, column.type) && !isFunctionVariable(column.type);
  if (column.depth == 0 &&
      (isOfObjects || (!column.holdsNumbers && !isZeroByDefault(l, column.type))))
    return countedLoop(l, ir::integer(0, ir::sizeType()), count, at, [&](const ir::ExprRef&) {
      append(l, column, defaulted(l, {"element", column.type, where}), where);
    });
  const auto construct = [&](const ir::Place& vector, std::vector<ir::ExprRef> args) {
    l.emit(
        ir::assign(vector, ir::AssignOp::Set, ir::construct(vector.type, std::move(args), at), at));
  };
  if (isFunctionVariable(column.type))
    construct(*column.values, {count, functionNumber(l, column.type, noFunction(), where)});
  else if (column.holdsNumbers && heapBehind(l, column.type))
    construct(*column.values, {count, noObject(l)});
  else if (column.values)
    construct(*column.values, {count});
  for (const std::optional<ir::Place>& vector :
       {column.offsets, column.sizes, column.rows, column.selectors, column.flags})
    if (vector)
      construct(*vector, {count});
  for (Column& part : column.members)
    fill(l, part, count, where);
}

/// The elements that a constructor of a vector makes.
class Filling {
public:
  Filling(Lowering& lowering, const Slot& vector, Column& elements)
      : l(lowering), slot(vector), column(elements),
        element(elementOfSequence(vector.type.getNonReferenceType())) {}

  void each(ArrayRef<Expr*> inits) {
    const Storing storing(l);
    for (const Expr* init : inits)
      append(l, column, initialized(l, {"element", element, slot.where, false}, init), slot.where);
  }
  /// So many copies of an object.
  void copies(const Expr* number, const Expr* object) {
    const std::vector<Value> given =
        l.inOrder({operand(l, number), [&]() -> Value { return value(l, object); }});
    const Value original = l.frozen(given[1]);
    const Storing storing(l);
    countedLoop(l, ir::integer(0, ir::sizeType()),
                l.frozen(converted(std::get<ir::ExprRef>(given[0]), ir::sizeType())),
                toLocation(slot.where), [&](const ir::ExprRef&) {
                  append(l, column,
                         copyConstructed(l, {"element", element, slot.where}, original, false),
                         slot.where);
                });
  }
  /// [first, last)
  void range(const Expr* first, const Expr* last) {
    const Storing storing(l);
    if (isSlotIterator(first->getType()))
      return forEachBetween(l, first, last, slot.where,
                            [&](const Value& one) { append(l, column, one, slot.where); });
    const std::optional<Elements> from = elementsBetween(l, first, last, slot.where);
    countedLoop(l, ir::integer(0, ir::sizeType()), from->count, toLocation(slot.where),
                [&](const ir::ExprRef& i) { append(l, column, from->at(i), slot.where); });
  }
  void rest(std::uint64_t given) {
    const std::uint64_t length = lengthOf(l, slot.type);
    const bool isMade = heapOf(l, element) && !heapBehind(l, element);
    if (given == 0 && length > 0 && !isMade)
      return fill(l, column, ir::integer(static_cast<std::int64_t>(length), ir::sizeType()),
                  slot.where);
    for (; given < length; ++given)
      append(l, column, defaulted(l, {"element", element, slot.where}), slot.where);
  }

private:
  Lowering& l;
  const Slot& slot;
  Column& column;
  QualType element;
};

bool isNumberOf(const CXXConstructExpr* made) {
  return made->getArg(0)->getType()->isIntegerType() &&
         (made->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(made->getArg(1)));
}

/// {a, b}, of a std::array without the braces of its only member.
const InitListExpr* listOf(const Expr* from, QualType type) {
  const auto* list = dyn_cast_or_null<InitListExpr>(from);
  const bool isNested = list && libraryOf(type) == Library::array && list->getNumInits() == 1;
  return isNested ? dyn_cast<InitListExpr>(list->getInit(0)) : list;
}

/// Is one of the pointers in a list null: `{{"sin", f}, {nullptr, nullptr}}`?
bool listsNull(const Expr* from) {
  std::vector<const Stmt*> work = {from};
  while (!work.empty()) {
    const Stmt* next = work.back();
    work.pop_back();
    if (!next || isa<LambdaExpr>(next))
      continue;
    const auto* cast = dyn_cast<CastExpr>(next);
    const auto* value = dyn_cast<ImplicitValueInitExpr>(next);
    if ((cast && cast->getCastKind() == CK_NullToPointer) ||
        (value && isPointerLike(value->getType())))
      return true;
    if (isa<InitListExpr, ExprWithCleanups, CXXConstructExpr, CastExpr, MaterializeTemporaryExpr,
            CXXBindTemporaryExpr, CXXStdInitializerListExpr>(next))
      work.insert(work.end(), next->child_begin(), next->child_end());
  }
  return false;
}

} // namespace

Column filledColumn(Lowering& l, const Slot& element, const ir::ExprRef& count) {
  Column column = makeColumn(l, element.name, element.type, element.where);
  fill(l, column, l.frozen(count), element.where);
  return column;
}

Value columnOf(Lowering& l, const Slot& slot, const Expr* from) {
  Object object{std::make_shared<ObjectState>()};
  object.state->column = std::make_shared<Column>(
      makeColumn(l, slot.name, elementOfSequence(slot.type.getNonReferenceType()), slot.where,
                 {.mayBeNull = listsNull(from)}));
  Filling filling(l, slot, *object.state->column);
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(from);
  if (const InitListExpr* list = listOf(from, slot.type)) {
    filling.each(list->inits());
    filling.rest(list->getNumInits());
    return object;
  }
  if (!made || made->getNumArgs() == 0 || made->getType()->isArrayType()) {
    if (from && !made && !isa<ImplicitValueInitExpr>(from))
      l.notYet(slot.where, "this initialiser of a vector or an array of objects or pointers",
               "begin with an empty one, and push_back");
    filling.rest(0);
    return object;
  }
  const Expr* first = bare(made->getArg(0));
  const auto* braces = dyn_cast<CXXStdInitializerListExpr>(first);
  const Expr* source = movedObject(first);
  if (braces)
    filling.each(cast<InitListExpr>(bare(braces->getSubExpr()))->inits());
  else if (isNumberOf(made))
    fill(l, *object.state->column, l.frozen(asIndex(rvalue(l, first))), slot.where);
  else if (made->getNumArgs() >= 2 && first->getType()->isIntegerType() &&
           made->getArg(1)->getType()->isRecordType() && !isView(made->getArg(1)->getType()))
    filling.copies(first, made->getArg(1));
  else if (made->getNumArgs() >= 2 &&
           (isPointerLike(first->getType()) || isReversed(first->getType()) ||
            isSlotIterator(first->getType())))
    filling.range(made->getArg(0), made->getArg(1));
  else if (made->getConstructor()->isCopyOrMoveConstructor())
    return copyConstructed(l, slot, source ? glvalue(l, source) : value(l, first),
                           made->getConstructor()->isMoveConstructor());
  else
    l.notYet(slot.where, "this construction of a vector of objects or pointers",
             "begin with an empty one, and push_back");
  return object;
}

namespace {

/// Each vector of one gets the value of the other's.
void assignVectors(Lowering& l, const Column& to, const Column& from, Location at) {
  const auto assign = [&](const std::optional<ir::Place>& target,
                          const std::optional<ir::Place>& source) {
    if (target)
      l.emit(ir::assign(*target, ir::AssignOp::Set, ir::load(*source), at));
  };
  assign(to.values, from.values);
  assign(to.offsets, from.offsets);
  assign(to.sizes, from.sizes);
  assign(to.rows, from.rows);
  assign(to.selectors, from.selectors);
  assign(to.flags, from.flags);
  for (std::size_t i = 0; i < to.members.size(); ++i)
    assignVectors(l, to.members[i], from.members[i], at);
}

/// A copy of pointers that may be null needs to know which are.
void copyFlags(Lowering& l, Column& to, const Column& from, Location at) {
  if (from.flags && !to.flags)
    to.flags = emptyVector(l, "is_set", ir::intType(), at);
  for (std::size_t i = 0; i < to.members.size(); ++i)
    copyFlags(l, to.members[i], from.members[i], at);
}

bool losesFlags(const Column& to, const Column& from) {
  if (from.flags && !to.flags)
    return true;
  for (std::size_t i = 0; i < to.members.size(); ++i)
    if (losesFlags(to.members[i], from.members[i]))
      return true;
  return false;
}

/// What the pointers of a copy may point into.
void copyBases(Column& to, const Column& from) {
  if (from.bases)
    *to.bases = *from.bases;
  for (std::size_t i = 0; i < to.members.size(); ++i)
    copyBases(to.members[i], from.members[i]);
}

bool holdsObjectsOnHeap(Lowering& l, const Column& column) {
  return heapOf(l, column.type) && !heapBehind(l, column.type);
}

/// Do its elements stand for themselves, and point at nothing?
bool isOfValues(Lowering& l, const Column& column) {
  return !column.bases && !column.holdsNumbers && !holdsObjectsOnHeap(l, column) &&
         std::ranges::all_of(column.members,
                             [&](const Column& part) { return isOfValues(l, part); });
}

const Column& columnIn(Lowering& l, const Value& vector, SourceLocation where) {
  const auto* object = std::get_if<Object>(&vector);
  if (!object || !object->state->column)
    l.notYet(where, "the copy of a vector or an array of pointers of the caller's",
             "use a reference");
  return *object->state->column;
}

/// Of an array of optionals of the caller's: an empty one has no value to copy.
Value copiedOptionals(Lowering& l, const Slot& slot, const ir::Place& from) {
  const QualType element = elementOfSequence(slot.type.getNonReferenceType());
  Object copy{std::make_shared<ObjectState>()};
  copy.state->column = std::make_shared<Column>(makeColumn(l, slot.name, element, slot.where));
  for (std::uint64_t i = 0; i < from.type->extent; ++i) {
    const ir::ExprRef index = ir::integer(static_cast<std::int64_t>(i), ir::sizeType());
    const ir::Place original = ir::element(from, {index});
    const Value one = zeroed(l, {"element", element, slot.where});
    ir::Block held = l.collect([&] { assignObject(l, element, one, original, slot.where); });
    const ir::ExprRef has = loaded(l, tupleElement(l, original, 0, slot.where), slot.where);
    l.emit({toLocation(slot.where), ir::If{has, std::move(held), {}}});
    append(l, *copy.state->column, one, slot.where);
  }
  return copy;
}

} // namespace

void assignColumn(Lowering& l, QualType type, const Value& to, const Value& from,
                  SourceLocation where) {
  const Column &target = columnIn(l, to, where), &source = columnIn(l, from, where);
  const QualType element = elementOfSequence(type.getNonReferenceType());
  if (!heapBehind(l, element) && !isFunctionVariable(element) && !isOfValues(l, target))
    l.notYet(where, "the copy of a vector of '" + l.types.of(element)->spelling + "'",
             "use a reference");
  if (losesFlags(target, source))
    l.notYet(where,
             "the assignment of a vector of pointers that may be null, to one that never was",
             "declare it as a copy");
  assignVectors(l, target, source, toLocation(where));
  if (libraryOf(element) == Library::uniquePtr)
    afterMove(l, element, from, where);
}

Value copiedColumn(Lowering& l, const Slot& slot, const Value& from) {
  const QualType element = elementOfSequence(slot.type.getNonReferenceType());
  if (const auto* place = std::get_if<ir::Place>(&from);
      place && place->type->is(ir::TypeKind::Array) && libraryOf(element) == Library::optional)
    return copiedOptionals(l, slot, *place);
  const Column& source = columnIn(l, from, slot.where);
  if (holdsObjectsOnHeap(l, source) ||
      (source.holdsNumbers && !heapBehind(l, element) && !isFunctionVariable(element)))
    l.notYet(slot.where, "the copy of a vector of '" + l.types.of(element)->spelling + "'",
             "use a reference");
  Object copy{std::make_shared<ObjectState>()};
  copy.state->column = std::make_shared<Column>(makeColumn(l, slot.name, element, slot.where));
  copyBases(*copy.state->column, source);
  copyFlags(l, *copy.state->column, source, toLocation(slot.where));
  assignVectors(l, *copy.state->column, source, toLocation(slot.where));
  if (libraryOf(element) == Library::uniquePtr)
    afterMove(l, element, from, slot.where);
  return copy;
}

} // namespace treelize::front
