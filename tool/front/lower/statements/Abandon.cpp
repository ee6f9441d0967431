// Ways to end a kernel without a result: throw, std::abort and their like.
//
// Nothing of them is differentiated. They stand in the forward sweep, so that a derivative fails
// where the primal fails: before any shadow was touched. What is thrown with a literal, and what is
// called with one, is said again; all else, however it makes its message, is left to the primal,
// which is called again and does what it does.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/statements/Statements.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

std::string literalText(const std::string& text) {
  std::string result;
  llvm::raw_string_ostream out(result);
  out << '"';
  out.write_escaped(text, /*UseHexEscapes=*/true);
  out << '"';
  return result;
}

/// The object that is constructed from one argument and stands for it: a text, a copy.
const Expr* madeFrom(const Expr* expr) {
  expr = bare(bare(expr)->IgnoreParenCasts());
  const auto* made = dyn_cast<CXXConstructExpr>(expr);
  const bool isText = made && isStdClass(made->getType(), "basic_string");
  const bool isCopy = made && made->getConstructor()->isCopyOrMoveConstructor();
  return (isText || isCopy) && made->getNumArgs() > 0 &&
                 std::ranges::all_of(llvm::drop_begin(made->arguments()),
                                     [](const Expr* rest) { return isa<CXXDefaultArgExpr>(rest); })
             ? made->getArg(0)
             : nullptr;
}

const StringLiteral* literalBehind(const Expr* expr) {
  while (const Expr* inner = madeFrom(expr))
    expr = inner;
  return dyn_cast<StringLiteral>(bare(bare(expr)->IgnoreParenCasts()));
}

std::optional<std::string> constantText(Lowering& l, const Expr* expr) {
  if (const StringLiteral* text = literalBehind(expr))
    return text->isOrdinary() ? std::optional(literalText(text->getString().str())) : std::nullopt;
  if (!expr->getType()->isArithmeticType() || expr->getType()->isEnumeralType())
    return std::nullopt;
  const ir::ExprRef constant = evaluatedConstant(l, expr);
  const auto* number = constant ? std::get_if<ir::Literal>(&constant->node) : nullptr;
  return number ? std::optional(number->text) : std::nullopt;
}

/// `"text", 3`; nothing where one of them is neither a literal nor a constant number.
std::optional<std::string> constantArguments(Lowering& l, const CXXConstructExpr* made) {
  std::string text;
  for (const Expr* argument : made->arguments()) {
    if (isa<CXXDefaultArgExpr>(argument))
      break;
    const std::optional<std::string> one = constantText(l, argument);
    if (!one)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + *one;
  }
  return text;
}

/// `throw x`, as code of its own; nothing where x is more than literals.
std::optional<std::string> throwText(Lowering& l, const CXXThrowExpr* expr) {
  const Expr* object = expr->getSubExpr();
  if (!object)
    return std::nullopt;
  const auto* record = object->getType()->getAsCXXRecordDecl();
  if (!record) {
    const std::optional<std::string> constant = constantText(l, object);
    return constant ? std::optional("throw " + *constant) : std::nullopt;
  }
  while (const Expr* original = madeFrom(object))
    object = original;
  const auto* made = dyn_cast<CXXConstructExpr>(bare(bare(object)->IgnoreParenCasts()));
  const std::optional<std::string> arguments =
      made && isNameable(record) ? constantArguments(l, made) : std::nullopt;
  return arguments ? std::optional("throw " + l.types.nameInCode(record) + "(" + *arguments + ")")
                   : std::nullopt;
}

/// `std::exit(3)`: likewise, of a function that nobody sees the body of.
std::optional<std::string> endingCallText(Lowering& l, const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !callee->isNoReturn() || callee->hasBody() || isa<CXXMethodDecl>(callee))
    return std::nullopt;
  std::string arguments;
  for (const Expr* argument : expr->arguments()) {
    const std::optional<std::string> one = constantText(l, argument);
    if (!one)
      return std::nullopt;
    arguments += (arguments.empty() ? "" : ", ") + *one;
  }
  return l.types.nameInCode(callee) + "(" + arguments + ")";
}

