#include "ir/ElideFills.h"

#include "ir/Builder.h"
#include "ir/Members.h"
#include "ir/Walk.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace treelize::ir {

namespace {

/// The variable that fills a container which is made with this value.
std::optional<VarId> fillOf(const ExprRef& value) {
  const auto* made = value ? std::get_if<Construct>(&value->node) : nullptr;
  const Place* fill = made && made->args.size() == 2 ? copiedPlace(made->args[1]) : nullptr;
  return fill && fill->path.empty() ? std::optional(fill->base) : std::nullopt;
}

ExprRef* valueOf(Stmt& stmt) {
  if (auto* local = std::get_if<Declare>(&stmt.node))
    return &local->value;
  auto* set = std::get_if<Assign>(&stmt.node);
  return set && set->op == AssignOp::Set ? &set->value : nullptr;
}

class Elision {
public:
  explicit Elision(Kernel& kernel) : kernel(kernel) {
    for (const Stmt& stmt : kernel.body)
      forEachMention(stmt, [&](VarId var) { ++named[var]; });
  }

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      const auto* made = std::get_if<Declare>(&statements[i].node);
      if (made && made->value && std::holds_alternative<Construct>(made->value->node) &&
          !readsNumbers(*made->value) && named[made->var] == 2 && moveInto(statements, i, *made))
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  }

private:
  const Kernel& kernel;
  std::map<VarId, unsigned> named;

  /// Into the statement of the block that alone names it, if the value is the same there.
  bool moveInto(Block& statements, std::size_t at, const Declare& made) const {
    for (std::size_t i = at + 1; i < statements.size(); ++i) {
      ExprRef* value = valueOf(statements[i]);
      if (value && fillOf(*value) == made.var) {
        const ExprRef count = std::get<Construct>((*value)->node).args[0];
        *value = construct((*value)->type, {count, made.value}, (*value)->location);
        return true;
      }
      if (mentions(statements[i], made.var) || writesWhatIsRead(statements[i], *made.value))
        return false;
    }
    return false;
  }

  bool writesWhatIsRead(const Stmt& stmt, const Expr& value) const {
    bool does = false;
    forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
      forEachWritten(kernel, part, [&](const Place& written) {
        forEachRead(value, [&](const Place& read) { does = does || read.base == written.base; });
      });
    });
    return does;
  }
};

} // namespace

bool readsNumbers(const Expr& value) {
  bool does = false;
  forEachLoad(value, [&](const Place& place) { does = does || isDifferentiable(*place.type); });
  return does;
}

void elideFills(Kernel& kernel) {
  Elision(kernel).block(kernel.body);
}

} // namespace treelize::ir
