#include "front/lower/statements/Replay.h"

#include "front/read/ReadKernelSignature.h"
#include "ir/Exchanges.h"
#include "ir/ExprText.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

namespace {

/// Of a variable's memory somebody else knows.
bool isCallers(const Lowering& l, const ir::Place& place) {
  const ir::Variable& base = l.kernel[place.base];
  if (l.isGlobal(place.base) || base.byReference || base.role == ir::Role::Member)
    return true;
  return base.role == ir::Role::Parameter && (base.type->isView() || holdsView(*base.type));
}

/// What the kernel reads anywhere, for its value alone or for its length, too.
struct Reads {
  std::vector<ir::Place> values, all;
};

Reads readsOf(const ir::Kernel& kernel) {
  Reads reads;
  const auto add = [](std::vector<ir::Place>& to) {
    return [&to](const ir::Place& place) { to.push_back(place); };
  };
  ir::forEachStmt(kernel.body, [&](const ir::Stmt& stmt) {
    ir::forEachExpr(stmt, [&](const ir::Expr& expr) {
      ir::forEachLoad(expr, add(reads.values));
      ir::forEachRead(expr, add(reads.all));
    });
    ir::forEachWritten(kernel, stmt, [&](const ir::Place& place) {
      ir::forEachIndexRead(place, add(reads.values));
      ir::forEachIndexRead(place, add(reads.all));
    });
    const auto* update = std::get_if<ir::Assign>(&stmt.node);
    const bool isUpdate = update && update->op != ir::AssignOp::Set;
    const bool changesLength = std::holds_alternative<ir::Append>(stmt.node) ||
                               std::holds_alternative<ir::Drop>(stmt.node);
    if (isUpdate || changesLength || std::holds_alternative<ir::Perform>(stmt.node))
      ir::forEachWritten(kernel, stmt, [&](const ir::Place& place) {
        reads.values.push_back(place);
        reads.all.push_back(place);
      });
  });
  return reads;
}

bool isStep(const ir::Stmt& stmt) {
  return std::holds_alternative<ir::Perform>(stmt.node) && !ir::exchangeOf(stmt);
}

/// Does a function that stays a call take a step, or write to what it was not given?
bool takesSteps(const ir::Function& function) {
  bool found = false;
  ir::forEachStmt(function.as->body, [&](const ir::Stmt& stmt) {
    found = found || isStep(stmt);
    if (!ir::declared(stmt))
      ir::forEachWritten(*function.as, stmt, [&](const ir::Place& place) {
        found = found || ir::isGlobal((*function.as)[place.base]);
      });
  });
  return found;
}

/// Follows the program as it is written. Both sides of a branch count as taken.
class Reader {
public:
  explicit Reader(const Lowering& lowering)
      : l(lowering), reads(readsOf(lowering.kernel)),
        functionsTakeSteps(std::ranges::any_of(lowering.kernel.functions, takesSteps)),
        functionsEnd(std::ranges::any_of(lowering.kernel.functions, [](const ir::Function& f) {
          return ir::endsAsPrimal(f.as->body);
        })) {}

  std::optional<LostReplay> run() {
    block(l.kernel.body);
    return found;
  }

private:
  const Lowering& l;
  const Reads reads;
  const bool functionsTakeSteps, functionsEnd;
  std::string reason; // why the primal may not run again from here on; empty: it may
  std::optional<LostReplay> found;

  void block(const ir::Block& statements) {
    for (const ir::Stmt& stmt : statements)
      statement(stmt);
  }

  void statement(const ir::Stmt& stmt) {
    const auto* end = std::get_if<ir::Abandon>(&stmt.node);
    effects(stmt); // of a call: it may end after it has written
    const bool isEnd = (end && end->asPrimal) ||
                       (functionsEnd && std::holds_alternative<ir::Call>(stmt.node));
    if (isEnd && !reason.empty() && !found)
      found = LostReplay{stmt.location, reason};
    if (ir::isLoop(stmt)) // an earlier iteration has taken its steps
      for (const ir::Block* body : ir::blocks(stmt))
        ir::forEachStmt(*body, [&](const ir::Stmt& inner) { effects(inner); });
    for (const ir::Block* body : ir::blocks(stmt))
      block(*body);
  }

  void effects(const ir::Stmt& stmt) {
    if (!reason.empty() || ir::declared(stmt))
      return;
    if (takesStep(stmt)) {
      reason = stepText(stmt) + ", which comes before it, would run twice";
      return;
    }
    ir::forEachWritten(l.kernel, stmt, [&](const ir::Place& place) {
      if (reason.empty() && isCallers(l, place) && isRead(place))
        reason = "it has changed '" + l.kernel[place.base].name + "' by then, which it reads";
    });
  }

  bool isRead(const ir::Place& written) const {
    const std::vector<ir::Place>& places =
        written.type->isScalar() && !written.path.empty() ? reads.values : reads.all;
    return std::ranges::any_of(
        places, [&](const ir::Place& read) { return mayOverlap(written, read); });
  }

  std::string stepText(const ir::Stmt& stmt) const {
    const auto* call = std::get_if<ir::Call>(&stmt.node);
    const std::string text =
        call ? call->function : ir::text(l.kernel, *std::get<ir::Perform>(stmt.node).step);
    constexpr std::size_t longest = 60;
    return "'" + (text.size() > longest ? text.substr(0, longest) + "..." : text) + "'";
  }

  /// A message that is made is made by the primal once more: nobody keeps the first.
  bool makesMessage(const ir::Stmt& stmt) const {
    const auto* step = std::get_if<ir::Perform>(&stmt.node);
    return step && step->result && l.unseen.contains(*step->result);
  }

  bool takesStep(const ir::Stmt& stmt) const {
    return (isStep(stmt) && !makesMessage(stmt)) || (functionsTakeSteps && std::holds_alternative<ir::Call>(stmt.node));
  }
};

} // namespace

std::optional<LostReplay> findLostReplay(const Lowering& l, const clang::FunctionDecl* kernel) {
  if (l.ends.empty())
    return std::nullopt;
  for (const clang::ParmVarDecl* parameter : kernel->parameters())
    if (!parameter->getType()->isReferenceType() && !isCopyable(parameter->getType()))
      return LostReplay{l.ends.front().where,
                        "its argument '" + parameter->getNameAsString() + "' cannot be copied"};
  return Reader(l).run();
}

} // namespace treelize::front
