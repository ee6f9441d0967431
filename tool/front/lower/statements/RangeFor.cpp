// for (auto& x : range): a counted loop over the elements of a container or a view; of a class with
// iterators of its own, the loop that the standard says it stands for.
#include "front/lower/statements/RangeFor.h"

#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;

namespace {

const VarDecl* beginOf(const CXXForRangeStmt* stmt) {
  return cast<VarDecl>(stmt->getBeginStmt()->getSingleDecl());
}

/// `for (auto begin = ..., end = ...; begin != end; ++begin) { auto x = *begin; ... }`
void iteratedLoop(Lowering& l, const CXXForRangeStmt* stmt) {
  const SourceLocation where = stmt->getForLoc();
  if (libraryOf(beginOf(stmt)->getType()) == Library::otherStd)
    l.notYet(where, "a loop over this kind of range",
             "loop over an array, a vector, a span, or a class with iterators of your own");
  l.frame().written.add(stmt->getInc());
  for (const DeclStmt* part : {stmt->getRangeStmt(), stmt->getBeginStmt(), stmt->getEndStmt()})
    statement(l, part);
  auto* loop = const_cast<CXXForRangeStmt*>(stmt);
  Stmt* body = CompoundStmt::Create(l.ast, {loop->getLoopVarStmt(), loop->getBody()},
                                    FPOptionsOverride(), where, where);
  forLoop(l, new (l.ast) ForStmt(l.ast, nullptr, loop->getCond(), nullptr, loop->getInc(), body,
                                 where, where, where));
}

/// What begin() and end() of a class say, as a span.
View iteratedRange(Lowering& l, const CXXForRangeStmt* stmt) {
  const auto* range = cast<VarDecl>(stmt->getRangeStmt()->getSingleDecl());
  l.bindings[range] = l.frozen(value(l, range->getInit()));
  const auto* first = cast<VarDecl>(stmt->getBeginStmt()->getSingleDecl());
  const auto* last = cast<VarDecl>(stmt->getEndStmt()->getSingleDecl());
  View start = l.frozen(view(l, first->getInit()));
  const View end = l.frozen(view(l, last->getInit()));
  start.size = converted(distance(l, start, end, stmt->getForLoc()), ir::sizeType());
  return start;
}

bool isKnownRange(const ir::Type& type) {
  return type.isIndexable() && !type.is(ir::TypeKind::Pointer) && !type.is(ir::TypeKind::Map);
}

} // namespace

std::optional<Value> knownRange(Lowering& l, const Expr* init) {
  if (libraryOf(bare(init)->getType()) == Library::list)
    return listElements(l, init);
  const QualType type = bare(init)->getType();
  if (isColumnType(l, type))
    return l.frozen(glvalue(l, init));
  if (libraryOf(type) == Library::span)
    return l.frozen(view(l, init));
  if (isKnownRange(*l.types.of(type))) {
    Value range = glvalue(l, init);
    if (std::holds_alternative<ConstantObject>(range) || std::holds_alternative<Choice>(range))
      return l.frozen(range);
    return l.frozen(placeFor(l, range, init->getExprLoc()));
  }
  return std::nullopt;
}

/// What the names of `for (auto [a, b] : range)` are parts of: the element, or a copy where the
/// body could tell them apart.
static Value decomposed(Lowering& l, const DecompositionDecl* parts, const Value& element) {
  if (parts->getType()->isReferenceType())
    return element;
  const bool isWritten = isAnyWritten(l, parts);
  const auto* place = std::get_if<ir::Place>(&element);
  if (!isWritten && place && l.isStable(ir::load(*place)))
    return element;
  return copyConstructed(l, {"parts", parts->getType(), parts->getLocation(), isWritten}, element,
                         /*isMove=*/false);
}

void bindElement(Lowering& l, const CXXForRangeStmt* stmt, const Value& element) {
  const VarDecl* variable = stmt->getLoopVariable();
  const SourceLocation where = variable->getLocation();
  if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
    return decompose(l, parts, decomposed(l, parts, element));
  if (variable->getType()->isReferenceType() || isView(variable->getType()) ||
      libraryOf(variable->getType()) == Library::list) {
    l.bindings[variable] = element;
    return;
  }
  if (dissolves(l, variable->getType()) || isFunctionVariable(variable->getType())) {
    l.bindings[variable] = copyConstructed(
        l, {variable->getNameAsString(), variable->getType(), where}, element, /*isMove=*/false);
    return;
  }
  ir::ExprRef current = converted(loaded(l, element, where), l.types.of(variable->getType()));
  const bool isWritten = !l.isUnwritten(variable);
  if (!isWritten && l.isStable(current)) {
    l.bindings[variable] = element;
    return;
  }
  if (holdsView(*current->type))
    l.notYet(where, "a copy of an object that holds a pointer or a span",
             "loop by const reference");
  const Location at = toLocation(where);
  const ir::VarId id = l.addLocal(variable->getNameAsString(), current->type,
                                  {.isConst = !isWritten, .isStable = !isWritten}, at);
  l.emit(ir::declare(id, std::move(current), at));
  l.bindings[variable] = l.placeOf(id);
}

void rangeFor(Lowering& l, const CXXForRangeStmt* stmt) {
  const SourceLocation where = stmt->getForLoc();
  const Location at = toLocation(where);
  if (stmt->getInit())
    statement(l, stmt->getInit());
  widenPointers(l, stmt);
  if (adaptedRangeFor(l, stmt))
    return;
  if (isPassive(stmt->getRangeInit()->getType()))
    return passiveRangeFor(l, stmt);
  const std::optional<Value> known = knownRange(l, stmt->getRangeInit());
  if (!known && !isPointerLike(beginOf(stmt)->getType()))
    return iteratedLoop(l, stmt);
  const Value range = known ? *known : iteratedRange(l, stmt);
  ir::For loop;
  loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
  l.nonNegative.insert(loop.counter.index);
  loop.lower = ir::integer(0, ir::sizeType());
  loop.upper = sizeOf(l, range, where);
  loop.body = l.collectRepeated([&] {
    bindElement(l, stmt, elementOf(l, range, {l.loadOf(loop.counter)}, where));
    statement(l, stmt->getBody());
  });
  l.emit({at, std::move(loop)});
}

} // namespace treelize::front
