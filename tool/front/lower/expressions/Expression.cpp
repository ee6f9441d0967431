// Expressions to values: what each kind of expression stands for.
#include "front/conditions/Assertions.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Refusals.h"
#include "front/lower/expressions/VectorExtension.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/VectorType.h"

#include "ir/Literals.h"
#include "clang/AST/ExprConcepts.h"

namespace treelize::front {

using namespace clang;

namespace {

ir::ExprRef zeroOf(Lowering& l, QualType qualType, Location at) {
  const ir::TypeRef type = l.types.of(qualType);
  if (type->is(ir::TypeKind::Real))
    return ir::real(0.0, type);
  if (type->is(ir::TypeKind::Bool))
    return ir::boolean(false);
  if (type->is(ir::TypeKind::Integer) && !qualType->isEnumeralType())
    return ir::integer(0, type);
  return ir::construct(type, {}, at);
}

/// A prvalue of class type: made in a temporary.
ir::ExprRef objectValue(Lowering& l, const Expr* expr) {
  // A copy that is only read is the original.
  const auto* made = dyn_cast<CXXConstructExpr>(expr);
  if (made && made->getConstructor()->isCopyOrMoveConstructor() &&
      (libraryOf(made->getType()) != Library::none || !made->getConstructor()->isUserProvided()))
    return keepPart(l, rvalue(l, made->getArg(0)));
  return ir::load(temporary(l, expr, "object"), toLocation(expr->getExprLoc()));
}

/// What the expression names or makes, if that is an object which may be taken apart; null: it is
/// none.
ir::ExprRef objectOf(Lowering& l, const Expr* expr) {
  const QualType type = expr->getType();
  const bool isNamed = expr->isGLValue() && type->isRecordType() && !isPassive(type);
  if (!isNamed && (type->isScalarType() || !dissolves(l, type)))
    return nullptr;
  const Value object = expr->isGLValue() ? glvalue(l, expr) : value(l, expr);
  return wholeObject(l, type, object, expr->getExprLoc());
}

ir::ExprRef enumerator(Lowering& l, const EnumConstantDecl* decl, SourceLocation where) {
  const auto* type = cast<EnumDecl>(decl->getDeclContext());
  const bool isPrivate = type->getAccess() == AS_private || type->getAccess() == AS_protected;
  if (!isPrivate && !type->getParentFunctionOrMethod())
    return ir::namedNumber(l.types.nameInCode(decl), smallNumber(decl->getInitVal()),
                           l.types.of(decl->getType()), toLocation(where));
  if (type->isScoped() && isPrivate)
    l.notYet(where, "'" + decl->getNameAsString() + "' of a private enumeration",
             "make the enumeration public");
  return integerLiteral(decl->getInitVal(), l.types.of(type->getIntegerType()), toLocation(where));
}

} // namespace

/// Nothing but its own methods makes an optional hold a value.
static bool holdsOptional(const ir::Type& type) {
  return std::ranges::any_of(type.fields, [](const ir::RecordField& field) {
    return field.accessor.kind == ir::AccessorKind::Engaged || holdsOptional(*field.type);
  });
}

ir::ExprRef wholeObject(Lowering& l, QualType objectType, const Value& object,
                        SourceLocation where) {
  if (!std::holds_alternative<Object>(object))
    return std::get<ir::ExprRef>(asClass(l, loaded(l, object, where), objectType, where));
  const ir::TypeRef type = l.types.of(objectType);
  if (!type->is(ir::TypeKind::Record) || holdsView(*type) || holdsOptional(*type) ||
      !type->defaultConstructible || !isAssignable(objectType))
    l.notYet(where, "an object of class '" + type->spelling + "' as a whole here",
             "use its members");
  const ir::Place place = l.placeOf(l.addLocal("object", type, {}, toLocation(where)));
  l.emit(ir::declare(place.base, nullptr, toLocation(where)));
  transferObject(l, objectType, place, object, where);
  return ir::load(place);
}

void refuseExpr(Lowering& l, const Expr* expr) {
  const SourceLocation where = expr->getExprLoc();
  if (isa<CXXDynamicCastExpr>(expr) || isa<CXXTypeidExpr>(expr))
    l.notYet(where, "run-time type information",
             "ask by a virtual function, or by a 'dynamic_cast' of a pointer to an object that the "
             "kernel has made");
  if (isa<StmtExpr>(expr))
    l.notYet(where, "a statement expression", "make it a lambda or a function");
  if (isa<CXXThisExpr>(expr))
    l.notYet(where, "'this' as a value", "use the object's members");
  if (isa<InitListExpr, CXXStdInitializerListExpr>(expr))
    l.notYet(where, "a list in braces at this place", "name an array or a vector of its elements");
  if (isa<SourceLocExpr>(expr))
    l.notYet(where, "the name of a place in the source", "pass it as a text");
  if (isa<AbstractConditionalOperator>(expr))
    l.notYet(where, "this choice", "choose by an if statement");
  l.notYet(where, "the expression '" + sourceText(l, expr->getSourceRange()) + "'",
           "write it with arithmetic, calls and variables");
}

static ir::ExprRef number(Lowering& l, const Expr* expr) {
  if (ir::ExprRef named = namedByMacro(l, expr))
    return named;
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(expr)) {
    if (ir::ExprRef constant = evaluatedConstant(l, expr))
      return constant;
    return rvalue(l, substituted->getReplacement());
  }
  if (ir::ExprRef literal = literalOf(l, expr, l.types.of(expr->getType())))
    return literal;
  if (const auto* use = dyn_cast<DeclRefExpr>(expr))
    if (const auto* constant = dyn_cast<EnumConstantDecl>(use->getDecl()))
      return enumerator(l, constant, where);
  if (!expr->isGLValue() && isPassive(expr->getType()))
    return loaded(l, passiveValue(l, expr), where);
  if (ir::ExprRef object = objectOf(l, expr))
    return object;
  if (!expr->isGLValue() && isVector(expr->getType()))
    return vectorValue(l, expr);
  if (const auto* choice = dyn_cast<BinaryConditionalOperator>(expr))
    return conditional(l, choice);
  if (isErrorNumber(expr))
    return errorNumber(l, where);
  if (expr->isGLValue())
    return loaded(l, glvalue(l, expr), where);
  if (const auto* castNode = dyn_cast<CastExpr>(expr))
    return castExpr(l, castNode);
  if (isa<UnaryExprOrTypeTraitExpr, TypeTraitExpr, CXXNoexceptExpr, ConceptSpecializationExpr,
          RequiresExpr, SizeOfPackExpr>(expr))
    if (ir::ExprRef constant = evaluatedConstant(l, expr))
      return constant;
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return conditional(l, choice);
  if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(expr)) {
    const auto form = rewritten->getDecomposedForm();
    const bool isText = isPassive(form.LHS->getType()) || isPassive(form.RHS->getType());
    if (!isText && (isPointerLike(form.LHS->getType()) || isPointerLike(form.RHS->getType())))
      return viewComparison(l, form.Opcode, form.LHS, form.RHS, where);
    if (std::optional<ir::ExprRef> known =
            tupleComparison(l, form.Opcode, form.LHS, form.RHS, where))
      return *known;
    return rvalue(l, rewritten->getSemanticForm());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expr))
    return unaryOperator(l, unary);
  if (const auto* binary = dyn_cast<BinaryOperator>(expr))
    return binary->getOpcode() == BO_Cmp ? threeWayComparison(l, binary)
                                         : binaryOperator(l, binary);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(expr))
    return zeroOf(l, expr->getType(), toLocation(where));
  if (const auto* list = dyn_cast<InitListExpr>(expr); list && expr->getType()->isScalarType())
    return list->getNumInits() == 0 ? zeroOf(l, expr->getType(), toLocation(where))
                                    : rvalue(l, list->getInit(0));
  if (isa<CXXConstructExpr, InitListExpr>(expr))
    return objectValue(l, expr);
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return loaded(l, call(l, callExpr), where);
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(expr); opaque && opaque->getSourceExpr())
    return rvalue(l, opaque->getSourceExpr());
  refuseExpr(l, expr);
}

