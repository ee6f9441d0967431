#include "front/lower/expressions/VectorExtension.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/types/VectorType.h"
#include "ir/Operators.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

using Lane = std::function<ExprRef(unsigned)>;

unsigned lanesOf(const ir::TypeRef& type) {
  return static_cast<unsigned>(type->extent);
}

ir::Place laneAt(const ir::Place& vector, unsigned i) {
  return ir::element(vector, {ir::integer(i)});
}

/// The elements of a value.
Lane lanesIn(Lowering& l, const ExprRef& vector) {
  const ExprRef kept =
      std::holds_alternative<ir::Load>(vector->node) ? vector : l.keep(vector, "lanes");
  const ir::Place place = std::get<ir::Load>(kept->node).place;
  return [place](unsigned i) { return ir::load(laneAt(place, i)); };
}

ExprRef made(Lowering& l, const ir::TypeRef& type, SourceLocation where, const Lane& lane) {
  const Location at = toLocation(where);
  const ir::Place place = l.placeOf(l.addLocal("lanes", type, {.isStable = true}, at));
  l.emit(ir::declare(place.base, nullptr, at));
  for (unsigned i = 0; i < lanesOf(type); ++i)
    l.emit(ir::assign(laneAt(place, i), ir::AssignOp::Set, lane(i), at));
  return ir::load(place, at);
}

ExprRef splat(Lowering& l, const ExprRef& number, const ir::TypeRef& type, SourceLocation where) {
  const ExprRef each = l.frozen(converted(number, type->element));
  return made(l, type, where, [&](unsigned) { return each; });
}

std::vector<ExprRef> operandsOf(Lowering& l, llvm::ArrayRef<const Expr*> exprs) {
  std::vector<std::function<Value()>> operands;
  for (const Expr* expr : exprs)
    operands.push_back(operand(l, expr));
  return expressionsInOrder(l, operands);
}

ExprRef castValue(Lowering& l, const CastExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const Expr* from = expr->getSubExpr();
  const ir::TypeRef type = l.types.of(expr->getType());
  if (expr->getCastKind() == CK_LValueToRValue)
    return loaded(l, glvalue(l, from), where);
  if (expr->getCastKind() == CK_VectorSplat)
    return splat(l, rvalue(l, from), type, where);
  if (!isVector(from->getType()) || !isSameInCpp(*l.types.of(from->getType()), *type))
    l.refuse(Diag::refused_construct, where,
             {"a reinterpreting cast", "read the vector by the type of its elements"});
  return rvalue(l, from);
}

ExprRef listValue(Lowering& l, const InitListExpr* list) {
  const ir::TypeRef type = l.types.of(list->getType());
  std::vector<std::function<Value()>> inits;
  for (const Expr* init : list->inits())
    inits.push_back([&l, init, type]() -> Value { return converted(rvalue(l, init), type->element); });
  const std::vector<ExprRef> values = expressionsInOrder(l, inits);
  return made(l, type, list->getExprLoc(), [&](unsigned i) {
    return i < values.size() ? values[i] : ir::real(0.0, type->element);
  });
}

ExprRef elementwise(Lowering& l, Op op, const std::vector<ExprRef>& vectors, SourceLocation where) {
  const ir::TypeRef type = vectors[0]->type;
  std::vector<Lane> lanes;
  for (const ExprRef& vector : vectors)
    lanes.push_back(lanesIn(l, vector));
  return made(l, type, where, [&](unsigned i) {
    std::vector<ExprRef> args;
    for (const Lane& lane : lanes)
      args.push_back(lane(i));
    return ir::apply(op, std::move(args), type->element, toLocation(where));
  });
}

ExprRef binaryValue(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  if (expr->getOpcode() == BO_Comma) {
    effect(l, expr->getLHS());
    return rvalue(l, expr->getRHS());
  }
  return elementwise(l, *operatorOf(expr->getOpcode()), operandsOf(l, {expr->getLHS(), expr->getRHS()}), where);
}

ExprRef shuffled(Lowering& l, const ShuffleVectorExpr* expr) {
  const std::vector<ExprRef> sides = operandsOf(l, {expr->getExpr(0), expr->getExpr(1)});
  const Lane first = lanesIn(l, sides[0]), second = lanesIn(l, sides[1]);
  const unsigned count = lanesOf(sides[0]->type);
  return made(l, l.types.of(expr->getType()), expr->getExprLoc(), [&](unsigned i) {
    const llvm::APSInt index = expr->getExpr(2 + i)->EvaluateKnownConstInt(l.ast);
    const auto at = index.isNegative() ? 0U : static_cast<unsigned>(index.getZExtValue());
    return at < count ? first(at) : second(at - count); // -1: any
  });
}

// --- intrinsic functions ---

/// `_mm256_loadu_pd`: "loadu", all elements; `__builtin_ia32_shufpd`: "shuf".
struct Intrinsic {
  std::string stem;
  bool isPacked = true;
};

