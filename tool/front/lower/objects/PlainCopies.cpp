#include "front/lower/objects/PlainCopies.h"

#include "front/lower/types/Members.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace treelize::front {

using namespace clang;

namespace {

/// What an expression is made of, without casts, moves and copies.
const Expr* origin(const Expr* expr) {
  while (true) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expr))
      expr = cleanups->getSubExpr();
    else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    else if (const auto* cast = dyn_cast<ExplicitCastExpr>(expr); cast && cast->isGLValue())
      expr = cast->getSubExpr();
    else if (const auto* copy = dyn_cast<CXXConstructExpr>(expr);
             copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor())
      expr = copy->getArg(0);
    else if (const auto* call = dyn_cast<CallExpr>(expr); call && call->isCallToStdMove())
      expr = call->getArg(0);
    else
      return expr;
  }
}

/// Does an operation give every member what the other object's has, and do nothing else? The other
/// object may get this one's members in exchange where it ends with the operation.
class Copying {
public:
  explicit Copying(const CXXMethodDecl* operation)
      : Copying(operation, nullptr, operation->getParamDecl(0), operation->getParent(),
                !operation->getParamDecl(0)->getType()->isReferenceType()) {}

  bool isPlain() {
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(operation))
      for (const CXXCtorInitializer* init : constructor->inits())
        if (!initializer(init))
          return false;
    if (!block(operation->getBody()))
      return false;
    return isWhole || (hasAllBases() && coverMembers(copied, record));
  }