ir::ExprRef rvalue(Lowering& l, const Expr* expr) {
  return std::get<ir::ExprRef>(l.evaluated(number(l, expr)));
}

/// A prvalue whose object is taken apart.
static Value objectValueApart(Lowering& l, const Expr* expr) {
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return call(l, callExpr);
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return chosenObject(l, choice);
  refuseDestructor(l, expr->getType(), expr->getExprLoc());
  if (heapOf(l, expr->getType()))
    return madeOnHeap(l, {"object", expr->getType(), expr->getExprLoc(), /*isWritten=*/false},
                      expr);
  return objectOf(l, {"object", expr->getType(), expr->getExprLoc(), /*isWritten=*/false}, expr);
}

Value value(Lowering& l, const Expr* expr) {
  const Expr* inner = bare(expr);
  const QualType type = inner->getType();
  if (isClosure(type))
    return closureValue(l, inner);
  if (isView(type))
    return nullableView(l, inner);
  if (inner->isGLValue())
    return glvalue(l, inner);
  if (isMatrixView(type))
    return isa<CallExpr>(inner) ? call(l, cast<CallExpr>(inner)) : matrixValue(l, inner);
  if (dissolves(l, type))
    return objectValueApart(l, inner);
  return rvalue(l, inner);
}

std::function<Value()> operand(Lowering& l, const Expr* expr) {
  return [&l, expr]() -> Value { return rvalue(l, expr); };
}