std::optional<Intrinsic> intrinsicOf(const FunctionDecl* callee) {
  llvm::StringRef name = callee->getDeclName().isIdentifier() ? callee->getName() : "";
  if (name.consume_front("__builtin_ia32_")) {
    name.consume_back("256");
    return name.consume_back("pd") || name.consume_back("ps") ? std::optional(Intrinsic{name.str()})
                                                              : std::nullopt;
  }
  if (!name.consume_front("_mm"))
    return std::nullopt;
  if (!name.consume_front("256"))
    name.consume_front("512");
  if (!name.consume_front("_"))
    return std::nullopt;
  const auto [stem, suffix] = name.rsplit('_');
  if (suffix == "pd1" || suffix == "ps1")
    return Intrinsic{(stem + "1").str()};
  if (suffix == "pd" || suffix == "ps")
    return Intrinsic{stem.str()};
  if (suffix == "sd" || suffix == "ss")
    return Intrinsic{stem.str(), false};
  return std::nullopt;
}

ExprRef elementAfter(Lowering& l, const View& pointer, unsigned i, SourceLocation where) {
  return loaded(l, dereference(l, pointer, ir::integer(i, l.types.offsetType()), where), where);
}

/// The first of them, and zeros; one everywhere; or all.
Value load(Lowering& l, const CallExpr* expr, bool isPacked, bool isRepeated) {
  const SourceLocation where = expr->getExprLoc();
  const ir::TypeRef type = l.types.of(expr->getType());
  const View from = l.frozen(view(l, expr->getArg(0)));
  return made(l, type, where, [&](unsigned i) {
    return !isPacked && !isRepeated && i > 0
               ? ir::real(0.0, type->element)
               : elementAfter(l, from, isRepeated ? 0 : i, where);
  });
}

void store(Lowering& l, const CallExpr* expr, bool isPacked, bool isRepeated) {
  const SourceLocation where = expr->getExprLoc();
  const std::vector<Value> parts = l.inOrder({[&]() -> Value { return view(l, expr->getArg(0)); },
                                              operand(l, expr->getArg(1))});
  const View to = l.frozen(std::get<View>(parts[0]));
  const ExprRef& vector = std::get<ExprRef>(parts[1]);
  const Lane lane = lanesIn(l, l.keep(vector, "lanes"));
  for (unsigned i = 0; i < (isPacked || isRepeated ? lanesOf(vector->type) : 1); ++i)
    write(l, dereference(l, to, ir::integer(i, l.types.offsetType()), where), where,
          [&](const ir::Place& place) {
            l.emit(ir::assign(place, ir::AssignOp::Set, lane(isRepeated ? 0 : i),
                              toLocation(where)));
          });
}

std::vector<ExprRef> argumentsOf(Lowering& l, const CallExpr* expr, unsigned count) {
  return operandsOf(l, {expr->getArgs(), count});
}

/// a < b ? a : b
Value extreme(Lowering& l, const CallExpr* expr, Op compare) {
  const std::vector<ExprRef> sides = argumentsOf(l, expr, 2);
  const Lane a = lanesIn(l, sides[0]), b = lanesIn(l, sides[1]);
  return made(l, sides[0]->type, expr->getExprLoc(), [&](unsigned i) {
    return ir::select(ir::apply(compare, {a(i), b(i)}, ir::boolType()), a(i), b(i));
  });
}

/// ±(a * b) ± c
Value fused(Lowering& l, const CallExpr* expr, bool isNegated, Op op) {
  const std::vector<ExprRef> given = argumentsOf(l, expr, 3);
  const Lane a = lanesIn(l, given[0]), b = lanesIn(l, given[1]), c = lanesIn(l, given[2]);
  const ir::TypeRef& type = given[0]->type;
  const auto apply = [&](Op what, std::vector<ExprRef> args) {
    return ir::apply(what, std::move(args), type->element, toLocation(expr->getExprLoc()));
  };
  return made(l, type, expr->getExprLoc(), [&](unsigned i) {
    const ExprRef product = apply(Op::mul, {a(i), b(i)});
    return apply(op, {isNegated ? apply(Op::neg, {product}) : product, c(i)});
  });
}

/// How many elements 16 bytes hold, within which most functions stay.
unsigned blockOf(const ir::TypeRef& type) {
  return 128 / type->element->bits;
}

/// a0 + a1, ..., b0 + b1, ... of each 16 bytes.
Value horizontal(Lowering& l, const CallExpr* expr, Op op) {
  const std::vector<ExprRef> sides = argumentsOf(l, expr, 2);
  const Lane a = lanesIn(l, sides[0]), b = lanesIn(l, sides[1]);
  const ir::TypeRef& type = sides[0]->type;
  const unsigned block = blockOf(type);
  return made(l, type, expr->getExprLoc(), [&](unsigned i) {
    const unsigned start = i / block * block, k = i % block;
    const Lane& from = k < block / 2 ? a : b;
    const unsigned first = start + 2 * (k % (block / 2));
    return ir::apply(op, {from(first), from(first + 1)}, type->element,
                     toLocation(expr->getExprLoc()));
  });
}

