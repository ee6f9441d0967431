// std::complex: every operation becomes arithmetic on the two parts.
//
// A local complex number is two real variables; the elements of arrays and the members of objects
// stay complex numbers whose parts are read and written (runtime: treelize/detail/parts.hpp).
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "ir/Literals.h"

#include <set>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

bool isComplex(QualType type) {
  return libraryOf(type) == Library::complex;
}

/// A number with its two parts; both are literals or loads, so that they may be used twice.
struct Number {
  ExprRef re, im;
  ir::TypeRef type() const { return re->type; }
};

class Arithmetic {
public:
  Arithmetic(Lowering& lowering, SourceLocation location)
      : l(lowering), where(location), at(toLocation(location)) {}

  Lowering& l;
  SourceLocation where;
  Location at;

  // --- operands ---
  Value evaluated(const Expr* expr) const {
    return isComplex(expr->getType()) ? value(l, expr) : Value(rvalue(l, expr));
  }

  Number number(const Value& from, const ir::TypeRef& type) const {
    if (const auto* real = std::get_if<ExprRef>(&from); real && (*real)->type->isScalar())
      return {plain(converted(*real, type)), ir::real(0.0, type)};
    return {plain(converted(loaded(l, tupleElement(l, from, 0, where), where), type)),
            plain(converted(loaded(l, tupleElement(l, from, 1, where), where), type))};
  }

  std::vector<Number> numbers(const CallExpr* expr, const ir::TypeRef& type,
                              unsigned first = 0) const {
    std::vector<std::function<Value()>> operands;
    for (unsigned i = first; i < expr->getNumArgs(); ++i)
      operands.push_back(
          [this, argument = expr->getArg(i)]() -> Value { return evaluated(argument); });
    std::vector<Number> result;
    for (const Value& value : l.inOrder(operands))
      result.push_back(number(value, type));
    return result;
  }

  Value object(const Number& z) const {
    Object result{std::make_shared<ObjectState>()};
    result.state->elements = {z.re, z.im};
    return result;
  }

  // --- parts ---
  ExprRef plain(ExprRef e) const {
    const bool isPlain =
        std::holds_alternative<ir::Literal>(e->node) || std::holds_alternative<ir::Load>(e->node);
    return isPlain ? e : l.keep(std::move(e), "part");
  }
  ExprRef apply(Op op, const ExprRef& a) const { return ir::apply(op, {a}, a->type, at); }
  ExprRef apply(Op op, const ExprRef& a, const ExprRef& b) const {
    return ir::apply(op, {a, b}, a->type, at);
  }
  static bool isZero(const ExprRef& e) { return ir::isZero(*e); }
  ExprRef add(const ExprRef& a, const ExprRef& b) const {
    return isZero(a) ? b : isZero(b) ? a : apply(Op::add, a, b);
  }
  ExprRef sub(const ExprRef& a, const ExprRef& b) const {
    return isZero(b) ? a : isZero(a) ? neg(b) : apply(Op::sub, a, b);
  }
  ExprRef mul(const ExprRef& a, const ExprRef& b) const {
    return isZero(a) ? a : isZero(b) ? b : apply(Op::mul, a, b);
  }
  ExprRef div(const ExprRef& a, const ExprRef& b) const {
    return isZero(a) ? a : apply(Op::div, a, b);
  }
  ExprRef neg(const ExprRef& a) const { return isZero(a) ? a : apply(Op::neg, a); }
  /// Of a zero too, whose sign says on which side of a cut it is.
  ExprRef flipped(const ExprRef& a) const { return plain(apply(Op::neg, a)); }
  ExprRef constant(double value, const Number& like) const { return ir::real(value, like.type()); }