std::vector<ir::ExprRef> expressionsInOrder(Lowering& l,
                                            const std::vector<std::function<Value()>>& operands) {
  std::vector<ir::ExprRef> result;
  for (Value& value : l.inOrder(operands))
    result.push_back(std::get<ir::ExprRef>(std::move(value)));
  return result;
}

ir::ExprRef condition(Lowering& l, const Expr* expr) {
  return rvalue(l, expr);
}

ir::ExprRef negated(ir::ExprRef condition) {
  if (const std::optional<bool> known = ir::literalTruth(*condition))
    return ir::boolean(!*known);
  const auto* test = std::get_if<ir::Apply>(&condition->node);
  const bool isEquality = test && (test->op == ir::Op::eq_ || test->op == ir::Op::ne_);
  if (isEquality && test->args[0]->type->is(ir::TypeKind::Integer))
    return ir::apply(test->op == ir::Op::eq_ ? ir::Op::ne_ : ir::Op::eq_, test->args,
                     condition->type, condition->location);
  return ir::logicalNot(std::move(condition));
}

void effect(Lowering& l, const Expr* expr) {
  expr = bare(expr);
  if (isa<CXXDeleteExpr>(expr)) // the block dies with its scope
    return;
  if (endsThere(l, expr))
    return;
  if (const auto* castNode = dyn_cast<CastExpr>(expr);
      castNode && castNode->getCastKind() == CK_ToVoid)
    return effect(l, castNode->getSubExpr());
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp()) {
      assignment(l, binary);
      return;
    }
    if (binary->getOpcode() == BO_Comma) {
      effect(l, binary->getLHS());
      return effect(l, binary->getRHS());
    }
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expr); unary && unary->isIncrementDecrementOp()) {
    increment(l, unary, /*wantsOldValue=*/false);
    return;
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr)) {
    if (const Expr* asserted = assertedBy(choice)) {
      if (hasEffect(asserted))
        condition(l, asserted);
      return;
    }
    ir::ExprRef chosen = condition(l, choice->getCond());
    ir::Block yes = l.collect([&] { effect(l, choice->getTrueExpr()); });
    ir::Block no = l.collect([&] { effect(l, choice->getFalseExpr()); });
    if (!yes.empty() || !no.empty())
      l.emit({toLocation(expr->getExprLoc()),
              ir::If{std::move(chosen), std::move(yes), std::move(no)}});
    return;
  }
  if (const auto* thrown = dyn_cast<CXXThrowExpr>(expr))
    return abandonByThrow(l, thrown);
  if (const auto* callExpr = dyn_cast<CallExpr>(expr)) {
    if (!abandonByCall(l, callExpr) && !foreignCall(l, callExpr))
      call(l, callExpr);
    return;
  }
  value(l, expr);
}

} // namespace treelize::front
