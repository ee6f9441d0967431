#include "grad/normalize/SinkLocals.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

class LocalSinker {
public:
  explicit LocalSinker(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    for (std::size_t i = statements.size(); i-- > 0;)
      if (std::optional<std::size_t> branch = onlyBranch(statements, i)) {
        sink(statements[i], std::get<If>(statements[*branch].node));
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
      }
    for (Stmt& stmt : statements)
      if (std::holds_alternative<If>(stmt.node))
        for (Block* inner : blocks(stmt))
          block(*inner);
  }

private:
  Kernel& kernel;

  /// Where all mentions of the number that is declared at a position are, if they are in the
  /// branches of a statement before which nothing changes what the number is made of.
  std::optional<std::size_t> onlyBranch(const Block& statements, std::size_t at) const {
    const auto* local = std::get_if<Declare>(&statements[at].node);
    if (!local || !local->value || kernel[local->var].role != Role::Local ||
        kernel[local->var].byReference || !kernel[local->var].type->isScalar())
      return std::nullopt;
    const auto rest = std::span(statements).subspan(at + 1);
    auto names = [&](const Stmt& stmt) { return mentions(stmt, local->var); };
    const auto first = std::ranges::find_if(rest, names);
    if (first == rest.end() || !std::holds_alternative<If>(first->node) ||
        reads(*first, local->var) || std::any_of(first + 1, rest.end(), names))
      return std::nullopt;
    const auto position = static_cast<std::size_t>(first - rest.begin());
    const analysis::RegionSet writes = analysis::writesOf(kernel, rest.first(position));
    return analysis::mayChange(*local->value, writes) ? std::nullopt
                                                      : std::optional(at + 1 + position);
  }

  void sink(const Stmt& declaration, If& branch) {
    const auto local = std::get<Declare>(declaration.node);
    bool isFirst = true;
    for (Block* inner : {&branch.thenBlock, &branch.elseBlock}) {
      if (!mentions(*inner, local.var))
        continue;
      const VarId own = isFirst ? local.var : addVariable(kernel, Variable(kernel[local.var]));
      if (!isFirst)
        replaceVariable(*inner, local.var, own);
      inner->insert(inner->begin(), declare(own, local.value, declaration.location));
      isFirst = false;
    }
  }
};

} // namespace

void sinkLocals(Kernel& function) {
  LocalSinker(function).block(function.body);
}

} // namespace treelize::grad
