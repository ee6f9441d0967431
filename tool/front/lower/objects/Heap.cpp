#include "front/lower/objects/Heap.h"

#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

/// The class that gives the heap its name: it has no base.
const CXXRecordDecl* rootOf(const HeapGroup& group) {
  return *std::ranges::find_if(
      group.classes, [](const CXXRecordDecl* record) { return record->getNumBases() == 0; });
}

std::string nameOf(const FieldDecl* field) {
  return ownerOf(field)->getNameAsString() + "_" + field->getNameAsString();
}

Heap opened(Lowering& l, const HeapGroup& group) {
  Heap heap;
  for (const CXXRecordDecl* record : group.classes)
    for (const FieldDecl* field : ownMembers(record)) {
      heap.fields.push_back(field);
      heap.members.push_back(makeColumn(l, nameOf(field), field->getType(), field->getLocation()));
    }
  if (group.constructed.size() > 1 || heap.fields.empty())
    heap.kinds = emptyVector(l, rootOf(group)->getNameAsString() + "_kind", ir::intType(),
                             toLocation(rootOf(group)->getLocation()));
  return heap;
}

/// Elements that nobody will read.
void appendNothing(Lowering& l, Column& column, Location at) {
  std::vector<ir::Place*> vectors;
  collectVectors(column, vectors);
  for (const ir::Place* vector : vectors)
    l.emit(ir::append(*vector, nullptr, at));
}

QualType pointeeOf(QualType pointer) {
  if (pointer->isPointerType())
    return pointer->getPointeeType();
  return isOwner(pointer) ? elementOfVector(pointer) : QualType();
}

const HeapGroup* heapOfElement(Lowering& l, QualType type) {
  if (const HeapGroup* heap = heapBehind(l, type))
    return heap;
  return heapOf(l, type);
}

} // namespace

QualType elementOfSequence(QualType type) {
  if (type->isArrayType())
    return QualType(type->getArrayElementTypeNoTypeQual(), 0);
  const Library library = libraryOf(type);
  return library == Library::vector || library == Library::array ? elementOfVector(type)
                                                                 : QualType();
}

void openHeaps(Lowering& l) {
  ir::Block declarations = l.collect([&] {
    for (const HeapGroup& group : *l.heapGroups)
      l.heaps[&group] = std::make_shared<Heap>(opened(l, group));
  });
  std::ranges::move(declarations, std::back_inserter(l.globals));
}

std::vector<ir::Place*> vectorsOf(Lowering& l) {
  std::vector<ir::Place*> vectors;
  for (const HeapGroup& group : *l.heapGroups) {
    Heap& heap = *l.heaps.at(&group);
    for (Column& member : heap.members)
      collectVectors(member, vectors);
    if (heap.kinds)
      vectors.push_back(&*heap.kinds);
  }
  return vectors;
}

void copyHeaps(const Lowering& from, Lowering& to) {
  to.heapGroups = from.heapGroups;
  for (const auto& [group, heap] : from.heaps)
    to.heaps[group] = std::make_shared<Heap>(*heap);
}

const HeapGroup* heapOf(Lowering& l, QualType type) {
  const CXXRecordDecl* record =
      type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !l.heapGroups)
    return nullptr;
  for (const HeapGroup& group : *l.heapGroups)
    for (const CXXRecordDecl* member : group.classes)
      if (member->getCanonicalDecl() == record->getCanonicalDecl())
        return &group;
  return nullptr;
}

const HeapGroup* heapBehind(Lowering& l, QualType pointer) {
  return heapOf(l, pointeeOf(pointer.getNonReferenceType()));
}

bool holdsHeapNumbers(Lowering& l, QualType type) {
  const QualType element = elementOfSequence(type.getNonReferenceType());
  return !element.isNull() &&
         (heapOfElement(l, element) || isFunctionVariable(element) || holdsHeapNumbers(l, element));
}

ir::TypeRef numberType(Lowering& l, QualType element) {
  if (isFunctionVariable(element))
    return ir::intType();
  return heapOfElement(l, element) ? l.types.offsetType()
                                   : ir::vectorOf(numberType(l, elementOfSequence(element)));
}

View heapView(const HeapGroup* heap, ir::ExprRef number) {
  View view;
  view.heap = heap;
  view.offset = std::move(number);
  return view;
}

ir::ExprRef noObject(Lowering& l) {
  return ir::integer(-1, l.types.offsetType());
}