  // --- arithmetic ---
  Number sum(const Number& a, const Number& b) const { return {add(a.re, b.re), add(a.im, b.im)}; }
  Number difference(const Number& a, const Number& b) const {
    return {sub(a.re, b.re), sub(a.im, b.im)};
  }
  Number product(const Number& a, const Number& b) const {
    return {sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re))};
  }
  Number quotient(const Number& a, const Number& b) const {
    if (isZero(b.im))
      return {div(a.re, b.re), div(a.im, b.re)};
    const ExprRef norm = plain(add(mul(b.re, b.re), mul(b.im, b.im)));
    return {div(add(mul(a.re, b.re), mul(a.im, b.im)), norm),
            div(sub(mul(a.im, b.re), mul(a.re, b.im)), norm)};
  }
  Number negated(const Number& a) const { return {neg(a.re), neg(a.im)}; }
  Number settled(const Number& a) const { return {plain(a.re), plain(a.im)}; }

  // --- functions ---
  ExprRef abs(const Number& z) const { return apply(Op::hypot, z.re, z.im); }
  ExprRef arg(const Number& z) const { return apply(Op::atan2, z.im, z.re); }
  ExprRef norm(const Number& z) const { return add(mul(z.re, z.re), mul(z.im, z.im)); }
  Number polar(const ExprRef& radius, const ExprRef& angle) const {
    const ExprRef r = plain(radius), a = plain(angle);
    return {mul(r, apply(Op::cos, a)), mul(r, apply(Op::sin, a))};
  }
  Number exp(const Number& z) const { return polar(apply(Op::exp, z.re), z.im); }
  Number log(const Number& z) const { return {apply(Op::log, abs(z)), arg(z)}; }

  /// The principal root; the parts are made without cancellation. On the axes they have the slopes
  /// of the side that is taken, where those of |re| and |im| would be zero.
  Number sqrt(const Number& z) const {
    const ExprRef zero = constant(0, z), one = constant(1, z), two = constant(2, z);
    const ExprRef isRight = l.keep(ir::apply(Op::ge_, {z.re, zero}, ir::boolType(), at), "right");
    const ExprRef size = ir::select(isRight, z.re, neg(z.re), at);
    const ExprRef half = plain(apply(Op::div, add(abs(z), size), two));
    const ExprRef isOrigin = plain(ir::apply(Op::eq_, {half, zero}, ir::boolType(), at));
    const ExprRef t = plain(ir::select(isOrigin, zero, apply(Op::sqrt, half), at));
    const ExprRef u =
        plain(ir::select(isOrigin, zero, apply(Op::div, z.im, apply(Op::mul, two, t)), at));
    return {ir::select(isRight, t, mul(u, apply(Op::copysign, one, z.im)), at),
            ir::select(isRight, u, apply(Op::copysign, t, z.im), at)};
  }
  Number sinh(const Number& z) const {
    return {mul(apply(Op::sinh, z.re), apply(Op::cos, z.im)),
            mul(apply(Op::cosh, z.re), apply(Op::sin, z.im))};
  }
  Number cosh(const Number& z) const {
    return {mul(apply(Op::cosh, z.re), apply(Op::cos, z.im)),
            mul(apply(Op::sinh, z.re), apply(Op::sin, z.im))};
  }
  Number sin(const Number& z) const {
    return {mul(apply(Op::sin, z.re), apply(Op::cosh, z.im)),
            mul(apply(Op::cos, z.re), apply(Op::sinh, z.im))};
  }
  Number cos(const Number& z) const {
    return {mul(apply(Op::cos, z.re), apply(Op::cosh, z.im)),
            neg(mul(apply(Op::sin, z.re), apply(Op::sinh, z.im)))};
  }
  /// By tanh and tan of the parts: nothing overflows.
  Number tanh(const Number& z) const {
    const ExprRef one = constant(1, z), h = plain(apply(Op::tanh, z.re)),
                  t = plain(apply(Op::tan, z.im));
    const ExprRef hh = plain(mul(h, h)), tt = plain(mul(t, t));
    const ExprRef below = plain(add(one, mul(hh, tt)));
    return {div(mul(h, add(one, tt)), below), div(mul(t, sub(one, hh)), below)};
  }
  Number tan(const Number& z) const { // -i tanh(iz)
    const Number turned = settled(tanh({plain(neg(z.im)), z.re}));
    return {turned.im, neg(turned.re)};
  }
  Number power(const Number& z, std::int64_t exponent) const {
    Number result = z;
    for (std::int64_t i = 1; i < exponent; ++i)
      result = settled(product(result, z));
    return result;
  }
  /// As polar, and zero at the origin whatever the angle is.
  Number raised(const ExprRef& radius, const ExprRef& angle) const {
    const ExprRef r = plain(radius), zero = ir::real(0.0, r->type);
    const ExprRef isOrigin = l.keep(ir::apply(Op::eq_, {r, zero}, ir::boolType(), at), "origin");
    const Number other = polar(r, angle);
    return {ir::select(isOrigin, zero, other.re, at), ir::select(isOrigin, zero, other.im, at)};
  }
  Number pow(const Number& z, const Number& w) const {
    if (isZero(z.im) && !isZero(w.im))
      return powerOfReal(z.re, w);
    const Number exponent = settled(product(settled(log(z)), w));
    return raised(apply(Op::exp, exponent.re), exponent.im);
  }
  /// The angle of a negative number is pi.
  Number powerOfReal(const ExprRef& x, const Number& w) const {
    const ExprRef zero = constant(0, w), half = constant(3.14159265358979323846, w);
    const ExprRef isPositive = l.keep(ir::apply(Op::gt_, {x, zero}, ir::boolType(), at), "positive");
    const ExprRef size = plain(ir::select(isPositive, x, neg(x), at));
    const ExprRef angle = plain(ir::select(isPositive, zero, half, at));
    const ExprRef radius =
        mul(apply(Op::pow, size, w.re), apply(Op::exp, neg(mul(w.im, angle))));
    return raised(radius, add(mul(w.im, apply(Op::log, size)), mul(w.re, angle)));
  }

  // --- the inverse functions, by roots on both sides of their cuts (W. Kahan, 1987) ---
  Number rootBelow(const Number& z) const { // of 1 - z
    return settled(sqrt({plain(sub(constant(1, z), z.re)), flipped(z.im)}));
  }
  Number rootAbove(const Number& z) const { // of 1 + z
    return settled(sqrt({plain(add(constant(1, z), z.re)), z.im}));
  }
  Number asin(const Number& z) const {
    const Number below = rootBelow(z), above = rootAbove(z);
    return {apply(Op::atan2, z.re, sub(mul(below.re, above.re), mul(below.im, above.im))),
            apply(Op::asinh, sub(mul(below.re, above.im), mul(below.im, above.re)))};
  }
  Number acos(const Number& z) const {
    const Number below = rootBelow(z), above = rootAbove(z);
    return {mul(constant(2, z), apply(Op::atan2, below.re, above.re)),
            apply(Op::asinh, sub(mul(above.re, below.im), mul(above.im, below.re)))};
  }
  Number acosh(const Number& z) const {
    const Number left = settled(sqrt({plain(sub(z.re, constant(1, z))), z.im}));
    const Number above = rootAbove(z);
    return {apply(Op::asinh, add(mul(left.re, above.re), mul(left.im, above.im))),
            mul(constant(2, z), apply(Op::atan2, left.im, above.re))};
  }
  Number atanh(const Number& z) const {
    const ExprRef one = constant(1, z), two = constant(2, z), four = constant(4, z);
    const ExprRef left = plain(sub(one, z.re)), right = plain(add(one, z.re));
    const ExprRef square = plain(mul(z.im, z.im));
    const ExprRef ratio = div(mul(four, z.re), add(mul(left, left), square));
    return {div(apply(Op::log1p, ratio), four),
            div(apply(Op::atan2, mul(two, z.im), sub(mul(left, right), square)), two)};
  }
  Number asinh(const Number& z) const { return turnedBack(asin({flipped(z.im), z.re})); }
  Number atan(const Number& z) const { return turnedBack(atanh({flipped(z.im), z.re})); }
  Number turnedBack(const Number& z) const { // -i z
    const Number known = settled(z);
    return {known.im, flipped(known.re)};
  }
};

