// Memory that a kernel allocates: variables of the kernel, or blocks among many that are numbered.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

static bool isBlockElement(const ir::Type& type) {
  return type.defaultConstructible && !type.isBuiltinArray && !type.is(TypeKind::Opaque) &&
         !type.is(TypeKind::Bool);
}

static ir::TypeRef blockType(Lowering& l, QualType element, SourceLocation where) {
  const ir::TypeRef type = ir::vectorOf(l.types.of(element));
  if (!isBlockElement(*type->element))
    l.notYet(where, "an array of '" + type->element->spelling + "' on the heap",
             "use a std::vector of numbers");
  return type;
}

static ir::Place blocksOf(Lowering& l, QualType element, SourceLocation where) {
  const ir::TypeRef type = blockType(l, element, where);
  const auto [known, isNew] = l.blocks.try_emplace(type->element->spelling);
  if (isNew)
    std::ranges::move(
        l.collect([&] { known->second = emptyVector(l, "blocks", type, toLocation(where)); }),
        std::back_inserter(l.globals));
  return known->second;
}

ir::Place anyBlock(Lowering& l, QualType element, SourceLocation where) {
  return ir::element(blocksOf(l, element, where), {ir::integer(0)});
}

/// Where others may keep it for longer than its first variable: one of many blocks that are
/// numbered.
static View storedArray(Lowering& l, QualType element, ir::ExprRef count, SourceLocation where) {
  const Location at = toLocation(where);
  if (l.ownFrames > 0)
    l.notYet(where, "memory from 'new' that a recursive function stores", "use a std::vector");
  const ir::Place blocks = blocksOf(l, element, where);
  const ir::ExprRef number = l.keep(converted(ir::size(blocks, at), l.types.offsetType()), "block");
  l.emit(
      ir::append(blocks, ir::construct(blocks.type->element, {asIndex(std::move(count))}, at), at));
  return View{ir::element(blocks, {number}), nullptr, nullptr};
}

View allocatedArray(Lowering& l, QualType element, ir::ExprRef count, SourceLocation where) {
  if (isColumnElement(l, element)) {
    View view;
    view.column = std::make_shared<Column>(
        filledColumn(l, {"block", element, where}, asIndex(std::move(count))));
    return view;
  }
  if (l.storesPointer)
    return storedArray(l, element, std::move(count), where);
  const ir::TypeRef type = blockType(l, element, where);
  const Location at = toLocation(where);
  const ir::VarId block = l.addLocal("block", type, {}, at);
  l.emit(ir::declare(block, ir::construct(type, {asIndex(std::move(count))}, at), at));
  l.allocated.insert(block.index);
  return View{l.placeOf(block), nullptr, nullptr};
}

View allocatedObject(Lowering& l, QualType type, const Expr* initializer, SourceLocation where) {
  const bool canBeNumbered = isBlockElement(*l.types.of(type)) && l.ownFrames == 0;
  if (l.storesPointer && (canBeNumbered || l.loopDepth > 0)) {
    const View block = storedArray(l, type, ir::integer(1, ir::sizeType()), where);
    if (initializer) {
      const Value first = dereference(l, block, ir::integer(0), where);
      Destination to{placeFor(l, first, where), /*isFresh=*/false, toLocation(where)};
      construct(l, to, initializer);
    }
    return block;
  }
  const ir::Place place = placeFor(l, initialized(l, {"object", type, where}, initializer), where);
  l.allocated.insert(place.base.index);
  return View{place, nullptr, nullptr, /*isObject=*/true};
}

/// An array that is shorter than the list of its first elements is not made.
static void checkLength(Lowering& l, const CXXNewExpr* made, const ir::ExprRef& count,
                        unsigned given) {
  const SourceLocation where = made->getExprLoc();
  Expr::EvalResult known;
  if (given == 0 || ((*made->getArraySize())->EvaluateAsInt(known, l.ast) &&
                     known.Val.getInt().getZExtValue() >= given))
    return;
  const ir::ExprRef least = converted(ir::integer(given), count->type);
  throwFromLibraryIf(l, ir::apply(ir::Op::lt_, {count, least}, ir::boolType(), toLocation(where)),
                     {{"bad_array_new_length", "bad_alloc", "exception"}}, where);
}

View allocated(Lowering& l, const CXXNewExpr* made) {
  const SourceLocation where = made->getExprLoc();
  const QualType element = made->getAllocatedType();
  if (!made->isArray() && made->getNumPlacementArgs() == 0 && heapOf(l, element))
    return heapView(heapOf(l, element), std::get<Object>(madeOnHeap(l, {"object", element, where},
                                                                    made->getInitializer()))
                                            .state->number);
  if (made->getNumPlacementArgs() > 0 || (!made->isArray() && dissolves(l, element)))
    l.notYet(where, "this form of 'new'", "use a std::vector");
  if (!made->isArray())
    return allocatedObject(l, element, made->getInitializer(), where);
  const Expr* init = made->getInitializer() ? bare(made->getInitializer()) : nullptr;
  const auto* list = dyn_cast_or_null<InitListExpr>(init);
  if (init && !list && !isa<ImplicitValueInitExpr, CXXConstructExpr>(init))
    l.notYet(where, "'new' with this initialiser", "use a std::vector");
  ir::ExprRef count = l.frozen(rvalue(l, *made->getArraySize()));
  if (list)
    checkLength(l, made, count, list->getNumInits());
  const View block = allocatedArray(l, element, std::move(count), where);
  for (unsigned i = 0; list && i < list->getNumInits(); ++i) {
    const Value place = dereference(l, block, ir::integer(i), where);
    Destination to{placeFor(l, place, where), /*isFresh=*/false, toLocation(where)};
    construct(l, to, list->getInit(i));
  }
  return block;
}

} // namespace treelize::front
