// Built-in operators: arithmetic, comparisons, short circuits, assignments, ++ and --.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/VectorExtension.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/VectorType.h"
#include "ir/Literals.h"

namespace treelize::front {

using namespace clang;
using ir::Op;
using ir::TypeKind;

std::optional<Op> operatorOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_Add:
  case BO_AddAssign:
    return Op::add;
  case BO_Sub:
  case BO_SubAssign:
    return Op::sub;
  case BO_Mul:
  case BO_MulAssign:
    return Op::mul;
  case BO_Div:
  case BO_DivAssign:
    return Op::div;
  case BO_Rem:
  case BO_RemAssign:
    return Op::mod_;
  case BO_Shl:
  case BO_ShlAssign:
    return Op::shl_;
  case BO_Shr:
  case BO_ShrAssign:
    return Op::shr_;
  case BO_And:
  case BO_AndAssign:
    return Op::band_;
  case BO_Xor:
  case BO_XorAssign:
    return Op::bxor_;
  case BO_Or:
  case BO_OrAssign:
    return Op::bor_;
  case BO_LT:
    return Op::lt_;
  case BO_LE:
    return Op::le_;
  case BO_GT:
    return Op::gt_;
  case BO_GE:
    return Op::ge_;
  case BO_EQ:
    return Op::eq_;
  case BO_NE:
    return Op::ne_;
  default:
    return std::nullopt;
  }
}

namespace {

/// a && b, a || b: b is evaluated only where a does not decide.
ir::ExprRef shortCircuit(Lowering& l, const BinaryOperator* expr) {
  const bool isAnd = expr->getOpcode() == BO_LAnd;
  const Location at = toLocation(expr->getExprLoc());
  ir::ExprRef first = condition(l, expr->getLHS()), second;
  if (const std::optional<bool> known = ir::literalTruth(*first))
    return *known == isAnd ? condition(l, expr->getRHS()) : first;
  if (l.noReturn.neverEnds(expr->getRHS())) { // is_there || fail()
    ir::If guard{isAnd ? first : negated(first), {}, {}};
    guard.thenBlock = l.collect([&] { effect(l, expr->getRHS()); });
    l.emit({at, std::move(guard)});
    return ir::boolean(!isAnd);
  }
  ir::Block effects = l.collect([&] { second = condition(l, expr->getRHS()); });
  if (effects.empty())
    return ir::apply(isAnd ? Op::land_ : Op::lor_, {std::move(first), std::move(second)},
                     ir::boolType(), at);
  const ir::VarId result = l.addLocal("holds", ir::boolType(), {.isStable = true}, at);
  l.emit(ir::declare(result, std::move(first), at));
  effects.push_back(ir::assign(l.placeOf(result), ir::AssignOp::Set, std::move(second), at));
  ir::ExprRef undecided = isAnd ? l.loadOf(result) : ir::logicalNot(l.loadOf(result));
  l.emit({at, ir::If{std::move(undecided), std::move(effects), {}}});
  return l.loadOf(result);
}

/// `s += 2 * x` of reals keeps its form: it reads nothing of s that a derivative needs.
bool staysAnUpdate(BinaryOperatorKind kind, const ir::Type& target, const ir::Type& computed) {
  const bool isSum = kind == BO_AddAssign || kind == BO_SubAssign;
  return isSum && target.kind == computed.kind && target.bits == computed.bits;
}

void update(Lowering& l, const CompoundAssignOperator* expr, const ir::Place& place,
            ir::ExprRef by) {
  const Location at = toLocation(expr->getOperatorLoc());
  const ir::TypeRef computed = l.types.of(expr->getComputationResultType());
  const BinaryOperatorKind kind = expr->getOpcode();
  if (staysAnUpdate(kind, *place.type, *computed)) {
    const auto op = kind == BO_AddAssign ? ir::AssignOp::Add : ir::AssignOp::Sub;
    l.emit(ir::assign(place, op, std::move(by), at));
    return;
  }
  ir::ExprRef old = converted(ir::load(place, at), l.types.of(expr->getComputationLHSType()));
  ir::ExprRef result = ir::apply(*operatorOf(kind), {std::move(old), std::move(by)}, computed, at);
  l.emit(ir::assign(place, ir::AssignOp::Set, converted(std::move(result), place.type), at));
}

bool isNumber(QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}

/// p = q, p += n of pointers.
Value viewAssignment(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  const bool isStep = expr->getOpcode() != BO_Assign;
  const auto right = [&]() -> Value {
    if (isStep)
      return asIndex(rvalue(l, expr->getRHS()));
    const Storing storing(l);
    return nullableView(l, expr->getRHS());
  };
  // The right side comes first (C++17).
  const std::vector<Value> sides =
      l.inOrder({right, [&]() -> Value { return glvalue(l, expr->getLHS()); }});
  const Value left = l.frozenAgainstWrites({sides[1]}).front(); // p->next->next = p->next = q
  if (isStep)
    moveView(l, left,
             stepped(l, viewOf(l, left, where), std::get<ir::ExprRef>(sides[0]),
                     expr->getOpcode() == BO_AddAssign, where),
             where);
  else
    moveView(l, left, std::get<View>(sides[0]), where);
  return left;
}

} // namespace

