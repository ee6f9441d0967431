#include "front/lower/library/Followers.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// What a function does with one of its variables from a place on, be it in the next iteration.
class LaterUse : public RecursiveASTVisitor<LaterUse> {
public:
  LaterUse(const SourceManager& sourceManager, const VarDecl* variableUsed, SourceLocation start)
      : sources(sourceManager), variable(variableUsed), from(start) {}

  bool shouldVisitLambdaBody() const { return true; }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    ++lambdaDepth;
    const bool goesOn = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    --lambdaDepth;
    return goesOn;
  }
  bool VisitBinaryOperator(BinaryOperator* expr) {
    if (expr->getOpcode() == BO_Assign)
      begins(expr->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* expr) {
    if (expr->getOperator() != OO_Equal)
      return true;
    const DeclRefExpr* target = begins(expr->getArg(0));
    if (target && target->getDecl() == variable && holds(expr, from))
      last = expr;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* expr) {
    const CXXMethodDecl* method = expr->getMethodDecl();
    if (method && method->getDeclName().isIdentifier() &&
        (method->getName() == "clear" || method->getName() == "assign"))
      begins(expr->getImplicitObjectArgument());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt* stmt) {
    if (holds(stmt, from))
      last = stmt;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (use->getDecl() != variable || use->getLocation() == from)
      return true;
    const bool isAfter = sources.isBeforeInTranslationUnit(from, use->getLocation());
    if (lambdaDepth > 0)
      isRead = true; // whoever calls it
    else if (isAfter && !firstAfter)
      firstAfter = use;
    else if (!isAfter && loop && holds(loop, use->getLocation()) && !firstInLoop)
      firstInLoop = use;
    return true;
  }
  bool VisitForStmt(ForStmt* stmt) { return noteLoop(stmt); }
  bool VisitWhileStmt(WhileStmt* stmt) { return noteLoop(stmt); }
  bool VisitDoStmt(DoStmt* stmt) { return noteLoop(stmt); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* stmt) { return noteLoop(stmt); }

  bool uses() const {
    const auto reads = [&](const DeclRefExpr* use) { return use && !assigned.contains(use); };
    if (last)
      return reads(firstAfter) && holds(last, firstAfter->getLocation());
    const bool isRenewed = firstAfter && assigned.contains(firstAfter) &&
                           (!loop || holds(loop, firstAfter->getLocation()));
    return isRead || reads(firstAfter) || (!isRenewed && reads(firstInLoop));
  }

private:
  const SourceManager& sources;
  const VarDecl* variable;
  const SourceLocation from;
  unsigned lambdaDepth = 0;
  /// The outermost one around the place that the variable was declared before
  const Stmt* loop = nullptr;
  const DeclRefExpr* firstAfter = nullptr;
  const DeclRefExpr* firstInLoop = nullptr;
  std::set<const DeclRefExpr*> assigned;
  bool isRead = false;
  /// Around the place: the function ends with it, or the variable gets another value
  const Stmt* last = nullptr;

  /// The variable that gets a new value, if it is one.
  const DeclRefExpr* begins(const Expr* target) {
    const auto* use = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts());
    if (use)
      assigned.insert(use);
    return use;
  }
  bool holds(const Stmt* stmt, SourceLocation where) const {
    return !sources.isBeforeInTranslationUnit(where, stmt->getBeginLoc()) &&
           !sources.isBeforeInTranslationUnit(stmt->getEndLoc(), where);
  }
  bool noteLoop(const Stmt* stmt) {
    if (!loop && holds(stmt, from) && !holds(stmt, variable->getLocation()))
      loop = stmt;
    return true;
  }
};

/// Is the variable used after the point that the running code is at?
bool isUsedLater(const Lowering& l, const VarDecl* variable, SourceLocation where) {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  for (auto frame = l.frames.rbegin(); frame != l.frames.rend(); ++frame) {
    if (function && frame->function->getCanonicalDecl() == function->getCanonicalDecl() &&
        where.isValid()) {
      LaterUse use(l.ast.getSourceManager(), variable, where);
      use.TraverseStmt(function->getBody());
      return use.uses();
    }
    where = frame->calledFrom;
  }
  return false;
}