ir::ExprRef heapNumber(Lowering& l, const View& pointer, SourceLocation where) {
  if (pointer.isNull())
    return noObject(l);
  if (!pointer.heap)
    l.notYet(where, "a pointer to an object of the caller's among pointers to those of the kernel",
             "copy the object");
  return pointer.offset;
}

Value heapObject(Lowering& l, const HeapGroup* group, const ir::ExprRef& number,
                 const CXXRecordDecl* exactly) {
  const Heap& heap = *l.heaps.at(group);
  Object object{std::make_shared<ObjectState>()};
  object.state->heap = group;
  object.state->number = number;
  object.state->exactly = exactly;
  for (std::size_t i = 0; i < heap.fields.size(); ++i)
    if (!exactly || isOrDerivesFrom(exactly, cast<CXXRecordDecl>(heap.fields[i]->getParent())))
      object.state->members[heap.fields[i]] =
          elementOf(l, heap.members[i], number, heap.fields[i]->getLocation());
  return object;
}

/// Members that no initialiser names, or that are copied, become objects of a heap themselves, if
/// theirs is such a class: before the object, whose numbers would mix with theirs.
static Value withPlacedParts(Lowering& l, const Slot& slot, const Heap& heap, const Value& made) {
  const auto* object = std::get_if<Object>(&made);
  if (!object)
    return made;
  Object result{std::make_shared<ObjectState>(*object->state)};
  for (const FieldDecl* field : heap.fields) {
    const auto known = result.state->members.find(field);
    const auto* part =
        known == result.state->members.end() ? nullptr : std::get_if<Object>(&known->second);
    if (part && !part->state->heap && heapOf(l, field->getType()))
      known->second = placedOnHeap(l, memberSlot(l, slot, field), [&] { return *part; });
  }
  return result;
}

Value madeOnHeap(Lowering& l, const Slot& slot, const Expr* init) {
  return placedOnHeap(l, slot, [&] { return init ? objectOf(l, slot, init) : zeroed(l, slot); });
}

Value placedOnHeap(Lowering& l, const Slot& slot, const std::function<Value()>& make) {
  refuseDestructor(l, slot.type, slot.where);
  const HeapGroup* group = heapOf(l, slot.type);
  Heap& heap = *l.heaps.at(group);
  const Location at = toLocation(slot.where);
  const CXXRecordDecl* record =
      slot.type.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
  const auto kind = std::ranges::find(group->constructed, record);
  if (kind == group->constructed.end())
    l.notYet(slot.where,
             "an object of the class '" + l.types.qualifiedName(record) + "', made in this way,",
             "make it by 'new', or as a variable with a name");
  const Value made = withPlacedParts(l, slot, heap, make());
  std::vector<ir::Place*> vectors;
  for (Column& member : heap.members)
    collectVectors(member, vectors);
  const ir::Place& counted = heap.kinds ? *heap.kinds : *vectors.front();
  const ir::ExprRef number =
      l.keep(converted(ir::size(counted, at), l.types.offsetType()), slot.name);
  for (std::size_t i = 0; i < heap.fields.size(); ++i)
    if (isOrDerivesFrom(record, cast<CXXRecordDecl>(heap.fields[i]->getParent())))
      append(l, heap.members[i], member(l, made, heap.fields[i], slot.where), slot.where);
    else
      appendNothing(l, heap.members[i], at);
  if (heap.kinds)
    l.emit(ir::append(*heap.kinds, ir::integer(kind - group->constructed.begin()), at));
  return heapObject(l, group, number, record);
}

Value heapPointer(Lowering& l, const Slot& slot, const View& start) {
  const HeapGroup* heap = heapBehind(l, slot.type);
  const Location at = toLocation(slot.where);
  ir::ExprRef number = heapNumber(l, start, slot.where);
  if (!slot.isWritten && l.isStable(number))
    return heapView(heap, std::move(number));
  const ir::VarId id = l.addLocal(slot.name, l.types.offsetType(),
                                  {.isConst = !slot.isWritten, .isStable = !slot.isWritten}, at);
  l.emit(ir::declare(id, std::move(number), at));
  return HeapPointer{l.placeOf(id), heap};
}

Value heapPointer(Lowering& l, const Slot& slot, const Expr* init) {
  return heapPointer(l, slot, init ? movedView(l, init) : View{});
}

void emptyNumbers(Lowering& l, const ir::Place& vector, SourceLocation where) {
  const Location at = toLocation(where);
  const ir::ExprRef empty = l.keep(ir::construct(vector.type, {}, at), "empty");
  l.emit(ir::assign(vector, ir::AssignOp::Set, empty, at));
}

