#include "front/lower/library/Elements.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/HeapPlan.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

Elements elementsAt(Lowering& l, const View& start, ExprRef count, SourceLocation where) {
  return {std::move(count),
          [&l, start, where](const ExprRef& i) { return dereference(l, start, i, where); }};
}

ExprRef countOf(Lowering& l, const View& first, const View& last, SourceLocation where) {
  const ExprRef count = distance(l, first, last, where);
  return l.frozen(converted(count ? count : ir::integer(0), ir::sizeType()));
}

/// The last one comes first.
Elements reversedElements(Lowering& l, const Expr* first, const Expr* last, SourceLocation where) {
  const std::vector<Value> ends = l.inOrder({[&]() -> Value { return reversedEnd(l, first); },
                                             [&]() -> Value { return reversedEnd(l, last); }});
  const View end = l.frozen(std::get<View>(ends[0]));
  return {countOf(l, std::get<View>(ends[1]), end, where), [&l, end, where](const ExprRef& i) {
            const ir::TypeRef& type = l.types.offsetType();
            const ExprRef behind =
                ir::apply(ir::Op::add, {converted(i, type), ir::integer(1, type)}, type, {});
            return dereference(l, retreated(l, end, behind), nullptr, where);
          }};
}

} // namespace

bool isReversed(QualType iterator) {
  const auto* wrapper = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      iterator.getNonReferenceType()->getAsCXXRecordDecl());
  return wrapper && isStdClass(iterator, "reverse_iterator") &&
         isPointerLike(wrapper->getTemplateArgs()[0].getAsType());
}

View reversedEnd(Lowering& l, const Expr* iterator) {
  const Value wrapper = iterator->isGLValue() ? glvalue(l, iterator) : value(l, iterator);
  const auto fields =
      fieldsOf(iterator->getType().getNonReferenceType()->getAsCXXRecordDecl()->getDefinition());
  return viewOf(l, member(l, wrapper, fields.front(), iterator->getExprLoc()),
                iterator->getExprLoc());
}

std::optional<Elements> elementsBetween(Lowering& l, const Expr* first, const Expr* last,
                                        SourceLocation where) {
  if (isReversed(first->getType()))
    return reversedElements(l, first, last, where);
  if (isSlotIterator(first->getType())) {
    const Value elements = gathered(l, first, last, where);
    return elementsAt(l, wholeOf(l, elements, where), l.keep(lengthOf(elements, where), "count"),
                      where);
  }
  if (!isPointerLike(first->getType()))
    return std::nullopt;
  const std::vector<Value> ends = l.inOrder(
      {[&]() -> Value { return view(l, first); }, [&]() -> Value { return view(l, last); }});
  const View start = l.frozen(std::get<View>(ends[0]));
  return elementsAt(l, start, countOf(l, start, std::get<View>(ends[1]), where), where);
}

} // namespace treelize::front