/// Is it an element of a vector that the place is, or holds?
bool isBehindBuffer(const ir::Place& vector, const ir::Place& pointed, bool isContainer) {
  if (!mayOverlap(vector, pointed) || pointed.path.size() + isContainer <= vector.path.size())
    return false;
  ir::TypeRef type = vector.type;
  for (std::size_t i = vector.path.size(); i <= pointed.path.size(); ++i) {
    const bool isElement = i < pointed.path.size() ? !pointed.path[i].isField() : isContainer;
    if (isElement && type->is(ir::TypeKind::Vector))
      return true;
    if (i == pointed.path.size())
      return false;
    const ir::RecordField* field =
        pointed.path[i].isField() ? ir::findField(*type, pointed.path[i].field) : nullptr;
    type = field ? field->type : type->element;
    if (!type)
      return false;
  }
  return false;
}

bool pointsInto(const ir::Place& vector, const Value& value) {
  if (const auto* place = std::get_if<ir::Place>(&value))
    return isBehindBuffer(vector, *place, /*isContainer=*/false);
  const auto isIn = [&](const ir::Place& base, bool isObject) {
    return base.type && isBehindBuffer(vector, base, !isObject);
  };
  if (const auto* view = std::get_if<View>(&value))
    return isIn(view->base, view->isObject) ||
           std::ranges::any_of(view->others,
                               [&](const ir::Place& base) { return isIn(base, view->isObject); });
  if (const auto* moving = std::get_if<MovingView>(&value); moving && moving->state->bases)
    return std::ranges::any_of(moving->state->bases->known, [&](const Base& base) {
      return isIn(base.place, moving->state->bases->isObject);
    });
  if (const auto* choice = std::get_if<Choice>(&value))
    return std::ranges::any_of(choice->places, [&](const ir::Place& place) {
      return isBehindBuffer(vector, place, false);
    });
  return false;
}

/// The first variable of the source that points into a vector of the object and is used later; null
/// if there is none.
const VarDecl* followerOf(const Lowering& l, const ir::Place& object, SourceLocation where) {
  const VarDecl* first = nullptr;
  for (const auto& [decl, value] : l.bindings) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    const bool follows = variable && variable->isLocalVarDecl() && pointsInto(object, value) &&
                         isUsedLater(l, variable, where);
    if (follows && (!first || variable->getLocation() < first->getLocation()))
      first = variable;
  }
  return first;
}

const VarDecl* followerOf(const Lowering& l, const Value& object, SourceLocation where) {
  const auto* expr = std::get_if<ir::ExprRef>(&object);
  const auto* load = expr ? std::get_if<ir::Load>(&(*expr)->node) : nullptr;
  if (const auto* place = load ? &load->place : std::get_if<ir::Place>(&object))
    return place->type->isScalar() ? nullptr : followerOf(l, *place, where);
  const auto* apart = std::get_if<Object>(&object);
  if (!apart)
    return nullptr;
  const VarDecl* first = nullptr;
  const auto look = [&](const Value& part) {
    const VarDecl* found = followerOf(l, part, where);
    if (found && (!first || found->getLocation() < first->getLocation()))
      first = found;
  };
  for (const Value& element : apart->state->elements)
    look(element);
  for (const auto& [field, member] : apart->state->members)
    look(member);
  return first;
}

} // namespace

/// Does a move take something out of the object?
static bool holdsBuffer(const Value& object) {
  if (const auto* place = std::get_if<ir::Place>(&object))
    return !ir::hasFixedSize(*place->type);
  const auto* apart = std::get_if<Object>(&object);
  return apart && (apart->state->column ||
                   std::ranges::any_of(apart->state->elements,
                                       [](const Value& part) { return holdsBuffer(part); }) ||
                   std::ranges::any_of(apart->state->members, [](const auto& member) {
                     return holdsBuffer(member.second);
                   }));
}

void refuseUseAfterMove(Lowering& l, const Expr* moved, const Value& object) {
  const auto* use = dyn_cast<DeclRefExpr>(moved->IgnoreParenImpCasts());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (variable && variable->isLocalVarDeclOrParm() && holdsBuffer(object) &&
      isUsedLater(l, variable, use->getLocation()))
    l.notYet(use->getLocation(),
             "a use of '" + variable->getNameAsString() + "' after it was moved from",
             "give it a new value first (assign, clear), or do without std::move");
}

void refuseFollowers(Lowering& l, const Value& object, SourceLocation where) {
  if (const VarDecl* follower = followerOf(l, object, where))
    l.notYet(where,
             "swapping or moving a vector that '" + follower->getNameAsString() + "' points into",
             "point into it anew afterwards, or use an index");
}

} // namespace treelize::front