ir::ExprRef sum(Lowering& l, ir::ExprRef a, ir::ExprRef b) {
  if (!a || !b)
    return a ? a : b;
  const bool isWide = a->type->bits > 32 || b->type->bits > 32;
  if (ir::isZero(*a) || ir::isZero(*b))
    return ir::isZero(*a) ? b : a;
  const Location at = a->location;
  // Signed and unsigned offsets meet as signed ones; a literal takes the other's type.
  auto retyped = [](const ir::ExprRef& number, const ir::TypeRef& type) {
    const auto* literal = std::get_if<ir::Literal>(&number->node);
    const bool isPlain =
        literal && literal->text.find_first_not_of("0123456789") == std::string::npos;
    return isPlain ? ir::literal(literal->text, type, number->location) : number;
  };
  a = retyped(a, b->type);
  b = retyped(b, a->type);
  if (a->type->isSigned != b->type->isSigned) {
    a = converted(std::move(a), l.types.offsetType());
    b = converted(std::move(b), l.types.offsetType());
  }
  ir::TypeRef type = a->type->bits >= b->type->bits ? a->type : b->type;
  if (!isWide && type->bits < 32)
    type = ir::intType();
  return ir::apply(Op::add, {std::move(a), std::move(b)}, type, at);
}

ir::ExprRef difference(Lowering& l, ir::ExprRef a, ir::ExprRef b) {
  const ir::TypeRef& type = l.types.offsetType();
  if (!a)
    a = ir::integer(0, type);
  if (!b)
    return a;
  const Location at = a->location;
  return ir::apply(Op::sub, {converted(std::move(a), type), converted(std::move(b), type)}, type,
                   at);
}

ir::ExprRef unaryOperator(Lowering& l, const UnaryOperator* expr) {
  const Location at = toLocation(expr->getOperatorLoc());
  const ir::TypeRef type = l.types.of(expr->getType());
  switch (expr->getOpcode()) {
  case UO_Plus:
    return rvalue(l, expr->getSubExpr());
  case UO_Minus:
    return ir::apply(Op::neg, {rvalue(l, expr->getSubExpr())}, type, at);
  case UO_Not:
    return ir::apply(Op::bnot_, {rvalue(l, expr->getSubExpr())}, type, at);
  case UO_LNot:
    return negated(condition(l, expr->getSubExpr()));
  case UO_PostInc:
  case UO_PostDec:
    return loaded(l, increment(l, expr, /*wantsOldValue=*/true), expr->getOperatorLoc());
  case UO_Extension:
    return rvalue(l, expr->getSubExpr());
  default:
    l.notYet(expr->getOperatorLoc(),
             "operator '" + UnaryOperator::getOpcodeStr(expr->getOpcode()).str() + "' here",
             "write it with arithmetic, calls and variables");
  }
}

