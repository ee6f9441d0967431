#include "front/conditions/Assertions.h"

#include "front/conditions/ProjectCode.h"
#include "front/lower/library/Library.h"
#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// Of the library, they only read what the iterators that they get lead to.
const std::set<llvm::StringRef> readers = {"accumulate",
                                           "addressof",
                                           "adjacent_find",
                                           "all_of",
                                           "any_of",
                                           "as_const",
                                           "begin",
                                           "binary_search",
                                           "cbegin",
                                           "cend",
                                           "count",
                                           "count_if",
                                           "data",
                                           "distance",
                                           "empty",
                                           "end",
                                           "equal",
                                           "equal_range",
                                           "find",
                                           "find_if",
                                           "find_if_not",
                                           "forward",
                                           "get",
                                           "get_if",
                                           "holds_alternative",
                                           "includes",
                                           "inner_product",
                                           "is_permutation",
                                           "is_sorted",
                                           "is_sorted_until",
                                           "lexicographical_compare",
                                           "lower_bound",
                                           "max_element",
                                           "min_element",
                                           "minmax_element",
                                           "mismatch",
                                           "move",
                                           "next",
                                           "none_of",
                                           "prev",
                                           "reduce",
                                           "search",
                                           "size",
                                           "ssize",
                                           "transform_reduce",
                                           "upper_bound"};

/// Methods that are not const only to hand out what may then be changed.
const std::set<llvm::StringRef> accessors = {
    "at",          "back",      "begin",   "coeff",     "coeffRef",    "data",   "end",
    "equal_range", "find",      "front",   "get",       "lower_bound", "rbegin", "rend",
    "upper_bound", "value",     "x",       "y",         "z",           "w",      "row",
    "col",         "block",     "head",    "tail",      "segment",     "array",  "matrix",
    "diagonal",    "transpose", "topRows", "bottomRows"};

/// They take numbers, and change the world.
const std::set<llvm::StringRef> acting = {"abort", "exit",    "putchar", "quick_exit", "raise",
                                          "srand", "srandom", "usleep",  "sleep",      "_Exit"};

/// Calls in a text of which no declaration is known.
const std::set<llvm::StringRef> changers = {"advance",
                                            "append",
                                            "assign",
                                            "clear",
                                            "copy",
                                            "copy_n",
                                            "emplace",
                                            "emplace_back",
                                            "erase",
                                            "exchange",
                                            "fill",
                                            "fill_n",
                                            "generate",
                                            "getline",
                                            "insert",
                                            "iota",
                                            "next_permutation",
                                            "pop",
                                            "pop_back",
                                            "pop_front",
                                            "prev_permutation",
                                            "printf",
                                            "push",
                                            "push_back",
                                            "push_front",
                                            "rand",
                                            "random",
                                            "release",
                                            "remove",
                                            "remove_if",
                                            "reset",
                                            "resize",
                                            "reverse",
                                            "rotate",
                                            "scanf",
                                            "shuffle",
                                            "sort",
                                            "stable_sort",
                                            "srand",
                                            "swap",
                                            "transform",
                                            "unique"};

/// Follows an expression through the functions that it calls.
class Effects {
public:
  bool of(const Stmt* stmt) {
    if (!stmt || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, LambdaExpr>(stmt))
      return false; // evaluates nothing
    if (isa<CXXNewExpr, CXXDeleteExpr, AsmStmt, AtomicExpr, CoroutineSuspendExpr>(stmt))
      return true;
    if (const auto* unary = dyn_cast<UnaryOperator>(stmt);
        unary && unary->isIncrementDecrementOp() && !isOwn(unary->getSubExpr()))
      return true;
    if (const auto* binary = dyn_cast<BinaryOperator>(stmt);
        binary && binary->isAssignmentOp() && !isOwn(binary->getLHS()))
      return true;
    if (const auto* call = dyn_cast<CallExpr>(stmt); call && ofCall(call))
      return true;
    if (const auto* made = dyn_cast<CXXConstructExpr>(stmt);
        made && !isOfLibrary(made->getConstructor()) && ofBody(made->getConstructor()))
      return true;
    if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(stmt);
        temporary && !isOfLibrary(temporary->getTemporary()->getDestructor()) &&
        ofBody(temporary->getTemporary()->getDestructor()))
      return true;
    return std::ranges::any_of(stmt->children(), [this](const Stmt* part) { return of(part); });
  }

  bool ofFunction(const FunctionDecl* function) { return function->hasBody() && ofBody(function); }

