// An assignment of which one side changes a variable that the other side reads: `a[++k] += p[k]`,
// `a[k] = next(k)`. C++17 evaluates the right side first and so does a kernel; g++ begins with the
// left one of compound assignments, and wherever the right one is a call.
#include "front/lower/expressions/Expressions.h"
#include "ir/Walk.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// The variables that an expression names, and those that its own operators change.
class Uses : public RecursiveASTVisitor<Uses> {
public:
  explicit Uses(const Expr* expr) { TraverseStmt(const_cast<Expr*>(expr)); }

  std::set<const VarDecl*> named, changed; // for look-ups only

  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (const auto* variable = dyn_cast<VarDecl>(use->getDecl()))
      named.insert(variable);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* step) {
    if (step->isIncrementDecrementOp())
      change(step->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->isAssignmentOp())
      change(assignment->getLHS());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr*) { return true; } // its body runs elsewhere

private:
  void change(const Expr* target) {
    if (const auto* use = dyn_cast<DeclRefExpr>(target->IgnoreParens()))
      if (const auto* variable = dyn_cast<VarDecl>(use->getDecl()))
        changed.insert(variable);
  }
};

/// A variable that the one changes and the other names; of several the first by its name.
std::string sharedName(const Uses& changing, const Uses& naming) {
  std::set<std::string> names;
  for (const VarDecl* variable : changing.changed)
    if (naming.named.contains(variable))
      names.insert(variable->getNameAsString());
  return names.empty() ? std::string() : *names.begin();
}

class Calls : public RecursiveASTVisitor<Calls> {
public:
  explicit Calls(const Expr* expr) { TraverseStmt(const_cast<Expr*>(expr)); }

  bool any = false;

  bool VisitCallExpr(CallExpr*) { return !(any = true); }
  bool TraverseLambdaExpr(LambdaExpr*) { return true; }
};

/// A variable that the steps change and the place is told by; of several the first by its name.
std::string sharedName(const Lowering& l, const ir::Block& steps, const Value& target) {
  std::set<std::string> names;
  const auto look = [&](const ir::Place& read) {
    ir::forEachStmt(steps, [&](const ir::Stmt& stmt) {
      ir::forEachWritten(l.kernel, stmt, [&](const ir::Place& written) {
        if (written.base == read.base)
          names.insert(l.kernel[read.base].name);
      });
    });
  };
  if (const auto* place = std::get_if<ir::Place>(&target))
    ir::forEachIndexRead(*place, look);
  else if (const auto* choice = std::get_if<Choice>(&target)) {
    ir::forEachRead(*choice->selector, look);
    for (const ir::Place& place : choice->places)
      ir::forEachIndexRead(place, look);
  }
  return names.empty() ? std::string() : *names.begin();
}

void warnOfShared(Lowering& l, const BinaryOperator* expr, const std::string& name) {
  if (!name.empty() && l.warned.insert(expr->getOperatorLoc()).second)
    l.sink.report(Diag::evaluation_order, toLocation(expr->getOperatorLoc()), {name}, l.wayHere());
}

} // namespace

void warnOfEvaluationOrder(Lowering& l, const BinaryOperator* expr, const ir::Block& steps,
                           const Value& target) {
  // Clang and g++ agree where the left side is a call itself.
  if (steps.empty() || !Calls(expr->getRHS()).any || Calls(expr->getLHS()).any)
    return;
  warnOfShared(l, expr, sharedName(l, steps, target));
}

void warnOfEvaluationOrder(Lowering& l, const CompoundAssignOperator* expr) {
  const Uses target(expr->getLHS()), value(expr->getRHS());
  std::string name = sharedName(target, value);
  if (name.empty())
    name = sharedName(value, target);
  warnOfShared(l, expr, name);
}

} // namespace treelize::front
