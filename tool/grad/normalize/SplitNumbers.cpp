#include "grad/normalize/SplitNumbers.h"

#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

class NumberSplitter {
public:
  explicit NumberSplitter(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    std::set<VarId> own; // numbers that begin here
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      if (const std::optional<VarId> set = setAgain(statements[i], own))
        own.insert(split(statements, i, *set));
      const auto* local = std::get_if<Declare>(&statements[i].node);
      if (local && local->value && mayBeSeveral(local->var))
        own.insert(local->var);
    }
  }

private:
  Kernel& kernel;

  bool mayBeSeveral(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference && variable.type->isScalar() &&
           var != kernel.result;
  }

  static std::optional<VarId> setAgain(const Stmt& stmt, const std::set<VarId>& own) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    const bool isSet = s && s->op == AssignOp::Set && s->target.path.empty();
    return isSet && own.contains(s->target.base) ? std::optional(s->target.base) : std::nullopt;
  }

  /// The number that the statement sets, and all that stands behind it asks for.
  VarId split(Block& statements, std::size_t at, VarId before) {
    const VarId next = addVariable(kernel, Variable(kernel[before]));
    const auto& set = std::get<Assign>(statements[at].node);
    statements[at] = declare(next, set.value, statements[at].location);
    for (std::size_t i = at + 1; i < statements.size(); ++i)
      replaceVariable(statements[i], before, next);
    return next;
  }
};

} // namespace

void splitNumbers(Kernel& kernel) {
  NumberSplitter(kernel).block(kernel.body);
}

} // namespace treelize::grad
