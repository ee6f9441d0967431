#include "grad/Lanes.h"

#include "grad/finish/loops/ParallelLoops.h"
#include "grad/rules/Guards.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

class Spreader {
public:
  explicit Spreader(const Kernel& derived) : kernel(derived), isWide(kernel.variables.size()) {}

  std::optional<Kernel> run() {
    const bool isTaken =
        std::ranges::any_of(kernel.variables, [](const Variable& v) { return v.name == "Lanes"; });
    if (!kernel.members.empty() || !kernel.outputs.empty())
      return std::nullopt;
    if (isTaken)
      return none("lanes_need_another_name_for_what_is_called_Lanes");
    findWide();
    for (std::size_t i = 0; i < isWide.size(); ++i)
      if (isWide[i] && !widen(kernel.variables[i]))
        return none(kernel.variables[i].role == Role::Shadow
                        ? "lanes_need_parameters_that_are_numbers_pointers_or_spans"
                        : "lanes_need_locals_that_are_numbers_or_arrays_of_double");
    block(kernel.body);
    if (!isPossible)
      return none("lanes_need_a_derivative_that_calls_no_function");
    chooseWhole(kernel.body);
    return std::move(kernel);
  }

  const char* reason = "";

private:
  std::optional<Kernel> none(const char* why) {
    reason = why;
    return std::nullopt;
  }

  Kernel kernel;
  std::vector<bool> isWide; // by variable
  bool isPossible = true;

  /// Shadows, and the locals that take something from them. Of a product with the Hessian not every
  /// local's: the adjoints of tangents are those of the gradient, whatever the direction.
  void findWide() {
    const bool hasDirections = std::ranges::any_of(kernel.variables, isDirection);
    for (std::size_t i = 0; i < isWide.size(); ++i) {
      const Variable& variable = kernel.variables[i];
      isWide[i] = variable.shadowOf && (!hasDirections || variable.role != Role::Local);
    }
    for (bool grew = true; grew;) {
      grew = false;
      forEachStmt(kernel.body, [&](const Stmt& stmt) {
        grew = widenTogether(stmt) || grew;
        const auto* local = std::get_if<Declare>(&stmt.node);
        const auto* assigned = std::get_if<Assign>(&stmt.node);
        const ExprRef value = local ? local->value : assigned ? assigned->value : nullptr;
        const VarId target = local ? local->var : assigned ? assigned->target.base : VarId{};
        if (!value || isWide[target.index] || !carries(*value))
          return;
        isWide[target.index] = grew = true;
      });
    }
  }

  /// A pointer, what it was made from, and the room on the tape that both name.
  bool widenTogether(const Stmt& stmt) {
    bool grew = false;
    const auto widen = [&](VarId var) {
      grew = grew || !isWide[var.index];
      isWide[var.index] = true;
    };
    if (const auto* s = std::get_if<GiveBack>(&stmt.node);
        s && isWide[s->array.index] != isWide[s->taken.index]) {
      widen(s->array);
      widen(s->taken);
    }
    const auto* s = std::get_if<Declare>(&stmt.node);
    if (s && s->value && isWide[s->var.index] && kernel[s->var].type->is(TypeKind::Pointer))
      forEachRead(*s->value, [&](const Place& from) {
        if (from.type->element)
          widen(from.base);
      });
    return grew;
  }

  static bool isViewOrNumber(const Type& type) { return type.isView() || type.is(TypeKind::Real); }

  bool widen(Variable& variable) const {
    TypeRef wide = overLanes(*variable.type);
    const bool isCallers = variable.role == Role::Shadow || isDirection(variable);
    if (!wide || (isCallers && !isViewOrNumber(*wide)))
      return false;
    variable.type = std::move(wide);
    return true;
  }

  /// Does the value depend on an adjoint, other than by a choice?
  bool carries(const Expr& e) const {
    if (const auto* s = std::get_if<Load>(&e.node))
      return isWide[s->place.base.index];
    if (const auto* s = std::get_if<Select>(&e.node))
      return carries(*s->ifTrue) || carries(*s->ifFalse);
    if (std::holds_alternative<Size>(e.node))
      return false;
    bool found = false;
    forEachOperand(e, [&](const Expr& operand) { found = found || carries(operand); });
    return found;
  }

  bool isLinear(const Expr& e) const {
    if (!carries(e) || std::holds_alternative<Load>(e.node))
      return true;
    if (const auto* s = std::get_if<Select>(&e.node))
      return isLinear(*s->ifTrue) && isLinear(*s->ifFalse);
    if (const std::optional<Guarded> sum = guardedSum(e))
      return carries(*sum->value) && isLinear(*sum->value);
    const auto* s = std::get_if<Apply>(&e.node);
    if (!s || s->args.size() > 2)
      return false;
    const bool first = carries(*s->args[0]), second = s->args.size() == 2 && carries(*s->args[1]);
    const bool isKnown = s->op == Op::neg || s->op == Op::add || s->op == Op::sub ||
                         (s->op == Op::mul && first != second) || (s->op == Op::div && !second);
    return isKnown && isLinear(*s->args[0]) && (s->args.size() == 1 || isLinear(*s->args[1]));
  }

