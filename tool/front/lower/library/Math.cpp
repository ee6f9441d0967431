// Calls of the C and C++ mathematics library: an operator of the table, or a function without a
// derivative.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "ir/Intrinsics.h"
#include "ir/Operators.h"

#include "clang/Basic/SourceManager.h"

#include <set>
#include <string_view>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// From reals to truth values and integers: constant almost everywhere.
bool isClassification(std::string_view name) {
  static const std::set<std::string_view> names = {
      "isnan",     "isinf",   "isfinite",       "isnormal",    "signbit",       "fpclassify",
      "isgreater", "isless",  "isgreaterequal", "islessequal", "islessgreater", "isunordered",
      "lround",    "llround", "lrint",          "llrint",      "ilogb",         "logb"};
  return names.contains(name);
}

/// Functions of integers that the library defines; opaque as they are.
bool isIntegerFunction(std::string_view name) {
  static const std::set<std::string_view> names = {"labs", "llabs",    "gcd",
                                                   "lcm",  "popcount", "midpoint"};
  return names.contains(name);
}

/// numext::sqrt, say, for which Eigen has an instruction of the machine.
bool isInstructionOfEigen(const FunctionDecl* callee) {
  const auto* space = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  const auto* around = space ? dyn_cast<NamespaceDecl>(space->getDeclContext()) : nullptr;
  return around && space->getName() == "numext" && around->getName() == "Eigen" &&
         callee->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
}

bool isLibraryFunction(const Lowering& l, const FunctionDecl* callee) {
  if (isInStd(callee) || isInstructionOfEigen(callee))
    return true;
  return callee->getDeclContext()->getRedeclContext()->isTranslationUnit() || callee->isExternC()
             ? l.ast.getSourceManager().isInSystemHeader(callee->getLocation()) ||
                   callee->getBuiltinID() != 0
             : false;
}

/// The row of the table; `sinf` and `sinl` are `sin`, and `abs` of a real is `fabs`.
std::optional<ir::Op> rowOf(std::string name, unsigned arity) {
  if (name == "abs")
    name = "fabs";
  if (std::optional<ir::Op> op = ir::findFunction(name, arity))
    return op;
  if (name.ends_with("f") || name.ends_with("l"))
    return ir::findFunction(std::string_view(name).substr(0, name.size() - 1), arity);
  return std::nullopt;
}

bool isScalarType(QualType type) {
  return type.getNonReferenceType()->isArithmeticType() ||
         type.getNonReferenceType()->isEnumeralType();
}

std::vector<ir::ExprRef> operands(Lowering& l, const CallExpr* expr, const ir::TypeRef& type) {
  std::vector<std::function<Value()>> readers;
  for (const Expr* argument : expr->arguments())
    readers.push_back([&l, argument, type]() -> Value {
      if (ir::ExprRef literal = literalOf(l, argument, type))
        return literal;
      return converted(rvalue(l, argument), type);
    });
  return expressionsInOrder(l, readers);
}

/// std::max({a, b, c}): the first of the largest.
std::optional<Value> ofList(Lowering& l, const CallExpr* expr, ir::Op op) {
  const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(expr->getArg(0)));
  const auto* list = made ? dyn_cast<InitListExpr>(bare(made->getSubExpr())) : nullptr;
  const ir::TypeRef type = l.types.of(expr->getType());
  if (!list || list->getNumInits() == 0 || !type->is(TypeKind::Real))
    return std::nullopt;
  std::vector<std::function<Value()>> readers;
  for (const Expr* element : list->inits())
    readers.push_back(operand(l, element));
  ir::ExprRef result;
  for (Value& value : l.inOrder(readers)) {
    ir::ExprRef next = std::get<ir::ExprRef>(std::move(value));
    result = result ? ir::apply(op, {result, next}, type, toLocation(expr->getExprLoc())) : next;
  }
  return result;
}