const Expr* movedObject(const Expr* expr) {
  const auto* call = dyn_cast<CallExpr>(bare(expr)->IgnoreImpCasts());
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool isMove = callee && callee->isInStdNamespace() &&
                      callee->getDeclName().isIdentifier() && callee->getName() == "move" &&
                      call->getNumArgs() == 1;
  return isMove ? call->getArg(0) : nullptr;
}

View movedView(Lowering& l, const Expr* expr) {
  const bool isKnown = isOwner(expr->getType()) || heapBehind(l, expr->getType());
  const Expr* source = isKnown ? movedObject(expr) : nullptr;
  if (!source)
    return nullableView(l, expr);
  const Value from = glvalue(l, source);
  View taken = nullableViewOf(l, from, expr->getExprLoc());
  if (!isOwner(expr->getType()))
    return taken;
  if (taken.heap)
    taken.offset = l.keep(taken.offset, "taken");
  else if (taken.isSet)
    taken.isSet = l.frozen(taken.isSet);
  afterMove(l, expr->getType(), from, expr->getExprLoc());
  return taken;
}

/// A std::unique_ptr cannot be copied: whatever takes its value empties it.
void afterMove(Lowering& l, QualType type, const Value& from, SourceLocation where) {
  if (!isOwner(type))
    return;
  if (const auto* pointer = std::get_if<HeapPointer>(&from))
    l.emit(ir::assign(pointer->number, ir::AssignOp::Set, noObject(l), toLocation(where)));
  if (const auto* object = std::get_if<Object>(&from); object && object->state->column)
    emptyNumbers(l, *object->state->column->values, where);
  if (std::holds_alternative<MovingView>(from)) {
    View none;
    none.isSet = ir::boolean(false);
    moveView(l, from, none, where);
  }
}

View dynamicCast(Lowering& l, const View& pointer, QualType type, SourceLocation where) {
  const Location at = toLocation(where);
  const CXXRecordDecl* wanted =
      pointeeOf(type).isNull() ? nullptr : pointeeOf(type)->getAsCXXRecordDecl();
  if (!pointer.heap || !wanted || !wanted->hasDefinition())
    l.notYet(where, "run-time type information", "ask by a virtual function, or by a 'dynamic_cast' of a pointer to an object that the kernel has made");
  const ir::ExprRef number = l.frozen(pointer.offset);
  const std::optional<ir::Place>& kinds = l.heaps.at(pointer.heap)->kinds;
  ir::ExprRef isOne;
  for (std::size_t i = 0; i < pointer.heap->constructed.size(); ++i) {
    if (!isOrDerivesFrom(pointer.heap->constructed[i], wanted->getDefinition()))
      continue;
    ir::ExprRef isThis = kinds ? ir::apply(Op::eq_,
                                           {ir::load(ir::element(*kinds, {number})),
                                            ir::integer(static_cast<std::int64_t>(i))},
                                           ir::boolType(), at)
                               : ir::boolean(true);
    isOne = isOne ? ir::apply(Op::lor_, {std::move(isOne), std::move(isThis)}, ir::boolType(), at)
                  : std::move(isThis);
  }
  if (!isOne)
    return heapView(pointer.heap, noObject(l));
  const ir::ExprRef found =
      ir::apply(Op::land_, {isSet(l, heapView(pointer.heap, number), where), std::move(isOne)},
                ir::boolType(), at);
  return heapView(pointer.heap, ir::select(found, number, noObject(l), at));
}

Value ownerCall(Lowering& l, const CXXMemberCallExpr* call, const std::string& name) {
  const SourceLocation where = call->getExprLoc();
  const Value owner = glvalue(l, call->getImplicitObjectArgument());
  View held = nullableViewOf(l, owner, where);
  if (name == "get")
    return held;
  if (isa<CXXConversionDecl>(call->getMethodDecl()))
    return isSet(l, held, where);
  if (name == "reset") {
    const Storing storing(l);
    moveView(l, owner, call->getNumArgs() == 0 ? View{} : nullableView(l, call->getArg(0)), where);
    return Value();
  }
  if (name == "release" && held.heap) {
    held.offset = l.keep(held.offset, "released");
    moveView(l, owner, View{}, where);
    return held;
  }
  if (name == "swap") {
    swapViews(l, owner, glvalue(l, call->getArg(0)), where);
    return Value();
  }
  l.notYet(where, "'" + name + "' of an owning pointer", "use it as a pointer");
}

} // namespace treelize::front