/// An unsigned number against zero, as a parameter that is given as zero leaves it: compilers warn
/// of what is known.
static std::optional<bool> comparisonWithZero(Op op, const ir::ExprRef& a, const ir::ExprRef& b) {
  const auto isUnsigned = [](const ir::ExprRef& e) {
    return e->type->is(TypeKind::Integer) && !e->type->isSigned;
  };
  if (isUnsigned(a) && ir::isZero(*b) && (op == Op::lt_ || op == Op::ge_))
    return op == Op::ge_;
  if (isUnsigned(b) && ir::isZero(*a) && (op == Op::gt_ || op == Op::le_))
    return op == Op::le_;
  return std::nullopt;
}

ir::ExprRef binaryOperator(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  const ir::TypeRef type = l.types.of(expr->getType());
  const BinaryOperatorKind kind = expr->getOpcode();
  if (expr->isLogicalOp())
    return shortCircuit(l, expr);
  if (kind == BO_Comma) {
    effect(l, expr->getLHS());
    return rvalue(l, expr->getRHS());
  }
  if (isPointerLike(expr->getLHS()->getType()) && isPointerLike(expr->getRHS()->getType()))
    return viewComparison(l, kind, expr->getLHS(), expr->getRHS(), where);
  if (kind == BO_EQ || kind == BO_NE)
    if (std::optional<ir::ExprRef> known =
            functionComparison(l, kind == BO_EQ, expr->getLHS(), expr->getRHS()))
      return *known;
  const std::optional<Op> op = operatorOf(kind);
  if (!op || !isNumber(expr->getLHS()->getType()) || !isNumber(expr->getRHS()->getType()))
    l.notYet(where, "operator '" + BinaryOperator::getOpcodeStr(kind).str() + "' here",
             "write it with arithmetic on numbers");
  std::vector<Value> sides = l.inOrder({operand(l, expr->getLHS()), operand(l, expr->getRHS())});
  auto &left = std::get<ir::ExprRef>(sides[0]), &right = std::get<ir::ExprRef>(sides[1]);
  if (const std::optional<bool> known = comparisonWithZero(*op, left, right))
    return ir::boolean(*known);
  return ir::apply(*op, {std::move(left), std::move(right)}, type, toLocation(where));
}

namespace {

using Side = std::function<ir::ExprRef()>;

/// `chosen ? a : b`, of which one is evaluated.
ir::ExprRef chosenValue(Lowering& l, ir::ExprRef chosen, const Side& a, const Side& b,
                        const ir::TypeRef& type, SourceLocation where) {
  const Location at = toLocation(where);
  ir::ExprRef ifTrue, ifFalse;
  if (const std::optional<bool> known = ir::literalTruth(*chosen))
    return *known ? a() : b();
  ir::Block yes = l.collect([&] { ifTrue = a(); });
  ir::Block no = l.collect([&] { ifFalse = b(); });
  if (yes.empty() && no.empty() && type->isScalar())
    return ir::select(std::move(chosen), std::move(ifTrue), std::move(ifFalse), at);
  if (holdsView(*type))
    l.notYet(where, "a choice between objects that hold pointers or spans",
             "choose between their elements");
  if (!type->defaultConstructible)
    l.notYet(where, "a choice between objects without a default constructor",
             "write an if statement");
  const ir::VarId result = l.addLocal("chosen", type, {.isStable = true}, at);
  l.emit(ir::declare(result, beginning(type, at), at));
  const auto choose = [&](ir::Block& effects, const ir::ExprRef& value) {
    effects = l.collect([&] {
      l.append(std::move(effects));
      l.emit(ir::assign(l.placeOf(result), ir::AssignOp::Set, value, at));
    });
  };
  choose(yes, ifTrue);
  choose(no, ifFalse);
  l.emit({at, ir::If{std::move(chosen), std::move(yes), std::move(no)}});
  return l.loadOf(result);
}

} // namespace