private:
  Copying(const FunctionDecl* operation, const ParmVarDecl* target, const ParmVarDecl* source,
          const CXXRecordDecl* record, bool mayExchange)
      : operation(operation), target(target), source(source), record(record),
        mayExchange(mayExchange) {}

  const FunctionDecl* operation;
  const ParmVarDecl* target; // null: the method's object
  const ParmVarDecl* source;
  const CXXRecordDecl* record;
  bool mayExchange;
  std::vector<const FieldDecl*> copied; // by whatever names
  std::set<const CXXRecordDecl*> copiedBases;  // by an assignment
  std::map<const Decl*, llvm::APInt> counters; // of the loops around, from zero up to here
  bool isWhole = false;                        // by one call

  /// False: once before.
  bool copies(const FieldDecl* field) {
    const bool isNew = std::ranges::find(copied, field) == copied.end();
    copied.push_back(field);
    return isNew;
  }
  /// Every initialiser of a constructor has been looked at.
  bool hasAllBases() const {
    return isa<CXXConstructorDecl>(operation) ||
           std::ranges::all_of(record->bases(), [&](const CXXBaseSpecifier& base) {
             const CXXRecordDecl* part = base.getType()->getAsCXXRecordDecl();
             return part->isEmpty() || copiedBases.contains(part->getCanonicalDecl());
           });
  }

  /// By whatever names.
  static bool areOne(const FieldDecl* one, const FieldDecl* other) {
    return one && other && (one == other || canonicalMember(one) == canonicalMember(other));
  }
  bool isSource(const Expr* expr) const {
    const auto* use = dyn_cast<DeclRefExpr>(origin(expr));
    return use && use->getDecl() == source;
  }
  bool isThis(const Expr* expr) const {
    expr = expr->IgnoreParenImpCasts();
    if (target)
      return variable(expr) == target;
    const auto* object = dyn_cast<UnaryOperator>(expr);
    return isa<CXXThisExpr>(expr) ||
           (object && object->getOpcode() == UO_Deref && isThis(object->getSubExpr()));
  }
  const FieldDecl* fieldOf(const Expr* expr, bool ofSource) const {
    const auto* member =
        dyn_cast<MemberExpr>(ofSource ? origin(expr) : expr->IgnoreParenImpCasts());
    const Expr* object = member ? stepFromObject(member)->getBase() : nullptr;
    const bool isOwn = object && (ofSource ? isSource(object) : isThis(object));
    return isOwn ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  }

  bool initializer(const CXXCtorInitializer* init) {
    if (init->isBaseInitializer())
      return isSource(init->getInit());
    if (!init->isAnyMemberInitializer())
      return false;
    return areOne(init->getAnyMember(), fieldOf(init->getInit(), true))
               ? copies(init->getAnyMember())
               : !init->isWritten();
  }

  bool block(const Stmt* body) {
    return body &&
           std::ranges::all_of(body->children(), [&](const Stmt* stmt) { return statement(stmt); });
  }

  bool statement(const Stmt* stmt) {
    if (isa<NullStmt>(stmt))
      return true;
    if (isa<CompoundStmt>(stmt))
      return block(stmt);
    if (const auto* names = dyn_cast<DeclStmt>(stmt)) // using std::swap;
      return std::ranges::all_of(names->decls(), [](const Decl* decl) {
        return isa<UsingDecl, UsingDirectiveDecl>(decl);
      });
    if (const auto* back = dyn_cast<ReturnStmt>(stmt))
      return !back->getRetValue() || isThis(back->getRetValue());
    if (const auto* branch = dyn_cast<IfStmt>(stmt))
      return unlessItself(branch);
    if (const auto* loop = dyn_cast<ForStmt>(stmt))
      return counted(loop);
    const auto* expr = dyn_cast<Expr>(stmt);
    if (!expr)
      return false;
    const auto* call = dyn_cast<CallExpr>(expr->IgnoreImplicit());
    return call && isSwap(call) ? exchange(call) : assignment(expr->IgnoreImplicit());
  }

  static bool isSwap(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const unsigned arguments = isa<CXXMemberCallExpr>(call) ? 1 : 2;
    return callee && callee->getDeclName().isIdentifier() && callee->getName() == "swap" &&
           call->getNumArgs() == arguments;
  }
  /// std::swap(x, other.x), x.swap(other.x), swap(*this, other), swap(other).
  bool exchange(const CallExpr* call) {
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    const Expr* first = method ? method->getImplicitObjectArgument() : call->getArg(0);
    const Expr* second = call->getArg(method ? 0 : 1);
    const FunctionDecl* callee = call->getDirectCallee();
    if (!mayExchange)
      return false;
    if (callee->isInStdNamespace()) {
      const FieldDecl* field = fieldOf(first, false);
      return areOne(field, fieldOf(second, true)) && copies(field);
    }
    const FunctionDecl* definition = nullptr;
    if (!isThis(first) || !isSource(second) || !callee->hasBody(definition))
      return false;
    const ParmVarDecl* own = method ? nullptr : definition->getParamDecl(0);
    const ParmVarDecl* other = definition->getParamDecl(method ? 0 : 1);
    const bool isPlain = (!own || own->getType()->isReferenceType()) &&
                         other->getType()->isReferenceType() &&
                         Copying(definition, own, other, record, /*mayExchange=*/true).isPlain();
    return isPlain && (isWhole = true);
  }

  /// if (this != &other) { ... }, if (this == &other) return *this;
  bool unlessItself(const IfStmt* branch) {
    const auto* test = dyn_cast<BinaryOperator>(branch->getCond()->IgnoreParenImpCasts());
    if (!test || !test->isEqualityOp() || branch->getElse() || branch->hasInitStorage() ||
        branch->hasVarStorage())
      return false;
    const auto isAddress = [&](const Expr* expr) {
      const auto* address = dyn_cast<UnaryOperator>(expr->IgnoreParenImpCasts());
      return address && address->getOpcode() == UO_AddrOf && isSource(address->getSubExpr());
    };
    const bool isTest = (isThis(test->getLHS()) && isAddress(test->getRHS())) ||
                        (isThis(test->getRHS()) && isAddress(test->getLHS()));
    if (!isTest || test->getOpcode() == BO_NE)
      return isTest && statement(branch->getThen());
    const Stmt* then = branch->getThen();
    if (const auto* inner = dyn_cast<CompoundStmt>(then); inner && inner->size() == 1)
      then = inner->body_front();
    return isa<ReturnStmt>(then) && statement(then);
  }

  bool assignment(const Expr* expr) {
    const Expr *to = nullptr, *from = nullptr;
    if (const auto* binary = dyn_cast<BinaryOperator>(expr);
        binary && binary->getOpcode() == BO_Assign) {
      to = binary->getLHS();
      from = binary->getRHS();
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
               call && call->getOperator() == OO_Equal) {
      to = call->getArg(0);
      from = call->getArg(1);
    } else if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr)) { // Base::operator=(other)
      const CXXMethodDecl* method = call->getMethodDecl();
      const bool isCopy =
          method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
      if (!isCopy || !isThis(call->getImplicitObjectArgument()) || !isSource(call->getArg(0)))
        return false;
      copiedBases.insert(method->getParent()->getCanonicalDecl());
      return true;
    }
    if (!to)
      return false;
    if (isThis(to) && isSource(from))
      return isWhole = true;
    std::vector<const Decl*> indices, others;
    const Expr *target = whole(to, indices), *origin = whole(from, others);
    if (!target || !origin || indices != others)
      return false;
    const FieldDecl* field = fieldOf(target, false);
    return areOne(field, fieldOf(origin, true)) && copies(field);
  }

  /// for (int i = 0; i < 3; ++i) ...
  bool counted(const ForStmt* loop) {
    const auto* start = dyn_cast_or_null<DeclStmt>(loop->getInit());
    const auto* counter =
        start && start->isSingleDecl() ? dyn_cast<VarDecl>(start->getSingleDecl()) : nullptr;
    const auto* test = dyn_cast_or_null<BinaryOperator>(loop->getCond());
    const auto* step = dyn_cast_or_null<UnaryOperator>(loop->getInc());
    if (!counter || !counter->getInit() || !test ||
        (test->getOpcode() != BO_LT && test->getOpcode() != BO_NE) || !step ||
        !step->isIncrementOp() || variable(step->getSubExpr()) != counter ||
        variable(test->getLHS()) != counter)
      return false;
    Expr::EvalResult first, end;
    const ASTContext& ast = operation->getASTContext();
    if (!counter->getInit()->EvaluateAsInt(first, ast) || first.Val.getInt() != 0 ||
        !test->getRHS()->EvaluateAsInt(end, ast))
      return false;
    counters[counter] = end.Val.getInt().zextOrTrunc(64);
    const bool isPlain = statement(loop->getBody());
    counters.erase(counter);
    return isPlain;
  }

  static const Decl* variable(const Expr* expr) {
    const auto* use = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return use ? use->getDecl() : nullptr;
  }

  /// The array of which counters pass through all elements; null where they may not.
  const Expr* whole(const Expr* element, std::vector<const Decl*>& indices) const {
    while (const auto* subscript = dyn_cast<ArraySubscriptExpr>(element->IgnoreParenImpCasts())) {
      const auto* array = operation->getASTContext().getAsConstantArrayType(
          subscript->getBase()->IgnoreParenImpCasts()->getType());
      const auto counter = counters.find(variable(subscript->getIdx()));
      if (!array || counter == counters.end() ||
          counter->second != array->getSize().zextOrTrunc(64) ||
          std::ranges::find(indices, counter->first) != indices.end())
        return nullptr;
      indices.push_back(counter->first);
      element = subscript->getBase();
    }
    return element;
  }
};

} // namespace

bool copiesPlainly(const CXXMethodDecl* operation) {
  if (operation->isDeleted() || !operation->isUserProvided())
    return true;
  const FunctionDecl* definition = nullptr;
  if (!operation->hasBody(definition)) // of a template: only what is used has one
    return !operation->isReferenced() && operation->isTemplateInstantiation();
  return Copying(cast<CXXMethodDecl>(definition)).isPlain();
}

bool exchangesParts(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && (isa<CXXConstructorDecl>(method) || method->isCopyAssignmentOperator()) &&
         std::ranges::any_of(method->getParent()->methods(), [](const CXXMethodDecl* each) {
           return each->isCopyAssignmentOperator() && each->isReferenced() &&
                  !each->getParamDecl(0)->getType()->isReferenceType();
         });
}

} // namespace treelize::front
