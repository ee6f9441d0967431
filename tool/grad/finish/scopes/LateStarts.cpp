#include "grad/finish/scopes/LateStarts.h"

#include "analysis/Homes.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

bool opensAtZero(const Declare& local) {
  return local.value && isZero(*local.value);
}

/// `x = e` as the declaration of x, where it can be one; so can `x += e` if x opens at zero.
std::optional<Stmt> asDeclaration(const Stmt& stmt, const Declare& local, bool takesSums) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isFirstValue = s && s->target.base == local.var && s->target.path.empty() &&
                            s->target.type->isScalar() && !reads(stmt, local.var);
  if (!isFirstValue || (s->op != AssignOp::Set && !(takesSums && opensAtZero(local))))
    return std::nullopt;
  const ExprRef value =
      s->op == AssignOp::Sub ? apply(Op::neg, {s->value}, s->value->type) : s->value;
  return declare(local.var, value, stmt.location);
}

class LateStarter {
public:
  explicit LateStarter(bool isOfShadows) : isOfShadows(isOfShadows) {}

  void block(Block& statements) {
    std::size_t position = 0;
    std::vector<VarId> own;
    for (; position < statements.size(); ++position) {
      Stmt& stmt = statements[position];
      forEachOwnMention(stmt, [&](VarId var) { mention(var); });
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (const auto* local = std::get_if<Declare>(&stmt.node);
          local && analysis::beginsConstant(*local)) {
        open.insert_or_assign(local->var, Opening{&position, std::nullopt});
        own.push_back(local->var);
      }
    }
    sink(statements);
    for (const VarId local : own)
      open.erase(local);
  }

private:
  struct Opening {
    const std::size_t* position;      // where the walk is in the block
    std::optional<std::size_t> first; // statement of the block that mentions the local
  };
  const bool isOfShadows;
  std::map<VarId, Opening> open;

  void mention(VarId var) {
    const auto found = open.find(var);
    if (found != open.end() && !found->second.first)
      found->second.first = *found->second.position;
  }

  void sink(Block& statements) {
    // What opens in front of a statement, the last one first.
    std::vector<Block> opened(statements.size());
    std::vector<bool> isMoved(statements.size());
    for (std::size_t i = statements.size(); i-- > 0;) {
      const auto* local = std::get_if<Declare>(&statements[i].node);
      const std::optional<std::size_t> first =
          local && analysis::beginsConstant(*local) ? open.at(local->var).first : std::nullopt;
      if (!first)
        continue;
      if (std::optional<Stmt> declaration =
              asDeclaration(statements[*first], *local, isOfShadows)) {
        statements[*first] = *std::move(declaration);
        isMoved[i] = true;
      } else if (isOfShadows && opensAtZero(*local)) {
        opened[*first].push_back(std::move(statements[i]));
        isMoved[i] = true;
      }
    }
    Block sunk;
    sunk.reserve(statements.size());
    for (std::size_t i = 0; i < statements.size(); ++i) {
      std::ranges::move(opened[i], std::back_inserter(sunk));
      if (!isMoved[i])
        sunk.push_back(std::move(statements[i]));
    }
    statements = std::move(sunk);
  }
};

} // namespace

void startWithValues(Block& code) {
  LateStarter(/*isOfShadows=*/false).block(code);
}

void sinkShadows(Block& code) {
  LateStarter(/*isOfShadows=*/true).block(code);
}

} // namespace treelize::grad