ir::ExprRef conditional(Lowering& l, const ConditionalOperator* expr) {
  if (const Expr* side = survivingSide(l, expr))
    return rvalue(l, side);
  return chosenValue(
      l, condition(l, expr->getCond()), [&] { return rvalue(l, expr->getTrueExpr()); },
      [&] { return rvalue(l, expr->getFalseExpr()); }, l.types.of(expr->getType()),
      expr->getQuestionLoc());
}

ir::ExprRef conditional(Lowering& l, const BinaryConditionalOperator* expr) {
  const SourceLocation where = expr->getQuestionLoc();
  const ir::TypeRef type = l.types.of(expr->getType());
  const bool isNumber = expr->getCommon()->getType()->isArithmeticType() && type->isScalar();
  if (!isNumber)
    l.notYet(where, "'?:' without a middle, of what are no numbers,", "write the middle");
  const ir::ExprRef first = l.keep(rvalue(l, expr->getCommon()), "first");
  return chosenValue(
      l, converted(first, ir::boolType()), [&] { return converted(first, type); },
      [&] { return converted(rvalue(l, expr->getFalseExpr()), type); }, type, where);
}

Value assignment(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  if (isPointerLike(expr->getType()))
    return viewAssignment(l, expr);
  if (isFunctionVariable(expr->getType()))
    return assignFunction(l, expr->getLHS(), expr->getRHS(), where);
  if (isPassivePart(expr->getLHS()) || namesPassivePart(l, expr->getLHS()))
    return passiveWrite(l, expr);
  if (isErrorNumber(expr->getLHS()))
    return setErrorNumber(l, expr);
  const auto* compound = dyn_cast<CompoundAssignOperator>(expr);
  if (compound)
    warnOfEvaluationOrder(l, compound);
  // The right side comes first (C++17).
  ir::Block steps; // of the right side
  const auto value = [&] {
    Value result;
    steps = l.collect([&] { result = operand(l, expr->getRHS())(); });
    l.append(steps);
    return result;
  };
  std::vector<Value> sides =
      l.inOrder({value, [&]() -> Value { return glvalue(l, expr->getLHS()); }});
  warnOfEvaluationOrder(l, expr, steps, sides[1]);
  ir::ExprRef by = std::get<ir::ExprRef>(sides[0]);
  if (std::holds_alternative<Choice>(sides[1]))
    by = l.frozen(by);
  const Value written = l.frozenAgainstWrites({sides[1]}).front();
  write(l, written, where, [&](const ir::Place& place) {
    if (compound && isVector(expr->getType()))
      updateVector(l, compound, place, by);
    else if (compound)
      update(l, compound, place, by);
    else
      l.emit(ir::assign(place, ir::AssignOp::Set, converted(by, place.type), toLocation(where)));
  });
  return written;
}

Value increment(Lowering& l, const UnaryOperator* expr, bool wantsOldValue) {
  const SourceLocation where = expr->getOperatorLoc();
  const Location at = toLocation(where);
  if (isPassivePart(expr->getSubExpr()) || namesPassivePart(l, expr->getSubExpr()))
    return passiveWrite(l, expr);
  const Value object = l.frozenAgainstWrites({glvalue(l, expr->getSubExpr())}).front();
  if (const auto* moving = std::get_if<MovingView>(&object)) {
    View old = viewOf(l, object, where);
    const ir::ExprRef one = ir::integer(1, l.types.offsetType());
    if (wantsOldValue && old.offset)
      old.offset = l.keep(old.offset, "offset");
    const View now = viewOf(l, object, where);
    moveView(l, *moving, stepped(l, now, one, expr->isIncrementOp(), where), where);
    return wantsOldValue ? Value(old) : object;
  }
  const Value result = wantsOldValue ? Value(l.keep(loaded(l, object, where), "old")) : object;
  write(l, object, where, [&](const ir::Place& place) {
    ir::ExprRef one = place.type->is(TypeKind::Real) ? ir::real(1.0, place.type)
                                                     : ir::literal("1", place.type, at);
    l.emit(ir::assign(place, expr->isIncrementOp() ? ir::AssignOp::Add : ir::AssignOp::Sub,
                      std::move(one), at));
  });
  return result;
}

} // namespace treelize::front