std::string nameOf(const FunctionDecl* callee) {
  return callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
}

std::optional<Number> function(const Arithmetic& a, const std::string& name, const Number& z) {
  static const std::map<std::string, Number (Arithmetic::*)(const Number&) const> functions = {
      {"exp", &Arithmetic::exp},   {"log", &Arithmetic::log},   {"sqrt", &Arithmetic::sqrt},
      {"sin", &Arithmetic::sin},   {"cos", &Arithmetic::cos},   {"tan", &Arithmetic::tan},
      {"sinh", &Arithmetic::sinh}, {"cosh", &Arithmetic::cosh}, {"tanh", &Arithmetic::tanh},
      {"asin", &Arithmetic::asin}, {"acos", &Arithmetic::acos}, {"atan", &Arithmetic::atan},
      {"asinh", &Arithmetic::asinh}, {"acosh", &Arithmetic::acosh}, {"atanh", &Arithmetic::atanh}};
  if (name == "conj")
    return Number{z.re, a.neg(z.im)};
  if (name == "proj")
    return z;
  if (name == "log10") {
    const Number ln = a.log(z);
    const ExprRef ten = a.constant(2.302585092994045684, z);
    return Number{a.div(ln.re, ten), a.div(ln.im, ten)};
  }
  const auto found = functions.find(name);
  return found == functions.end() ? std::nullopt : std::optional((a.*found->second)(z));
}

