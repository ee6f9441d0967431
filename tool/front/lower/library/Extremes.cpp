// std::min, std::max and std::minmax where the variable itself is asked for, not its value.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

const FunctionDecl* extremeOf(const CallExpr* call) {
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool isOfTwo =
      callee && call->getNumArgs() == 2 && isInStd(callee) && callee->getDeclName().isIdentifier();
  const bool areNumbers = isOfTwo && bare(call->getArg(0))->isLValue() &&
                          bare(call->getArg(1))->isLValue() &&
                          call->getArg(0)->getType()->isArithmeticType();
  return areNumbers ? callee : nullptr;
}

/// Two numbers, of which the first one wins where neither is less.
struct Two {
  std::vector<ir::Place> places;
  ir::ExprRef first, second;

  /// The second one, or the first one, if one of the two is less than the other.
  Choice chosen(Lowering& l, const ir::ExprRef& less, const ir::ExprRef& than,
                bool isSecond = true) const {
    const ir::ExprRef isLess =
        l.keep(ir::apply(Op::lt_, {less, than}, ir::boolType(), less->location), "is_less");
    return {places, ir::select(isLess, ir::integer(isSecond ? 1 : 0), ir::integer(isSecond ? 0 : 1),
                               less->location)};
  }
};

std::optional<Two> twoOf(Lowering& l, const CallExpr* call) {
  const Location at = toLocation(call->getExprLoc());
  Two two;
  for (Value& value : l.inOrder({[&] { return glvalue(l, call->getArg(0)); },
                                 [&] { return glvalue(l, call->getArg(1)); }})) {
    const Value fixed = l.frozen(std::move(value));
    const auto* place = std::get_if<ir::Place>(&fixed);
    if (!place)
      return std::nullopt;
    two.places.push_back(*place);
  }
  two.first = ir::load(two.places[0], at);
  two.second = ir::load(two.places[1], at);
  return two;
}

} // namespace

std::optional<Value> extremeReference(Lowering& l, const Expr* expr) {
  const auto* call = dyn_cast<CallExpr>(bare(expr));
  const FunctionDecl* callee = extremeOf(call);
  if (!callee || (callee->getName() != "min" && callee->getName() != "max"))
    return std::nullopt;
  const std::optional<Two> two = twoOf(l, call);
  if (!two)
    return std::nullopt;
  return callee->getName() == "min" ? two->chosen(l, two->second, two->first)
                                    : two->chosen(l, two->first, two->second);
}

std::optional<Value> minmaxCall(Lowering& l, const CallExpr* call) {
  const FunctionDecl* callee = extremeOf(call);
  const std::optional<Two> two =
      callee && callee->getName() == "minmax" ? twoOf(l, call) : std::nullopt;
  if (!two)
    return std::nullopt;
  Object object{std::make_shared<ObjectState>()};
  object.state->elements = {two->chosen(l, two->second, two->first),
                            two->chosen(l, two->second, two->first, /*isSecond=*/false)};
  return object;
}

} // namespace treelize::front
