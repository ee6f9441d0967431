#include "grad/finish/SinkShadows.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// `x_b += e` as the declaration of x_b, where it can be one.
std::optional<Stmt> asDeclaration(const Stmt& stmt, VarId var) {
  const auto* add = std::get_if<Assign>(&stmt.node);
  const bool isFirstValue =
      add && add->target.base == var && add->target.path.empty() && !reads(stmt, var);
  if (!isFirstValue)
    return std::nullopt;
  const ExprRef value =
      add->op == AssignOp::Sub ? apply(Op::neg, {add->value}, add->value->type) : add->value;
  return declare(var, value, stmt.location);
}

class ShadowSinker {
public:
  void block(Block& statements) {
    std::size_t position = 0;
    std::vector<VarId> own;
    for (; position < statements.size(); ++position) {
      Stmt& stmt = statements[position];
      forEachOwnMention(stmt, [&](VarId var) { mention(var); });
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (const auto* local = std::get_if<Declare>(&stmt.node); local && isZero(local->value)) {
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
      if (!local || !isZero(local->value))
        continue;
      const std::optional<std::size_t> first = open.at(local->var).first;
      if (!first)
        continue;
      isMoved[i] = true;
      if (std::optional<Stmt> declaration = asDeclaration(statements[*first], local->var))
        statements[*first] = *std::move(declaration);
      else
        opened[*first].push_back(std::move(statements[i]));
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

bool isZero(const ExprRef& e) {
  const auto* number = e ? std::get_if<Literal>(&e->node) : nullptr;
  return number && (number->text == "0.0" || number->text == "0.0f" || number->text == "0.0L");
}

void sinkShadows(Block& code) {
  ShadowSinker().block(code);
}

} // namespace treelize::grad
