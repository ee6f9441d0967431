// Ways to end a kernel without a result: throw, std::abort and their like.
//
// Nothing of them is differentiated. They stand in the forward sweep, so that a derivative fails
// where the primal fails: before any shadow was touched. Numbers in a message are not worth a tape;
// they print as `...`.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// The literals of a message in the order of the source.
class MessageReader : public RecursiveASTVisitor<MessageReader> {
public:
  std::string text;

  bool VisitStringLiteral(StringLiteral* literal) {
    text += literal->getString();
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    if (isa<CXXOperatorCallExpr>(call))
      return true;
    text += "...";
    return true;
  }
};

std::string literalText(const std::string& text) {
  std::string result;
  llvm::raw_string_ostream out(result);
  out << '"';
  out.write_escaped(text, /*UseHexEscapes=*/true);
  out << '"';
  return result;
}

bool isStandardException(const CXXRecordDecl* record) {
  return record->isInStdNamespace() && record->getName() != "exception" &&
         !record->getName().starts_with("bad_");
}

bool isText(QualType type) {
  type = type.getNonReferenceType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return (type->isPointerType() && type->getPointeeType()->isCharType()) ||
         (record && record->isInStdNamespace() &&
          (record->getName() == "basic_string" || record->getName() == "basic_string_view"));
}

/// `"text", 3`; nothing where one of them is neither text nor a constant.
std::optional<std::string> constantArguments(Lowering& l, const CXXConstructExpr* made) {
  std::string text;
  for (const Expr* argument : made->arguments()) {
    if (isa<CXXDefaultArgExpr>(argument))
      break;
    text += text.empty() ? "" : ", ";
    if (isText(argument->getType())) {
      MessageReader message;
      message.TraverseStmt(const_cast<Expr*>(argument));
      text += literalText(message.text);
      continue;
    }
    const ir::ExprRef constant = evaluatedConstant(l, argument);
    const auto* number = constant ? std::get_if<ir::Literal>(&constant->node) : nullptr;
    if (!number)
      return std::nullopt;
    text += number->text;
  }
  return text;
}

/// Does no way lead out of the destructor?
bool endsProgram(const CXXDestructorDecl* destructor) {
  const FunctionDecl* definition = destructor;
  if (destructor->isNoReturn())
    return true;
  const auto* body =
      destructor->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  const auto isEnd = [](const Stmt* stmt) {
    const auto* expr = dyn_cast<Expr>(stmt);
    const auto* call = expr ? dyn_cast<CallExpr>(bare(expr)) : nullptr;
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    return callee && callee->isNoReturn();
  };
  const auto mayReturn = [](const auto& self, const Stmt* stmt) -> bool {
    return stmt && !isa<LambdaExpr>(stmt) &&
           (isa<ReturnStmt>(stmt) || std::ranges::any_of(stmt->children(), [&](const Stmt* child) {
              return self(self, child);
            }));
  };
  return body && std::ranges::any_of(body->body(), isEnd) && !mayReturn(mayReturn, body);
}

/// Is one of the temporary objects that the expression makes in any case of a class whose
/// destructor ends the program?
bool makesEnd(const Stmt* expr) {
  if (!expr || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(expr))
    return false;
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(expr);
      bound && endsProgram(bound->getTemporary()->getDestructor()))
    return true;
  if (const auto* choice = dyn_cast<AbstractConditionalOperator>(expr))
    return makesEnd(choice->getCond());
  if (const auto* binary = dyn_cast<BinaryOperator>(expr); binary && binary->isLogicalOp())
    return makesEnd(binary->getLHS());
  return std::ranges::any_of(expr->children(), [](const Stmt* part) { return makesEnd(part); });
}

} // namespace

std::string throwText(Lowering& l, const CXXThrowExpr* expr) {
  const Expr* object = expr->getSubExpr();
  const auto* record = object->getType()->getAsCXXRecordDecl();
  if (const auto* text = dyn_cast<StringLiteral>(object->IgnoreParenImpCasts()))
    return "throw " + literalText(text->getString().str());
  if (!record) {
    ir::ExprRef constant = evaluatedConstant(l, object);
    const auto* number = constant ? std::get_if<ir::Literal>(&constant->node) : nullptr;
    if (number)
      return "throw " + number->text;
    l.notYet(expr->getExprLoc(), "an exception that is no constant and no object",
             "throw a std::runtime_error");
  }
  MessageReader message;
  message.TraverseStmt(const_cast<Expr*>(object));
  const std::string name = l.types.nameInCode(record);
  const auto construction = [](const Expr* made) {
    return dyn_cast<CXXConstructExpr>(bare(bare(made)->IgnoreParenCasts()));
  };
  const CXXConstructExpr* made = construction(object);
  while (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
    made = construction(made->getArg(0));
  if (isStandardException(record))
    return "throw " + name + "(" + literalText(message.text) + ")";
  if (record->isInStdNamespace())
    return "throw " + name + "()";
  if (made && record->hasDefinition() && !record->getParentFunctionOrMethod())
    if (const std::optional<std::string> arguments = constantArguments(l, made))
      return "throw " + name + "(" + *arguments + ")";
  l.notYet(expr->getExprLoc(),
           "an exception of the class '" + l.types.qualifiedName(record) +
               "' with arguments that are no constants",
           "throw an exception of <stdexcept>");
}

void abandonByThrow(Lowering& l, const CXXThrowExpr* expr) {
  if (!expr->getSubExpr())
    return throwAgain(l, expr);
  if (!escapeByThrow(l, expr))
    l.emit({toLocation(expr->getExprLoc()), ir::Abandon{throwText(l, expr)}});
}

bool abandonByDestructor(Lowering& l, const Expr* expr) {
  const bool isEnd = makesEnd(expr);
  if (isEnd)
    l.emit({toLocation(expr->getExprLoc()), ir::Abandon{"std::abort()"}});
  return isEnd;
}

bool abandonByCall(Lowering& l, const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !callee->isNoReturn() || callee->hasBody() || isa<CXXMethodDecl>(callee))
    return false;
  std::string arguments;
  for (const Expr* argument : expr->arguments()) {
    ir::ExprRef constant = evaluatedConstant(l, argument);
    const auto* number = constant ? std::get_if<ir::Literal>(&constant->node) : nullptr;
    if (!number)
      return false;
    arguments += (arguments.empty() ? "" : ", ") + number->text;
  }
  l.emit({toLocation(expr->getExprLoc()),
          ir::Abandon{l.types.nameInCode(callee) + "(" + arguments + ")"}});
  return true;
}

} // namespace treelize::front