/// The one statement of a block, without its braces.
const Stmt* alone(const Stmt* stmt) {
  while (const auto* block = dyn_cast<CompoundStmt>(stmt)) {
    if (block->size() != 1)
      return stmt;
    stmt = block->body_front();
  }
  return stmt;
}

std::optional<std::string> endText(Lowering& l, const Stmt* stmt) {
  const auto* expr = dyn_cast<Expr>(alone(stmt));
  if (!expr)
    return std::nullopt;
  if (const auto* thrown = dyn_cast<CXXThrowExpr>(bare(expr)))
    return throwText(l, thrown);
  const auto* call = dyn_cast<CallExpr>(bare(expr));
  return call ? endingCallText(l, call) : std::nullopt;
}

/// Can the primal be asked for its end from here? A function that stays a call does not know the
/// kernel's arguments: it tells the kernel by an exception.
bool canLeaveEnds(const Lowering& l) {
  return l.leavesEnds && (l.ownFrames == 0 || l.ast.getLangOpts().CXXExceptions);
}

void leaveToPrimal(Lowering& l, SourceLocation where) {
  l.ends.push_back({toLocation(where), l.wayHere()});
  l.emit({toLocation(where), ir::Abandon{.text = {}, .asPrimal = true}});
}

} // namespace

bool endsThere(Lowering& l, const Stmt* stmt) {
  if (!l.tries.empty() || !l.noReturn.neverEnds(stmt))
    return false;
  const SourceLocation where = stmt->getBeginLoc();
  const auto* thrown = dyn_cast<CXXThrowExpr>(alone(stmt));
  if (thrown && !thrown->getSubExpr())
    return false; // its handler knows what is thrown
  if (const std::optional<std::string> text = endText(l, stmt))
    l.emit({toLocation(where), ir::Abandon{*text}});
  else if (canLeaveEnds(l))
    leaveToPrimal(l, where);
  else
    return false;
  return true;
}

const Expr* survivingSide(Lowering& l, const ConditionalOperator* choice) {
  const bool endsIfTrue = l.noReturn.neverEnds(choice->getTrueExpr());
  if (!endsIfTrue && !l.noReturn.neverEnds(choice->getFalseExpr()))
    return nullptr;
  const Expr* end = endsIfTrue ? choice->getTrueExpr() : choice->getFalseExpr();
  ir::If guard;
  guard.condition = condition(l, choice->getCond());
  if (!endsIfTrue)
    guard.condition = negated(std::move(guard.condition));
  guard.thenBlock = l.collect([&] { effect(l, end); });
  l.emit({toLocation(choice->getQuestionLoc()), std::move(guard)});
  return endsIfTrue ? choice->getFalseExpr() : choice->getTrueExpr();
}

void abandonByThrow(Lowering& l, const CXXThrowExpr* expr) {
  if (!expr->getSubExpr())
    return throwAgain(l, expr);
  if (!escapeByThrow(l, expr))
    abandon(l, {expr}, expr->getExprLoc());
}

void abandon(Lowering& l, const Exception& exception, SourceLocation where) {
  const LibraryException& library = exception.library;
  if (const std::optional<std::string> text =
          exception.source ? throwText(l, exception.source) : std::nullopt)
    l.emit({toLocation(where), ir::Abandon{*text}});
  else if (canLeaveEnds(l))
    leaveToPrimal(l, where);
  else if (exception.source)
    l.notYet(where, "an exception that is no literal and is made of none, thrown here,",
             "throw one of <stdexcept> with a literal, or check before the call");
  else
    l.emit({toLocation(where),
            ir::Abandon{"throw std::" + library.classes[0] + "(" + library.arguments + ")"}});
}

bool abandonByCall(Lowering& l, const CallExpr* expr) {
  const std::optional<std::string> text = endingCallText(l, expr);
  if (text)
    l.emit({toLocation(expr->getExprLoc()), ir::Abandon{*text}});
  return text.has_value();
}

} // namespace treelize::front