/// min, max and clamp are templates over anything; here they are of numbers.
std::optional<Value> choiceCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  const ir::TypeRef type = l.types.of(expr->getType());
  const Location at = toLocation(expr->getExprLoc());
  const unsigned count = expr->getNumArgs();
  const ir::Op min = ir::Op::min, max = ir::Op::max;
  if (count == 1 && (name == "min" || name == "max"))
    return ofList(l, expr, name == "min" ? min : max);
  if (!type->isScalar() || count != (name == "clamp" ? 3u : 2u))
    return std::nullopt;
  std::vector<ir::ExprRef> args = operands(l, expr, type);
  if (!type->is(TypeKind::Real)) {
    const ir::Intrinsic row = name == "min"   ? ir::Intrinsic::least
                              : name == "max" ? ir::Intrinsic::greatest
                                              : ir::Intrinsic::within_bounds;
    return ir::intrinsic(row, type->spelling, std::move(args), type, at);
  }
  if (name == "clamp") // std::clamp(v, lo, hi) is v where neither bound is beyond it
    return ir::apply(min, {ir::apply(max, {args[0], args[1]}, type, at), args[2]}, type, at);
  return ir::apply(name == "min" ? min : max, std::move(args), type, at);
}

/// A power of two is exact: the number is multiplied by one.
ir::ExprRef scaled(ir::ExprRef x, const ir::ExprRef& exponent, const char* sign) {
  const ir::TypeRef type = x->type;
  const Location at = x->location;
  const ir::ExprRef factor = ir::opaque(
      "std::ldexp(static_cast<" + type->spelling + ">(1), " + sign + "$0)", {exponent}, type, at);
  return ir::apply(ir::Op::mul, {std::move(x), factor}, type, at);
}

/// What a function writes through its last argument.
void writeTo(Lowering& l, const Expr* pointer, ir::ExprRef value) {
  const ir::Place place =
      target(l, dereference(l, pointer, pointer->getExprLoc()), pointer->getExprLoc());
  l.emit(ir::assign(place, ir::AssignOp::Set, converted(std::move(value), place.type),
                    toLocation(pointer->getExprLoc())));
}

/// ldexp, scalbn, frexp, modf: a number and its exponent, or its parts.
std::optional<Value> partsCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  const ir::TypeRef type = l.types.of(expr->getType());
  const Location at = toLocation(expr->getExprLoc());
  const bool isScaling = name == "ldexp" || name == "scalbn" || name == "scalbln";
  if (expr->getNumArgs() != 2 || !type->is(TypeKind::Real) ||
      !(isScaling || name == "frexp" || name == "modf"))
    return std::nullopt;
  const ir::ExprRef x = l.keep(converted(rvalue(l, expr->getArg(0)), type), "number");
  if (isScaling)
    return scaled(x, l.keep(rvalue(l, expr->getArg(1)), "exponent"), "");
  if (name == "modf") {
    const ir::ExprRef whole = ir::apply(ir::Op::trunc, {x}, type, at);
    writeTo(l, expr->getArg(1), whole);
    return ir::apply(ir::Op::sub, {x, whole}, type, at);
  }
  const ir::ExprRef exponent =
      l.keep(ir::opaque("($0 == 0 ? 0 : std::ilogb($0) + 1)", {x}, ir::intType(), at), "exponent");
  writeTo(l, expr->getArg(1), exponent);
  return scaled(x, exponent, "-");
}

/// `sincosf`, `lgammaf_r`: as the function of doubles is called.
std::string ofDouble(std::string name) {
  if (name == "lgammaf_r" || name == "lgammal_r")
    return "lgamma_r";
  if (name.starts_with("sincos") || name.starts_with("remquo"))
    name.resize(6);
  return name;
}

/// sincos, remquo, lgamma_r: a second result through a pointer.
std::optional<Value> twoResultsCall(Lowering& l, const CallExpr* expr, const std::string& called) {
  const std::string name = ofDouble(called);
  if (expr->getNumArgs() < 2 || (name != "sincos" && name != "remquo" && name != "lgamma_r"))
    return std::nullopt;
  const Location at = toLocation(expr->getExprLoc());
  const ir::TypeRef type =
      l.types.of(name == "sincos" ? expr->getArg(0)->getType() : expr->getType());
  const auto argument = [&](unsigned i, const char* as) {
    return l.keep(converted(rvalue(l, expr->getArg(i)), type), as);
  };
  const ir::ExprRef x = argument(0, "number");
  if (name == "sincos") {
    writeTo(l, expr->getArg(1), ir::apply(ir::Op::sin, {x}, type, at));
    writeTo(l, expr->getArg(2), ir::apply(ir::Op::cos, {x}, type, at));
    return Value();
  }
  if (name == "lgamma_r") {
    writeTo(l, expr->getArg(1), ir::opaque("treelize::sign_of_gamma($0)", {x}, ir::intType(), at));
    return ir::apply(ir::Op::lgamma, {x}, type, at);
  }
  const ir::ExprRef y = argument(1, "divisor");
  writeTo(l, expr->getArg(2),
          ir::opaque("treelize::quotient_bits($0, $1)", {x, y}, ir::intType(), at));
  return ir::apply(ir::Op::remainder, {x, y}, type, at);
}

} // namespace