ExprRef measure(const Arithmetic& a, const std::string& name, const Number& z) {
  if (name == "real")
    return z.re;
  if (name == "imag")
    return z.im;
  if (name == "abs")
    return a.abs(z);
  if (name == "arg")
    return a.arg(z);
  return name == "norm" ? a.norm(z) : nullptr;
}

/// std::abs(z), std::polar(r, a), std::pow(z, w), ...
std::optional<Value> freeFunction(Lowering& l, const CallExpr* expr, const std::string& name) {
  const Arithmetic a(l, expr->getExprLoc());
  const QualType resultType = expr->getType();
  if (name == "polar" && isComplex(resultType)) {
    const ir::TypeRef type = l.types.of(elementTypes(l, resultType)[0]);
    const std::vector<Number> args = a.numbers(expr, type);
    return a.object(
        a.settled(a.polar(args[0].re, args.size() > 1 ? args[1].re : ir::real(0.0, type))));
  }
  const bool isOfComplex = expr->getNumArgs() > 0 &&
                           (isComplex(expr->getArg(0)->getType()) ||
                            (expr->getNumArgs() == 2 && isComplex(expr->getArg(1)->getType())));
  if (!isOfComplex)
    return std::nullopt;
  const ir::TypeRef type =
      isComplex(resultType) ? l.types.of(elementTypes(l, resultType)[0]) : l.types.of(resultType);
  if (name == "pow") {
    if (const std::optional<std::int64_t> n = wholeNumber(l, expr->getArg(1));
        n && *n >= 1 && *n <= 16)
      return a.object(a.power(a.number(a.evaluated(expr->getArg(0)), type), *n));
    const std::vector<Number> args = a.numbers(expr, type);
    return a.object(a.settled(a.pow(args[0], args[1])));
  }
  if (expr->getNumArgs() != 1)
    return std::nullopt;
  const Number z = a.numbers(expr, type)[0];
  if (ExprRef real = measure(a, name, z))
    return real;
  if (std::optional<Number> result = function(a, name, z))
    return a.object(a.settled(*result));
  return std::nullopt;
}

std::optional<Number> combined(const Arithmetic& a, OverloadedOperatorKind op, const Number& x,
                               const Number& y) {
  switch (op) {
  case OO_Plus:
  case OO_PlusEqual:
    return a.sum(x, y);
  case OO_Minus:
  case OO_MinusEqual:
    return a.difference(x, y);
  case OO_Star:
  case OO_StarEqual:
    return a.product(x, y);
  case OO_Slash:
  case OO_SlashEqual:
    return a.quotient(x, y);
  default:
    return std::nullopt;
  }
}