  /// Also under guards: the seeds whose lanes with zero stay zero.
  void block(Block& statements, const std::vector<ExprRef>& guards = {}) {
    for (Stmt& stmt : statements) {
      forEachExprSlot(stmt, [&](ExprRef& e) { e = retyped(e); });
      forEachPlaceSlot(stmt, [&](Place& place) { retype(place); });
      if (auto* s = std::get_if<Declare>(&stmt.node))
        value(s->value, kernel[s->var].type, isWide[s->var.index]);
      else if (auto* s = std::get_if<Assign>(&stmt.node))
        assignment(*s, guards);
      else if (auto* s = std::get_if<Append>(&stmt.node); s && s->value)
        value(s->value, s->container.type->element, isWide[s->container.base.index]);
      else if (auto* s = std::get_if<If>(&stmt.node)) {
        branch(*s, guards);
        continue;
      } else if (std::holds_alternative<Call>(stmt.node))
        isPossible = false;
      else
        forEachExpr(stmt, [&](const Expr& e) { isPossible = isPossible && !carries(e); });
      for (Block* inner : blocks(stmt))
        block(*inner, guards);
    }
  }

  void assignment(Assign& s, const std::vector<ExprRef>& guards) {
    const bool isTargetWide = isWide[s.target.base.index];
    if (const auto* zeros = std::get_if<ZerosLike>(&s.value->node);
        zeros && isSame(zeros->of, s.target))
      return; // what it is, all zero
    value(s.value, s.target.type, isTargetWide);
    if (isTargetWide && s.op != AssignOp::Set && s.target.type->is(TypeKind::Real) &&
        !carries(*s.value))
      s.value = intrinsic(Intrinsic::same_in_lanes, {s.value}, s.target.type); // it is zero in each
    if (isTargetWide && carries(*s.value))
      for (const ExprRef& guard : guards)
        s.value = guarded({guard, s.value}, s.target.type);
  }

  void branch(If& s, const std::vector<ExprRef>& guards) {
    std::vector<ExprRef> inner = guards;
    if (const Place* seed = askedSeed(*s.condition); seed && isWide[seed->base.index])
      inner.push_back(std::get<Apply>(s.condition->node).args[0]);
    else
      isPossible = isPossible && (!carries(*s.condition) || asksForSignificance(*s.condition));
    block(s.thenBlock, inner);
    block(s.elseBlock, guards);
  }

  static bool asksForSignificance(const Expr& condition) {
    if (askedForSignificance(condition))
      return true;
    const auto* s = std::get_if<Apply>(&condition.node);
    return s && s->op == Op::lor_ &&
           std::ranges::all_of(s->args, [](const ExprRef& e) { return asksForSignificance(*e); });
  }

  /// The zeros of a vector, over lanes.
  static ExprRef wideZeros(const ExprRef& e, const TypeRef& type) {
    const auto* zeros = std::get_if<ZerosLike>(&e->node);
    if (!zeros || !isVectorOfNumbers(*zeros->of.type))
      return e;
    return intrinsic(Intrinsic::zeros_over_lanes, {load(zeros->of)}, type, e->location);
  }

  static bool isVectorOfNumbers(const Type& type) {
    return type.is(TypeKind::Vector) &&
           (type.element->is(TypeKind::Real) || isVectorOfNumbers(*type.element));
  }

  /// A value that a wide place takes is linear in the adjoints; other places take none of them.
  void value(ExprRef& e, const TypeRef& type, bool isTargetWide) {
    if (!e)
      return;
    if (isTargetWide)
      e = wideZeros(e, type);
    if (type->is(TypeKind::Pointer))
      return; // to elements of its own kind
    isPossible = isPossible && (isTargetWide ? isLinear(*e) : !carries(*e)) &&
                 !std::holds_alternative<ZerosLike>(e->node);
    if (isTargetWide && std::holds_alternative<Construct>(e->node)) {
      Expr made = *e;
      made.type = type;
      e = std::make_shared<Expr>(std::move(made));
    }
  }

  /// What is chosen has one type: sums and products of lanes have types of their own.
  static void chooseWhole(Block& statements) {
    for (Stmt& stmt : statements) {
      forEachExprSlot(stmt, [](ExprRef& expr) {
        expr = rewrite(expr, [](const ExprRef& e) -> ExprRef {
          const auto* s = std::get_if<Select>(&e->node);
          if (!s || !isOverLanes(*e->type))
            return e;
          Expr copy = *e;
          copy.node = Select{s->condition, whole(s->ifTrue), whole(s->ifFalse)};
          return std::make_shared<Expr>(std::move(copy));
        });
      });
      for (Block* inner : blocks(stmt))
        chooseWhole(*inner);
    }
  }
  static ExprRef whole(const ExprRef& e) {
    if (!std::holds_alternative<Apply>(e->node) || !isOverLanes(*e->type))
      return e;
    return intrinsic(Intrinsic::same_in_lanes, {e}, e->type);
  }

  void retype(Place& place) const {
    if (TypeRef wide = isWide[place.base.index] ? overLanes(*place.type) : nullptr)
      place.type = std::move(wide);
  }

  ExprRef retyped(const ExprRef& expr) const {
    return rewrite(expr, [&](const ExprRef& e) -> ExprRef {
      if (!carries(*e) || std::holds_alternative<Size>(e->node) || !e->type->is(TypeKind::Real))
        return e;
      Expr copy = *e;
      if (auto* s = std::get_if<Load>(&copy.node))
        retype(s->place);
      copy.type = overLanes(*e->type);
      return std::make_shared<Expr>(std::move(copy));
    });
  }
};

} // namespace

std::optional<Kernel> spreadOverLanes(const Kernel& derived) {
  std::optional<Kernel> wide = Spreader(derived).run();
  if (wide)
    keepUnshared(*wide);
  return wide;
}

std::string whyNoLanes(const Kernel& derived) {
  Spreader spreader(derived);
  (void)spreader.run();
  return spreader.reason;
}

} // namespace treelize::grad
