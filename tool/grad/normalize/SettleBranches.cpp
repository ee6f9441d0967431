#include "grad/normalize/SettleBranches.h"

#include "analysis/OnlyValues.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace treelize::grad {

using namespace ir;

namespace {

class BranchSettler {
public:
  explicit BranchSettler(const Kernel& kernel) : values(kernel, kernel.body) {}

  void block(Block& statements) const {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      auto* branch = std::get_if<If>(&stmt.node);
      const std::optional<bool> known = branch ? answer(*branch->condition) : std::nullopt;
      if (known)
        std::ranges::move(*known ? branch->thenBlock : branch->elseBlock, std::back_inserter(out));
      else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  const analysis::OnlyValues values;

  /// What the condition comes to; nothing where that is not known.
  std::optional<bool> answer(const Expr& condition) const {
    const auto* apply = std::get_if<Apply>(&condition.node);
    if (!apply)
      return std::nullopt;
    if (apply->op == Op::lnot_)
      return opposite(answer(*apply->args[0]));
    if (apply->op == Op::land_)
      return isExcluded(*apply->args[0], *apply->args[1])
                 ? false
                 : joined(*apply->args[0], *apply->args[1], false);
    if (apply->op == Op::lor_)
      return joined(*apply->args[0], *apply->args[1], true);
    return areWholeAndSame(*apply) ? ofOneNumber(apply->op) : std::nullopt;
  }

  static std::optional<bool> opposite(std::optional<bool> known) {
    return known ? std::optional(!*known) : std::nullopt;
  }

  /// One operand that is `decisive` decides.
  std::optional<bool> joined(const Expr& a, const Expr& b, bool decisive) const {
    const std::optional<bool> first = answer(a), second = answer(b);
    if (first == decisive || second == decisive)
      return decisive;
    return first && second ? std::optional(!decisive) : std::nullopt;
  }

  /// Of a number compared with itself.
  static std::optional<bool> ofOneNumber(Op op) {
    if (op == Op::eq_ || op == Op::le_ || op == Op::ge_)
      return true;
    if (op == Op::ne_ || op == Op::lt_ || op == Op::gt_)
      return false;
    return std::nullopt;
  }

  bool areWholeAndSame(const Apply& comparison) const {
    return comparison.args.size() == 2 && comparison.args[0]->type->is(TypeKind::Integer) &&
           isSame(*resolved(comparison.args[0]), *resolved(comparison.args[1]));
  }

  /// `a == b` and `a != b`.
  bool isExcluded(const Expr& first, const Expr& second) const {
    const auto *a = std::get_if<Apply>(&first.node), *b = std::get_if<Apply>(&second.node);
    const bool areOpposite =
        a && b &&
        ((a->op == Op::eq_ && b->op == Op::ne_) || (a->op == Op::ne_ && b->op == Op::eq_));
    return areOpposite && a->args[0]->type->is(TypeKind::Integer) &&
           isSame(*resolved(a->args[0]), *resolved(b->args[0])) &&
           isSame(*resolved(a->args[1]), *resolved(b->args[1]));
  }

  ExprRef resolved(const ExprRef& number) const {
    const auto* load = std::get_if<Load>(&number->node);
    const ExprRef value = load ? values.of(load->place) : nullptr;
    return value && values.keepsValue(*value) ? resolved(value) : number;
  }
};

} // namespace

void settleBranches(Kernel& kernel) {
  BranchSettler(kernel).block(kernel.body);
}

} // namespace treelize::grad