bool isUpdate(OverloadedOperatorKind op) {
  return op == OO_PlusEqual || op == OO_MinusEqual || op == OO_StarEqual || op == OO_SlashEqual ||
         op == OO_Equal;
}

/// z = w, z += w, ...: the right side comes first.
Value update(Lowering& l, const CXXOperatorCallExpr* expr) {
  const Arithmetic a(l, expr->getExprLoc());
  std::vector<Value> sides = l.inOrder({[&]() -> Value { return a.evaluated(expr->getArg(1)); },
                                        [&]() -> Value { return glvalue(l, expr->getArg(0)); }});
  const Value re = tupleElement(l, sides[1], 0, a.where),
              im = tupleElement(l, sides[1], 1, a.where);
  const ExprRef oldRe = loaded(l, re, a.where), oldIm = loaded(l, im, a.where);
  const auto set = [&](const Value& part, ir::AssignOp kind, const ExprRef& value) {
    write(l, part, a.where,
          [&](const ir::Place& place) { l.emit(ir::assign(place, kind, value, a.at)); });
  };
  const OverloadedOperatorKind op = expr->getOperator();
  const Number by = a.number(sides[0], oldRe->type);
  if (op == OO_PlusEqual || op == OO_MinusEqual) {
    const auto kind = op == OO_PlusEqual ? ir::AssignOp::Add : ir::AssignOp::Sub;
    const Number fixed{l.keep(by.re, "part"), l.keep(by.im, "part")}; // z += z
    set(re, kind, fixed.re);
    if (!Arithmetic::isZero(by.im))
      set(im, kind, fixed.im);
    return sides[1];
  }
  Number result = op == OO_Equal ? by : *combined(a, op, {oldRe, oldIm}, by);
  result = {l.keep(result.re, "part"), l.keep(result.im, "part")};
  set(re, ir::AssignOp::Set, result.re);
  set(im, ir::AssignOp::Set, result.im);
  return sides[1];
}

std::optional<Value> operatorCall(Lowering& l, const CXXOperatorCallExpr* expr) {
  const OverloadedOperatorKind op = expr->getOperator();
  if (isUpdate(op))
    return update(l, expr);
  const Arithmetic a(l, expr->getExprLoc());
  const bool isFirst = isComplex(expr->getArg(0)->getType());
  const ir::TypeRef type = l.types.of(elementTypes(l, expr->getArg(isFirst ? 0 : 1)->getType())[0]);
  const std::vector<Number> args = a.numbers(expr, type);
  if (args.size() == 1)
    return op == OO_Plus    ? a.object(args[0])
           : op == OO_Minus ? a.object(a.settled(a.negated(args[0])))
                            : std::optional<Value>();
  if (op == OO_EqualEqual || op == OO_ExclaimEqual) {
    const Op compare = op == OO_EqualEqual ? Op::eq_ : Op::ne_,
             join = op == OO_EqualEqual ? Op::land_ : Op::lor_;
    ExprRef re = ir::apply(compare, {args[0].re, args[1].re}, ir::boolType(), a.at);
    ExprRef im = ir::apply(compare, {args[0].im, args[1].im}, ir::boolType(), a.at);
    return ir::apply(join, {re, im}, ir::boolType(), a.at);
  }
  const std::optional<Number> result = combined(a, op, args[0], args[1]);
  return result ? std::optional(a.object(a.settled(*result))) : std::nullopt;
}

/// z.real(), z.imag(1.0)
std::optional<Value> method(Lowering& l, const CXXMemberCallExpr* expr, const std::string& name) {
  if (name != "real" && name != "imag")
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  const Expr* object = expr->getImplicitObjectArgument();
  auto self = [&]() -> Value {
    if (object->getType()->isPointerType())
      return dereference(l, object, where);
    return object->isGLValue() ? glvalue(l, object) : value(l, object);
  };
  const std::size_t index = name == "real" ? 0 : 1;
  if (expr->getNumArgs() == 0)
    return loaded(l, tupleElement(l, self(), index, where), where);
  std::vector<Value> parts = l.inOrder({operand(l, expr->getArg(0)), self});
  write(l, tupleElement(l, parts[1], index, where), where, [&](const ir::Place& place) {
    l.emit(ir::assign(place, ir::AssignOp::Set, converted(std::get<ExprRef>(parts[0]), place.type),
                      toLocation(where)));
  });
  return Value();
}

} // namespace

