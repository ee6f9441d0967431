// switch: its body is one list of statements with labels in between; the kernel language wants a
// body per group of labels that falls through to the next.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool hasLabel(const Stmt* stmt) {
  return stmt &&
         (isa<SwitchCase, LabelStmt>(stmt) || std::ranges::any_of(stmt->children(), hasLabel));
}

/// `[[likely]] case 1:`
const Stmt* withoutAttributes(const Stmt* stmt) {
  const auto* attributed = dyn_cast<AttributedStmt>(stmt);
  return attributed && isa<SwitchCase>(attributed->getSubStmt()) ? attributed->getSubStmt() : stmt;
}

/// A block in the middle of which a case begins. Without variables it is as if its braces were not
/// there.
bool holdsCases(const Stmt* stmt) {
  const auto* block = dyn_cast<CompoundStmt>(stmt);
  return block &&
         std::ranges::none_of(block->body(),
                              [](const Stmt* child) { return isa<DeclStmt>(child); }) &&
         std::ranges::any_of(block->body(), [](const Stmt* child) {
           return isa<SwitchCase>(withoutAttributes(child)) || holdsCases(child);
         });
}

class Cases {
public:
  explicit Cases(Lowering& l) : l_(l) {}

  void add(const Stmt* stmt) {
    stmt = withoutAttributes(stmt);
    while (const auto* label = dyn_cast<SwitchCase>(stmt)) {
      begin();
      if (const auto* one = dyn_cast<CaseStmt>(label))
        addLabels(one);
      else
        cases_.back().isDefault = true;
      stmt = withoutAttributes(label->getSubStmt());
      hasLabelsOnly_ = true;
    }
    if (holdsCases(stmt)) {
      for (const Stmt* child : cast<CompoundStmt>(stmt)->body())
        add(child);
      return;
    }
    hasLabelsOnly_ = false;
    if (cases_.empty() && !isa<DeclStmt>(stmt) && !hasLabel(stmt))
      return;           // nothing leads there
    if (cases_.empty()) // the declarations are in scope
      return statement(l_, stmt);
    ir::Block body = l_.collect([&] { statement(l_, stmt); });
    for (ir::Stmt& lowered : body)
      cases_.back().body.push_back(std::move(lowered));
  }

  std::vector<ir::Switch::Case> take() { return std::move(cases_); }

private:
  /// `case 1:`, `case 1 ... 4:`
  void addLabels(const CaseStmt* label) {
    std::vector<ir::ExprRef>& labels = cases_.back().labels;
    if (!label->getRHS())
      return labels.push_back(rvalue(l_, label->getLHS()));
    const auto numberOf = [&](const Expr* expr) {
      return expr->EvaluateKnownConstInt(l_.ast).getExtValue();
    };
    const std::int64_t first = numberOf(label->getLHS()), last = numberOf(label->getRHS());
    if (last - first >= longestRange)
      l_.notYet(label->getEllipsisLoc(), "a long range of case labels", "use if");
    for (std::int64_t number = first; number <= last; ++number)
      labels.push_back(ir::integer(number));
  }

  /// `case 1: case 2:` share one body.
  void begin() {
    if (!hasLabelsOnly_)
      cases_.emplace_back();
  }

  static constexpr std::int64_t longestRange = 256; // every label is printed

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
  l.breakMarks.push_back(l.cleanups.size());
  if (const auto* body = dyn_cast<CompoundStmt>(stmt->getBody()))
    for (const Stmt* child : body->body())
      cases.add(child);
  else
    cases.add(stmt->getBody());
  l.breakMarks.pop_back();
  result.cases = cases.take();
  l.emit({toLocation(stmt->getSwitchLoc()), std::move(result)});
}

} // namespace treelize::front