private:
  std::set<const FunctionDecl*> entered; // for look-ups only
  unsigned depth = 0;                    // in calls

  static bool isOfLibrary(const FunctionDecl* function) {
    return function && (isInStd(function) || isInEigen(function));
  }

  /// Does it belong to a function that was entered? Then nobody sees the change.
  bool isOwn(const Expr* place) const {
    while (true) {
      place = place->IgnoreParenImpCasts();
      if (const auto* member = dyn_cast<MemberExpr>(place); member && !member->isArrow())
        place = member->getBase();
      else if (const auto* element = dyn_cast<ArraySubscriptExpr>(place);
               element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        place = element->getBase();
      else
        break;
    }
    if (place->isPRValue() || depth == 0)
      return place->isPRValue();
    const auto* use = dyn_cast<DeclRefExpr>(place);
    const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
    return variable && variable->isLocalVarDeclOrParm() && !variable->isStaticLocal() &&
           !variable->getType()->isReferenceType() &&
           entered.contains(dyn_cast<FunctionDecl>(variable->getDeclContext()));
  }

  /// A function that cannot be seen changes something.
  bool ofBody(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (!function || function->isTrivial() || function->isImplicit())
      return false;
    if (!function->hasBody(definition))
      return true;
    if (!entered.insert(definition).second)
      return false;
    ++depth;
    const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
    const bool found = (constructor && std::ranges::any_of(constructor->inits(),
                                                           [this](const CXXCtorInitializer* init) {
                                                             return of(init->getInit());
                                                           })) ||
                       of(definition->getBody());
    --depth;
    return found;
  }

  bool ofCall(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (!callee || (method && method->isVirtual()))
      return true;
    if (method && isOfLibrary(method))
      return ofLibrarysMethod(call, method);
    if (isOfLibrary(callee) || !callee->hasBody())
      return ofLibrarysFunction(call, callee);
    return ofBody(callee);
  }

  /// The object of a call of a method.
  static const Expr* objectOf(const CallExpr* call) {
    const auto* named = dyn_cast<CXXMemberCallExpr>(call);
    return named ? named->getImplicitObjectArgument() : call->getArg(0);
  }

  bool ofLibrarysMethod(const CallExpr* call, const CXXMethodDecl* method) {
    if (method->isStatic())
      return ofLibrarysFunction(call, method);
    const bool isFunction = libraryOf(method->getParent()) == Library::function;
    if (method->isConst())
      return isFunction;
    const OverloadedOperatorKind sign = method->getOverloadedOperator();
    const bool isMap = method->getParent()->getName().contains("map"); // which makes the entry
    const bool isAccess = sign == OO_Call || sign == OO_Star || sign == OO_Arrow ||
                          (sign == OO_Subscript && !isMap) ||
                          (method->getIdentifier() && accessors.contains(method->getName()));
    return !isAccess && !isOwn(objectOf(call));
  }

  bool ofLibrarysFunction(const CallExpr* call, const FunctionDecl* callee) {
    const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
    for (const Expr* argument : call->arguments()) // predicates
      if (const auto* record = argument->getType()->getAsCXXRecordDecl();
          record && record->isLambda() && ofBody(record->getLambdaCallOperator()))
        return true;
    if (isInStd(callee) && readers.contains(name))
      return false;
    const bool takesNumbers = callee->getNumParams() > 0 && !callee->isVariadic() &&
                              std::ranges::all_of(callee->parameters(), isHarmless);
    const bool isKnown = isOfLibrary(callee) || callee->getBuiltinID() != 0;
    return !isKnown || !takesNumbers || acting.contains(name);
  }

  static bool isHarmless(const ParmVarDecl* parameter) {
    const QualType type = parameter->getType();
    return type->isArithmeticType() || type->isEnumeralType() ||
           (type->isReferenceType() && type.getNonReferenceType().isConstQualified()) ||
           (type->isRecordType() && !isView(type));
  }
};

/// Functions of the project's by their names.
class Namesakes : public RecursiveASTVisitor<Namesakes> {
public:
  explicit Namesakes(const std::set<std::string>& wanted) : names(wanted) {}
  bool doChange = false;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl* function) {
    if (!doChange && function->getIdentifier() && !function->isDependentContext() &&
        names.contains(function->getName().str()))
      doChange = Effects().ofFunction(function);
    return true;
  }

private:
  const std::set<std::string>& names;
};

/// Does the token change what stands beside it?
bool isChange(tok::TokenKind kind) {
  switch (kind) {
  case tok::equal:
  case tok::plusplus:
  case tok::minusminus:
  case tok::plusequal:
  case tok::minusequal:
  case tok::starequal:
  case tok::slashequal:
  case tok::percentequal:
  case tok::ampequal:
  case tok::pipeequal:
  case tok::caretequal:
  case tok::lesslessequal:
  case tok::greatergreaterequal:
    return true;
  default:
    return false;
  }
}

} // namespace

const Expr* assertedBy(const Expr* expr) {
  const auto* choice = dyn_cast<ConditionalOperator>(expr->IgnoreParens());
  const auto* failure =
      choice ? dyn_cast<CallExpr>(choice->getFalseExpr()->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl* callee = failure ? failure->getDirectCallee() : nullptr;
  const bool isAssertion =
      callee && callee->getIdentifier() && callee->getName() == "__assert_fail";
  return isAssertion ? choice->getCond() : nullptr;
}

bool hasEffect(const Expr* expr) {
  return Effects().of(expr);
}

bool textHasEffect(SourceLocation macro, const Preprocessor& preprocessor, const ASTContext& ast) {
  const SourceManager& sources = preprocessor.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(macro);
  const llvm::StringRef text = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(), text.begin(),
              text.data() + offset, text.end());
  std::set<std::string> called;
  std::string word;
  Token token;
  lexer.LexFromRawLexer(token); // the macro's own name
  for (unsigned depth = 0; !lexer.LexFromRawLexer(token) && token.isNot(tok::eof);) {
    if (isChange(token.getKind()))
      return true;
    if (token.is(tok::l_paren) && depth++ > 0 && !word.empty())
      called.insert(word);
    if (token.is(tok::r_paren) && --depth == 0)
      break;
    word = token.is(tok::raw_identifier) ? token.getRawIdentifier().str() : "";
  }
  if (std::ranges::any_of(called, [](const std::string& name) { return changers.contains(name); }))
    return true;
  Namesakes namesakes(called);
  for (Decl* decl : ast.getTranslationUnitDecl()->decls())
    if (!called.empty() &&
        isProjectCode(preprocessor, sources.getExpansionLoc(decl->getLocation())))
      namesakes.TraverseDecl(decl);
  return namesakes.doChange;
}

} // namespace treelize::front