/// Bits of a number choose among the elements of each 16 bytes.
Value chosenByBits(Lowering& l, const CallExpr* expr) {
  const std::optional<std::int64_t> known = wholeNumber(l, expr->getArg(2));
  if (!known)
    l.notYet(expr->getExprLoc(), "a shuffle by a number that is not constant", "use a constant");
  const auto bits = static_cast<unsigned>(*known);
  const std::vector<ExprRef> sides = argumentsOf(l, expr, 2);
  const Lane a = lanesIn(l, sides[0]), b = lanesIn(l, sides[1]);
  const ir::TypeRef& type = sides[0]->type;
  const unsigned block = blockOf(type), width = block / 2; // of a choice, in bits
  return made(l, type, expr->getExprLoc(), [&](unsigned i) {
    const unsigned start = i / block * block, k = i % block;
    const unsigned shift = block == 2 ? i : 2 * k;
    const unsigned at = start + ((bits >> shift) & ((1U << width) - 1));
    return k < block / 2 ? a(at) : b(at);
  });
}

} // namespace

ExprRef vectorValue(Lowering& l, const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* cast = dyn_cast<CastExpr>(expr))
    return castValue(l, cast);
  if (const auto* list = dyn_cast<InitListExpr>(expr))
    return listValue(l, list);
  if (const auto* literal = dyn_cast<CompoundLiteralExpr>(expr))
    return rvalue(l, literal->getInitializer());
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(expr)) {
    const ir::TypeRef type = l.types.of(expr->getType());
    return splat(l, ir::real(0.0, type->element), type, where);
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expr))
    return binaryValue(l, binary);
  if (const auto* unary = dyn_cast<UnaryOperator>(expr)) {
    if (unary->getOpcode() == UO_Extension || unary->getOpcode() == UO_Plus)
      return rvalue(l, unary->getSubExpr());
    if (unary->getOpcode() == UO_Minus)
      return elementwise(l, Op::neg, operandsOf(l, unary->getSubExpr()), where);
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr);
      choice && !choice->getCond()->getType()->isVectorType())
    return conditional(l, choice);
  if (const auto* shuffle = dyn_cast<ShuffleVectorExpr>(expr))
    return shuffled(l, shuffle);
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return loaded(l, call(l, callExpr), where);
  refuseExpr(l, expr);
}

Value vectorElement(Lowering& l, const ArraySubscriptExpr* expr) {
  const Expr* base = expr->getBase();
  const SourceLocation where = expr->getExprLoc();
  const auto whole = [&]() -> Value {
    return base->isGLValue() ? glvalue(l, base) : Value(placeFor(l, rvalue(l, base), where));
  };
  const std::vector<Value> parts = l.inOrder({whole, operand(l, expr->getIdx())});
  return elementOf(l, parts[0], {std::get<ExprRef>(parts[1])}, where);
}

void updateVector(Lowering& l, const CompoundAssignOperator* expr, const ir::Place& place,
                  const ExprRef& by) {
  const SourceLocation where = expr->getOperatorLoc();
  const ExprRef now = elementwise(l, *operatorOf(expr->getOpcode()), {ir::load(place), by}, where);
  l.emit(ir::assign(place, ir::AssignOp::Set, now, toLocation(where)));
}

std::optional<Value> vectorCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const std::optional<Intrinsic> found = intrinsicOf(callee);
  if (!found)
    return std::nullopt;
  const auto& [stem, isPacked] = *found;
  const bool isRepeated = stem == "load1" || stem == "store1" || stem == "broadcast";
  if (stem == "load" || stem == "loadu" || stem == "load1" ||
      (stem == "broadcast" && !isPacked))
    return load(l, expr, isPacked, isRepeated);
  if (stem == "store" || stem == "storeu" || stem == "stream" || stem == "store1") {
    store(l, expr, isPacked, isRepeated);
    return Value();
  }
  if (stem == "shuf")
    return chosenByBits(l, expr);
  if (!isPacked)
    return std::nullopt;
  if (stem == "sqrt")
    return elementwise(l, *ir::findFunction("sqrt", 1), argumentsOf(l, expr, 1), expr->getExprLoc());
  if (stem == "min" || stem == "max")
    return extreme(l, expr, stem == "min" ? Op::lt_ : Op::gt_);
  if (stem == "hadd" || stem == "hsub")
    return horizontal(l, expr, stem == "hadd" ? Op::add : Op::sub);
  if (stem == "fmadd" || stem == "fnmadd")
    return fused(l, expr, stem == "fnmadd", Op::add);
  if (stem == "fmsub" || stem == "fnmsub")
    return fused(l, expr, stem == "fnmsub", Op::sub);
  return std::nullopt;
}

void refuseCallersVector(Lowering& l, QualType type, SourceLocation where) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  if (isVector(l.ast.getBaseElementType(type)))
    l.notYet(where, "a vector of the compiler that belongs to the kernel's caller",
             "pass a pointer to its elements, and load them");
}

} // namespace treelize::front