std::optional<Value> complexCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (!isInStd(callee))
    return std::nullopt;
  std::optional<Value> result;
  bool isOfComplex = false;
  for (const Expr* argument : expr->arguments())
    isOfComplex = isOfComplex || isComplex(argument->getType());
  if (const auto* operatorExpr = dyn_cast<CXXOperatorCallExpr>(expr)) {
    if (!isOfComplex || operatorExpr->getOperator() == OO_LessLess ||
        operatorExpr->getOperator() == OO_GreaterGreater)
      return std::nullopt;
    result = operatorCall(l, operatorExpr);
  } else if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    if (libraryOf(cast<CXXMethodDecl>(callee)->getParent()) != Library::complex)
      return std::nullopt;
    isOfComplex = true;
    result = method(l, member, nameOf(callee));
  } else if (isa<UserDefinedLiteral>(expr) && isComplex(expr->getType())) { // 2.0i
    const Arithmetic a(l, expr->getExprLoc());
    const ir::TypeRef type = l.types.of(elementTypes(l, expr->getType())[0]);
    Expr::EvalResult literal;
    if (!expr->getArg(0)->EvaluateAsRValue(literal, l.ast) ||
        !(literal.Val.isFloat() || literal.Val.isInt()))
      return std::nullopt;
    const double value = literal.Val.isFloat()
                             ? literal.Val.getFloat().convertToDouble()
                             : static_cast<double>(literal.Val.getInt().getExtValue());
    return a.object({ir::real(0.0, type), ir::real(value, type)});
  } else {
    static const std::set<std::string> names = {
        "real", "imag",  "abs",  "arg",  "norm",  "conj",  "proj", "polar", "exp",
        "log",  "log10", "sqrt", "pow",  "sin",   "cos",   "tan",  "sinh",  "cosh",
        "tanh", "asin",  "acos", "atan", "asinh", "acosh", "atanh"};
    if (!names.contains(nameOf(callee)))
      return std::nullopt;
    result = freeFunction(l, expr, nameOf(callee));
  }
  if (!result && isOfComplex)
    l.notYet(expr->getExprLoc(), "'" + l.types.qualifiedName(callee) + "' of complex numbers",
             "write it with exp and log");
  return result;
}

Value complexOf(Lowering& l, const Slot& slot, const Expr* from) {
  const ir::TypeRef type = l.types.of(elementTypes(l, slot.type)[0]);
  const Arithmetic a(l, slot.where);
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  Number number{ir::real(0.0, type), ir::real(0.0, type)};
  if (!made || (made->getNumArgs() > 0 && isComplex(made->getArg(0)->getType()))) {
    number = a.number(a.evaluated(made ? made->getArg(0) : from), type);
  } else if (made->getNumArgs() > 0) {
    std::vector<std::function<Value()>> operands;
    for (const Expr* argument : made->arguments())
      operands.push_back(operand(l, argument));
    std::vector<Value> parts = l.inOrder(operands);
    number.re = converted(std::get<ExprRef>(parts[0]), type);
    if (parts.size() > 1 && !isa<CXXDefaultArgExpr>(made->getArg(1)))
      number.im = converted(std::get<ExprRef>(parts[1]), type);
  }
  Object result{std::make_shared<ObjectState>()};
  for (const auto& [part, suffix] : {std::pair(number.re, "_re"), std::pair(number.im, "_im")}) {
    const ir::VarId id = l.addLocal(
        slot.name + suffix, type, {.isConst = !slot.isWritten, .isStable = !slot.isWritten}, a.at);
    l.emit(ir::declare(id, part, a.at));
    result.state->elements.push_back(l.placeOf(id));
  }
  return result;
}

} // namespace treelize::front
