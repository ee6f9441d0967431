// Vectors and arrays of pointers, of spans, of functions, and of objects that hold some: the kernel
// language has no such elements, so that every member gets a vector of its own, and so does every
// part of a pointer.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/PointerBases.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/UnknownClass.h"

namespace treelize::front {

using namespace clang;

const ir::Place& anyVector(const Column& column) {
  if (!column.members.empty())
    return anyVector(column.members.front());
  return column.values ? *column.values : *column.offsets;
}

void forEachVector(const Column& column, const std::function<void(const ir::Place&)>& use) {
  for (const std::optional<ir::Place>& vector :
       {column.values, column.offsets, column.sizes, column.rows, column.selectors, column.flags})
    if (vector)
      use(*vector);
  for (const Column& member : column.members)
    forEachVector(member, use);
}

void collectVectors(Column& column, std::vector<ir::Place*>& vectors) {
  for (std::optional<ir::Place>* vector : {&column.values, &column.offsets, &column.sizes,
                                           &column.rows, &column.selectors, &column.flags})
    if (*vector)
      vectors.push_back(&**vector);
  for (Column& member : column.members)
    collectVectors(member, vectors);
}

void drop(Lowering& l, const Column& column, Location at) {
  forEachVector(column, [&](const ir::Place& vector) { l.emit(ir::drop(vector, at)); });
}

namespace {

/// The vectors that a pointer's parts stand in; for an element those of the element.
MovingView::State pointerIn(const Column& column, const ir::ExprRef& index) {
  const auto part = [&](const std::optional<ir::Place>& vector) {
    return vector ? std::optional(ir::element(*vector, {index})) : std::nullopt;
  };
  MovingView::State state;
  state.bases = column.bases;
  state.offset = *part(column.offsets);
  state.size = part(column.sizes);
  state.row = part(column.rows);
  state.selector = part(column.selectors);
  state.isSet = part(column.flags);
  state.isElement = true;
  return state;
}

void appendView(Lowering& l, Column& column, const View& view, SourceLocation where) {
  if (view.isSet && !column.flags)
    l.notYet(where, "a vector of pointers that may be null", "keep indices, and -1 for none");
  if (!view.isNull() && !view.base.type)
    l.notYet(where, "a vector of pointers to pointers", "keep indices");
  const Location at = toLocation(where);
  const ir::TypeRef& number = l.types.offsetType();
  MovingView::State state = pointerIn(column, ir::integer(0));
  const NewBase base =
      view.isNull() ? NewBase{ir::integer(0), nullptr} : newBase(l, state, view, where);
  l.emit(ir::append(*column.offsets,
                    view.offset ? converted(view.offset, number) : ir::integer(0, number), at));
  l.emit(ir::append(*column.rows, base.row ? converted(base.row, number) : ir::integer(0, number),
                    at));
  l.emit(ir::append(*column.selectors, base.selector, at));
  if (column.sizes)
    l.emit(ir::append(*column.sizes, converted(view.size, ir::sizeType()), at));
  if (column.flags)
    l.emit(ir::append(*column.flags, converted(isSet(l, view, where), ir::intType()), at));
}

Value numbered(Lowering& l, const Column& column, ir::Place element) {
  if (isFunctionVariable(column.type))
    return element;
  if (const HeapGroup* heap = heapBehind(l, column.type))
    return HeapPointer{std::move(element), heap};
  if (const HeapGroup* heap = heapOf(l, column.type))
    return column.type->isReferenceType()
               ? Value(HeapPointer{std::move(element), heap})
               : heapObject(l, heap, ir::load(element),
                            column.type->getAsCXXRecordDecl()->getDefinition());
  Object object{std::make_shared<ObjectState>()};
  object.state->column = std::make_shared<Column>();
  object.state->column->type = elementOfSequence(column.type);
  object.state->column->values = std::move(element);
  object.state->column->holdsNumbers = true;
  return object;
}

Column& columnIn(const Value& vector) {
  return *std::get<Object>(vector).state->column;
}

} // namespace

Value newElement(Lowering& l, const Growth& call, const Column& column) {
  const bool isOne = call.arguments.size() == 1 &&
                     l.ast.hasSameUnqualifiedType(
                         call.arguments[0]->getType().getNonReferenceType(), call.element);
  if (isFunctionVariable(column.type) && call.arguments.size() == 1)
    return functionFor(l, call.arguments[0], column.type, call.where);
  if (heapBehind(l, column.type) && call.arguments.size() == 1)
    return movedView(l, call.arguments[0]);
  if (isOne && heapOf(l, column.type))
    return madeOnHeap(l, {"element", column.type, call.where}, call.arguments[0]);
  if (isOne && copiesByHand(l, column.type) && bare(call.arguments[0])->isGLValue())
    return copyConstructed(l, {"element", column.type, call.where}, glvalue(l, call.arguments[0]),
                           call.arguments[0]->isXValue());
  if ((isView(column.type) || (isOne && !column.members.empty())) && call.arguments.size() == 1)
    return value(l, call.arguments[0]);
  const Expr* made = l.options.construction
                         ? l.options.construction(call.element, call.arguments, call.where)
                         : nullptr;
  if (!made)
    l.notYet(call.where, "'" + call.name + "' with these arguments",
             "use push_back with an object");
  return initialized(l, {"element", call.element, call.where}, made);
}

ir::ExprRef elementNumber(Lowering& l, const Column& column, const Value& element,
                          SourceLocation where) {
  if (isFunctionVariable(column.type))
    return functionNumber(l, column.type, element, where);
  if (heapBehind(l, column.type))
    return heapNumber(l, nullableViewOf(l, element, where), where);
  const auto* object = std::get_if<Object>(&element);
  if (!object || (!object->state->number && !object->state->column))
    l.notYet(where, "a copy here of '" + l.types.of(column.type)->spelling +
                        "', objects of which are pointed at,",
             "push_back the object itself, or 'T(object)', one by one");
  const ObjectState& state = *object->state;
  return state.heap ? state.number : ir::load(*state.column->values);
}

/// A vector of such vectors, and so on.
static ir::TypeRef wrapped(ir::TypeRef type, unsigned depth) {
  for (; depth > 0; --depth)
    type = ir::vectorOf(type);
  return type;
}

ir::Place emptyVector(Lowering& l, const std::string& name, const ir::TypeRef& element,
                      Location at) {
  const ir::TypeRef type = ir::vectorOf(element);
  const ir::VarId id = l.addLocal(name, type, {}, at);
  l.emit(ir::declare(id, ir::construct(type, {}, at), at));
  return l.placeOf(id);
}

/// A vector holds no T[n]: std::array<T, n>.
static ir::TypeRef heldType(const ir::TypeRef& type) {
  if (!type->isBuiltinArray)
    return type;
  auto held = std::make_shared<ir::Type>(*type);
  held->isBuiltinArray = false;
  held->element = heldType(type->element);
  held->spelling =
      "std::array<" + held->element->spelling + ", " + std::to_string(held->extent) + ">";
  return held;
}

using Classes = std::set<const CXXRecordDecl*>; // for look-ups only

/// The vectors of so many vectors of such elements, which are parts of objects of those classes.
static Column columnsOf(Lowering& l, const std::string& name, QualType type, SourceLocation where,
                        const Motion& motion, unsigned depth, Classes owners = {}) {
  refuseUnequalCopies(l, type, where);
  if (const CXXRecordDecl* own = type->getAsCXXRecordDecl();
      own && dissolves(l, type) && !owners.insert(own->getCanonicalDecl()).second)
    l.notYet(where, "an object of a class that holds a vector of its own class",
             "hold the parts by std::unique_ptr, or by their indices in one vector");
  Column column;
  column.type = type.getUnqualifiedType();
  const Location at = toLocation(where);
  const bool isFunction = isFunctionVariable(type) && !type->isReferenceType();
  const bool isNumbered =
      isFunction || heapBehind(l, type) || heapOf(l, type) || holdsHeapNumbers(l, type);
  if (depth > 0 && (isNumbered || isView(type)))
    l.notYet(where, "a vector of vectors of objects that hold pointers, spans or functions",
             "keep its members in vectors of their own");
  if (isNumbered) {
    column.values = emptyVector(l, name, numberType(l, type), at);
    column.holdsNumbers = true;
    return column;
  }
  if (type->isArrayType() && dissolves(l, type))
    l.notYet(where,
             "an array of pointers or objects as a member of a class whose objects are elements of "
             "a vector",
             "use std::array");
  if (type->isReferenceType() || isClosure(type))
    l.notYet(where, "a vector of objects that hold references or lambdas",
             "hold pointers, or indices");
  if (isMatrixView(type))
    l.notYet(where, "a vector of objects that hold views of matrices", "hold pointers, or indices");
  if (isView(type)) {
    column.offsets = emptyVector(l, name, l.types.offsetType(), at);
    column.rows = emptyVector(l, name + "_row", l.types.offsetType(), at);
    column.selectors = emptyVector(l, name + "_base", ir::intType(), at);
    column.bases = std::make_shared<Bases>(Bases{name, {}, false, l.loopDepth, &l.kernel});
    if (motion.block)
      addBase(*column.bases, *motion.block);
    if (libraryOf(type) == Library::span)
      column.sizes = emptyVector(l, name + "_size", ir::sizeType(), at);
    if (motion.mayBeNull || isOwner(type))
      column.flags = emptyVector(l, name + "_is_set", ir::intType(), at);
    return column;
  }
  if (!dissolves(l, type)) {
    column.values = emptyVector(l, name, wrapped(heldType(l.types.of(type)), depth), at);
    return column;
  }
  if (libraryOf(type) == Library::vector && isColumnType(l, type)) {
    Column rows = columnsOf(l, name, elementOfSequence(type), where, {}, depth + 1, owners);
    rows.type = column.type;
    ++rows.depth;
    return rows;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record->isEmpty())
    return column;
  static const std::set<Library> ofElements = {Library::optional, Library::variant, Library::tuple,
                                               Library::pair};
  if (ofElements.contains(libraryOf(type))) {
    for (const QualType element : elementTypes(l, type))
      column.members.push_back(columnsOf(l, name + "_" + std::to_string(column.members.size()),
                                         element, where, {}, depth, owners));
    return column;
  }
  const bool hasParts =
      std::ranges::any_of(record->getDefinition()->bases(), [](const CXXBaseSpecifier& base) {
        return !base.getType()->getAsCXXRecordDecl()->isEmpty();
      });
  if (const std::optional<UnknownClass> reason = unknownClass(type))
    l.notYet(where, reason->what, reason->remedy);
  if (libraryOf(type) != Library::none || hasParts)
    l.notYet(where, "a vector of '" + l.types.of(type)->spelling + "'",
             "keep its members in vectors of their own");
  for (const FieldDecl* field : ownMembers(record->getDefinition())) {
    refuseApart(l, field, where);
    Motion moved = motionOf(l, field);
    moved.mayBeNull = moved.mayBeNull || motion.mayBeNull;
    column.fields.push_back(field);
    column.members.push_back(
        columnsOf(l, memberName(name, field), field->getType(), where, moved, depth, owners));
  }
  return column;
}

Column makeColumn(Lowering& l, const std::string& name, QualType type, SourceLocation where,
                  const Motion& motion) {
  return columnsOf(l, name, type, where, motion, 0);
}

static void appendArray(Lowering& l, const ir::Place& values, const ir::Place& array,
                        SourceLocation where) {
  const Location at = toLocation(where);
  const ir::ExprRef index = l.keep(ir::size(values, at), "index");
  l.emit(ir::append(values, nullptr, at));
  copyArray(l, ir::element(values, {index}), array, at);
}

/// Each of the vectors gets the one of the element that holds the same.
static void appendVectors(Lowering& l, const Column& column, const Column& element, Location at) {
  std::vector<ir::Place> sources;
  forEachVector(element, [&](const ir::Place& vector) { sources.push_back(vector); });
  std::size_t next = 0;
  forEachVector(column, [&](const ir::Place& vector) {
    l.emit(ir::append(vector, ir::load(sources.at(next++)), at));
  });
}

/// An element that is such a vector itself.
static Column rowOf(const Column& column, const ir::ExprRef& index) {
  Column row = column;
  const auto narrow = [&](std::optional<ir::Place>& vector) {
    if (vector)
      vector = ir::element(*vector, {index});
  };
  for (std::optional<ir::Place>* vector :
       {&row.values, &row.offsets, &row.sizes, &row.rows, &row.selectors, &row.flags})
    narrow(*vector);
  for (Column& member : row.members)
    member = rowOf(member, index);
  return row;
}

void append(Lowering& l, Column& column, const Value& element, SourceLocation where) {
  if (column.depth > 0)
    return appendVectors(l, column, columnIn(element), toLocation(where));
  if (column.offsets)
    return appendView(l, column,
                      column.flags ? nullableViewOf(l, element, where) : viewOf(l, element, where),
                      where);
  if (column.holdsNumbers)
    return l.emit(
        ir::append(*column.values, elementNumber(l, column, element, where), toLocation(where)));
  if (column.values && column.type->isArrayType())
    return appendArray(l, *column.values, placeFor(l, element, where), where);
  if (column.values)
    return l.emit(ir::append(*column.values,
                             converted(loaded(l, element, where), column.values->type->element),
                             toLocation(where)));
  if (libraryOf(column.type) == Library::optional && mayBeEmpty(l, element, where))
    return append(l, column, copiedOptional(l, {"element", column.type, where}, element), where);
  for (std::size_t i = 0; i < column.members.size(); ++i)
    append(l, column.members[i],
           column.fields.empty() ? tupleElement(l, element, i, where)
                                 : member(l, element, column.fields[i], where),
           where);
}

Value elementOf(Lowering& l, const Column& column, const ir::ExprRef& index, SourceLocation where) {
  if (column.depth > 0) {
    Object row{std::make_shared<ObjectState>()};
    row.state->column = std::make_shared<Column>(rowOf(column, index));
    row.state->column->type = elementOfSequence(column.type);
    --row.state->column->depth;
    return row;
  }
  if (column.holdsNumbers)
    return numbered(l, column, ir::element(*column.values, {index}));
  if (column.values)
    return ir::element(*column.values, {index});
  if (column.offsets)
    return MovingView{std::make_shared<MovingView::State>(pointerIn(column, index))};
  Object object{std::make_shared<ObjectState>()};
  for (std::size_t i = 0; i < column.members.size(); ++i) {
    Value part = elementOf(l, column.members[i], index, where);
    if (column.fields.empty())
      object.state->elements.push_back(std::move(part));
    else
      object.state->members[column.fields[i]] = std::move(part);
  }
  return object;
}

bool isColumn(const Value& value) {
  const auto* object = std::get_if<Object>(&value);
  return object && object->state->column;
}

Value elementIn(Lowering& l, const std::shared_ptr<Column>& column, const ir::ExprRef& index,
                SourceLocation where) {
  Value element = elementOf(l, *column, index, where);
  if (auto* object = std::get_if<Object>(&element);
      object && !object->state->column && !object->state->heap) {
    object->state->home = column;
    object->state->index = index;
  }
  return element;
}

Value columnElement(Lowering& l, const Value& vector, const ir::ExprRef& index,
                    SourceLocation where) {
  return elementIn(l, std::get<Object>(vector).state->column, l.frozen(index), where);
}

ir::ExprRef columnSize(const Value& vector, SourceLocation where) {
  return ir::size(anyVector(columnIn(vector)), toLocation(where));
}

void replaceColumn(Lowering& l, const Value& to, const Value& from, SourceLocation where) {
  const Location at = toLocation(where);
  const ir::ExprRef none = ir::integer(0, ir::sizeType());
  countedLoop(l, none, l.keep(columnSize(to, where), "present"), at,
              [&](const ir::ExprRef&) { drop(l, columnIn(to), at); });
  countedLoop(l, none, columnSize(from, where), at, [&](const ir::ExprRef& i) {
    append(l, columnIn(to), elementOf(l, columnIn(from), i, where), where);
  });
}

std::optional<Value> columnCall(Lowering& l, const Growth& call, const Value& vector) {
  static const std::set<llvm::StringRef> readers = {
      "operator[]", "operator=", "size",  "empty",  "front", "back", "reserve", "shrink_to_fit",
      "at",         "data",      "begin", "cbegin", "end",   "cend", "swap"};
  if (readers.contains(call.name))
    return std::nullopt;
  Column& column = columnIn(vector);
  if (call.name == "pop_back") {
    drop(l, column, toLocation(call.where));
    return Value();
  }
  const Storing storing(l);
  if (call.name == "clear" && column.holdsNumbers) {
    emptyNumbers(l, *column.values, call.where);
    return Value();
  }
  if (std::optional<Value> changed = columnGrowth(l, call, vector))
    return changed;
  if (call.name != "push_back" && call.name != "emplace_back")
    l.notYet(call.where,
             "'" + call.name + "' of a vector of pointers, spans or objects that hold some",
             "use push_back, indices and a loop");
  append(l, column, newElement(l, call, column), call.where);
  if (call.name == "push_back")
    return Value();
  const ir::ExprRef one = ir::integer(1, ir::sizeType());
  const ir::ExprRef last = ir::apply(ir::Op::sub, {columnSize(vector, call.where), one},
                                     ir::sizeType(), toLocation(call.where));
  return elementOf(l, column, l.frozen(last), call.where);
}

} // namespace treelize::front
