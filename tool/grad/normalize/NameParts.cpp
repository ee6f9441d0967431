// Parts of a long formula get names, so that its tangent is no longer statement than the formula
// itself: the product rule repeats what is multiplied, at every depth once more.
#include "analysis/Activity.h"
#include "grad/normalize/Normalize.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

/// So many operators a statement of the tangent may have, and so many what stands for a part of it.
constexpr unsigned longStatement = 24, longPart = 8;

/// The operators of an expression and of its tangent.
struct Length {
  unsigned value = 0, tangent = 0;
  bool isActive = false;
};

class PartNamer {
public:
  explicit PartNamer(Kernel& kernel)
      : kernel(kernel), activity(analysis::findActivity(kernel)) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      if (auto* s = std::get_if<Declare>(&stmt.node); s && s->value)
        s->value = root(s->value, out);
      if (auto* s = std::get_if<Assign>(&stmt.node))
        s->value = root(s->value, out);
      for (Block* inner : blocks(stmt))
        block(*inner);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  const analysis::Activity activity;

  ExprRef root(const ExprRef& value, Block& out) {
    if (!value->type->is(TypeKind::Real) || lengthOf(*value).tangent <= longStatement)
      return value;
    Length length;
    return shortened(value, length, out);
  }

  /// The operands are known; the product rule and its like mention each in the others' terms.
  static Length joined(const std::vector<Length>& operands) {
    Length whole{1, 0, false};
    for (const Length& operand : operands) {
      whole.value += operand.value;
      whole.isActive = whole.isActive || operand.isActive;
    }
    for (const Length& operand : operands)
      if (operand.isActive)
        whole.tangent += operand.tangent + whole.value - operand.value;
    return whole;
  }

  Length lengthOf(const Expr& value) const {
    if (const auto* e = std::get_if<Cast>(&value.node))
      return lengthOf(*e->arg);
    std::vector<Length> operands;
    if (std::holds_alternative<Apply>(value.node) || std::holds_alternative<Select>(value.node))
      forEachOperand(value, [&](const Expr& e) { operands.push_back(lengthOf(e)); });
    return operands.empty() ? Length{0, 0, activity.isActive(kernel, value)} : joined(operands);
  }

  /// The same value of operands that are short. What only one of two arms evaluates stays there.
  ExprRef shortened(const ExprRef& value, Length& length, Block& out) {
    if (const auto* e = std::get_if<Cast>(&value->node); e && e->arg->type->is(TypeKind::Real))
      return cast(shortened(e->arg, length, out), value->type, value->location);
    if (!std::holds_alternative<Apply>(value->node) || !value->type->is(TypeKind::Real)) {
      length = lengthOf(*value);
      return value;
    }
    Expr copy = *value;
    std::vector<Length> lengths;
    for (ExprRef& operand : std::get<Apply>(copy.node).args) {
      operand = shortened(operand, lengths.emplace_back(), out);
      if (lengths.back().tangent > longPart)
        operand = named(operand, lengths.back(), out);
    }
    length = joined(lengths);
    return std::make_shared<Expr>(std::move(copy));
  }

  ExprRef named(const ExprRef& part, Length& length, Block& out) {
    if (!part->type->is(TypeKind::Real))
      return part;
    const VarId var = addLocal(kernel, "part", part->type, part->location);
    out.push_back(declare(var, part, part->location));
    length = {0, 0, true};
    return load(kernel, var);
  }
};

} // namespace

void nameParts(Kernel& kernel) {
  PartNamer(kernel).block(kernel.body);
}

} // namespace treelize::grad