std::string plainName(const FunctionDecl* callee) {
  if (!callee->getDeclName().isIdentifier())
    return {};
  std::string name = callee->getNameAsString();
  if (name.starts_with("__builtin_"))
    name = name.substr(10);
  return name;
}

static ir::ExprRef applied(Lowering& l, ir::Op op, std::vector<ir::ExprRef> args,
                           SourceLocation where) {
  for (unsigned i = 0; i < ir::info(op).orders; ++i)
    l.constants.push_back(
        {args[i], where, "as the order of '" + std::string(ir::info(op).spelling) + "'"});
  const ir::TypeRef type = args[0]->type;
  return ir::apply(op, std::move(args), type, toLocation(where));
}

/// INFINITY and NAN are calls of builtins.
static std::optional<Value> limitCall(Lowering& l, const CallExpr* expr,
                                      const FunctionDecl* callee) {
  llvm::APFloat number(0.0);
  const bool isKnown = callee->getBuiltinID() != 0 && expr->getType()->isRealFloatingType() &&
                       expr->EvaluateAsFloat(number, l.ast);
  if (!isKnown || number.isFinite() || number.isNegative())
    return std::nullopt;
  const ir::TypeRef type = l.types.of(expr->getType());
  const std::string limits = "std::numeric_limits<" + type->spelling + ">::";
  return ir::opaque(limits + (number.isNaN() ? "quiet_NaN()" : "infinity()"), {}, type,
                    toLocation(expr->getExprLoc()));
}

std::optional<Value> mathCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const std::string name = plainName(callee);
  if (name.empty() || isa<CXXMethodDecl>(callee) || !isLibraryFunction(l, callee))
    return std::nullopt;
  if (name == "min" || name == "max" || name == "clamp")
    return choiceCall(l, expr, name);
  if (std::optional<Value> limit = limitCall(l, expr, callee))
    return limit;
  if (std::optional<Value> parts = partsCall(l, expr, name))
    return parts;
  if (std::optional<Value> results = twoResultsCall(l, expr, name))
    return results;
  for (const Expr* argument : expr->arguments())
    if (!isScalarType(argument->getType()))
      return std::nullopt;
  const ir::TypeRef type = l.types.of(expr->getType());
  const unsigned count = expr->getNumArgs();
  const bool isReal = type->is(TypeKind::Real);
  if (std::optional<ir::Op> op = isReal ? rowOf(name, count) : std::nullopt)
    return applied(l, *op, operands(l, expr, type), expr->getExprLoc());
  if (name == "abs" && count == 1 && type->is(TypeKind::Integer))
    return ir::intrinsic(ir::Intrinsic::magnitude, operands(l, expr, type), type,
                         toLocation(expr->getExprLoc()));
  if (isClassification(name) || (!isReal && isIntegerFunction(name)))
    return opaqueCall(l, expr, "std::" + name);
  if ((name == "expect" && count == 2) || name == "expect_with_probability")
    return rvalue(l, expr->getArg(0));
  if (name == "is_constant_evaluated" || name == "__is_constant_evaluated")
    return ir::boolean(false);
  return std::nullopt;
}

std::optional<Value> mathCall(Lowering& l, const FunctionDecl* callee,
                              const std::vector<Argument>& arguments, SourceLocation where) {
  if (callee->hasBody() || isa<CXXMethodDecl>(callee) || !isLibraryFunction(l, callee))
    return std::nullopt;
  const ir::TypeRef type = l.types.of(callee->getReturnType());
  const std::optional<ir::Op> op =
      type->is(TypeKind::Real) ? rowOf(plainName(callee), static_cast<unsigned>(arguments.size()))
                               : std::nullopt;
  if (!op)
    return std::nullopt;
  std::vector<std::function<Value()>> readers;
  for (const Argument& argument : arguments)
    readers.push_back([&l, &argument, type]() -> Value {
      return converted(argument.expr ? rvalue(l, argument.expr)
                                     : loaded(l, argument.value, argument.where),
                       type);
    });
  return applied(l, *op, expressionsInOrder(l, readers), where);
}

} // namespace treelize::front
