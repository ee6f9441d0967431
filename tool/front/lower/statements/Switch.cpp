// switch: its body is one list of statements with labels in between; the kernel language wants a
// body per group of labels that falls through to the next.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;

namespace {

class Cases {
public:
  explicit Cases(Lowering& l) : l_(l) {}

  void add(const Stmt* stmt) {
    while (const auto* label = dyn_cast<SwitchCase>(stmt)) {
      begin();
      if (const auto* one = dyn_cast<CaseStmt>(label)) {
        if (one->getRHS())
          l_.notYet(one->getEllipsisLoc(), "a range of case labels", "name every label, or use if");
        cases_.back().labels.push_back(rvalue(l_, one->getLHS()));
      } else {
        cases_.back().isDefault = true;
      }
      stmt = label->getSubStmt();
      hasLabelsOnly_ = true;
    }
    hasLabelsOnly_ = false;
    if (cases_.empty()) {
      // Unreachable, but its declarations are in scope.
      if (!isa<NullStmt>(stmt))
        l_.notYet(stmt->getBeginLoc(), "a statement before the first case label", "move it before the switch");
      return;
    }
    ir::Block body = l_.collect([&] { statement(l_, stmt); });
    for (ir::Stmt& lowered : body)
      cases_.back().body.push_back(std::move(lowered));
  }

  std::vector<ir::Switch::Case> take() { return std::move(cases_); }

private:
  /// `case 1: case 2:` share one body.
  void begin() {
    if (!hasLabelsOnly_)
      cases_.emplace_back();
  }

  Lowering& l_;
  std::vector<ir::Switch::Case> cases_;
  bool hasLabelsOnly_ = false;
};

} // namespace

void switchStmt(Lowering& l, const SwitchStmt* stmt) {
  if (stmt->getInit())
    statement(l, stmt->getInit());
  if (stmt->getConditionVariable())
    declaration(l, stmt->getConditionVariable());
  ir::Switch result;
  result.selector = rvalue(l, stmt->getCond());
  Cases cases(l);
  if (const auto* body = dyn_cast<CompoundStmt>(stmt->getBody()))
    for (const Stmt* child : body->body())
      cases.add(child);
  else
    cases.add(stmt->getBody());
  result.cases = cases.take();
  l.emit({toLocation(stmt->getSwitchLoc()), std::move(result)});
}

} // namespace treelize::front
