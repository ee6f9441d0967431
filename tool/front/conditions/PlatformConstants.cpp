#include "front/conditions/PlatformConstants.h"

#include "front/lower/LowerKernel.h"
#include "front/lower/types/TypeNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Does its size, or its range, differ between the platforms that the tool knows?
bool dependsOnPlatform(QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  while (type->isArrayType())
    type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
  const auto* enumeration = type->getAs<EnumType>();
  if (enumeration && isPlainEnum(enumeration->getDecl()))
    return true;
  if (enumeration)
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  const auto* builtin = type->getAs<BuiltinType>();
  if (!builtin)
    return true;
  switch (builtin->getKind()) {
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::LongDouble:
  case BuiltinType::WChar_S:
  case BuiltinType::WChar_U:
  case BuiltinType::NullPtr:
    return true;
  default:
    return false;
  }
}

bool isOfPlainEnum(QualType type) {
  const auto* enumeration =
      QualType(type.getNonReferenceType()->getBaseElementTypeUnsafe(), 0)->getAs<EnumType>();
  return enumeration && isPlainEnum(enumeration->getDecl());
}

bool isLocal(QualType type) {
  while (type->isArrayType() || type->isReferenceType() || type->isPointerType())
    type = type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0)
                               : type->getPointeeType();
  const TagDecl* tag = type->getAsTagDecl();
  return tag && (tag->getParentFunctionOrMethod() || !tag->getDeclName() ||
                 tag->getAccess() == AS_private || tag->getAccess() == AS_protected);
}

std::optional<PlatformConstant> sizeOf(const UnaryExprOrTypeTraitExpr* expr,
                                       const TypeNames& names) {
  const bool isSize = expr->getKind() == UETT_SizeOf;
  const QualType type = expr->getTypeOfArgument().getNonReferenceType();
  if (expr->isValueDependent() || (!isSize && expr->getKind() != UETT_AlignOf) ||
      !dependsOnPlatform(type))
    return std::nullopt;
  if (isLocal(type))
    return PlatformConstant{.text = "", .isOfEnum = isOfPlainEnum(type)};
  return PlatformConstant{(isSize ? "sizeof(" : "alignof(") +
                          names.canonical(type.getUnqualifiedType()) + ")"};
}

/// The system's, or the compiler's, macro by which the project's code asks for what stands there.
std::string outermostMacro(SourceLocation place, const SourceManager& sources) {
  while (place.isMacroID()) {
    if (sources.isMacroArgExpansion(place)) {
      place = sources.getImmediateSpellingLoc(place);
      continue;
    }
    const SourceLocation use = sources.getImmediateExpansionRange(place).getBegin();
    const SourceLocation written = sources.getSpellingLoc(use);
    const bool isInMacro =
        sources.isInSystemHeader(written) || sources.isWrittenInBuiltinFile(written);
    const bool takesArguments =
        sources.getSLocEntry(sources.getFileID(place)).getExpansion().isFunctionMacroExpansion();
    if (takesArguments)
      return "";
    if (!use.isMacroID() || !isInMacro)
      return Lexer::getSourceText(CharSourceRange::getTokenRange(written, written), sources,
                                  LangOptions())
          .str();
    place = use;
  }
  return "";
}

bool isWrittenBySystem(SourceLocation place, const SourceManager& sources) {
  const SourceLocation written = sources.getSpellingLoc(place);
  return place.isMacroID() &&
         (sources.isInSystemHeader(written) || sources.isWrittenInBuiltinFile(written));
}

/// A literal that a macro of the system holds.
bool isPlatformLiteral(const Expr* expr, const SourceManager& sources) {
  return isa<IntegerLiteral, FloatingLiteral>(expr) && dependsOnPlatform(expr->getType()) &&
         isWrittenBySystem(expr->getBeginLoc(), sources);
}

/// Numbers and operators, no variables.
bool isArithmetic(const Stmt* expr) {
  return isa_and_nonnull<IntegerLiteral, FloatingLiteral, UnaryOperator, BinaryOperator, ParenExpr,
                         CastExpr>(expr) &&
         std::ranges::all_of(expr->children(), isArithmetic);
}

bool holdsPlatformLiteral(const Stmt* stmt, const SourceManager& sources) {
  const auto* expr = dyn_cast_or_null<Expr>(stmt);
  return expr && (isPlatformLiteral(expr, sources) ||
                  std::ranges::any_of(expr->children(), [&](const Stmt* child) {
                    return holdsPlatformLiteral(child, sources);
                  }));
}

/// std::numeric_limits<long>
bool isLimitsOfPlatform(const DeclContext* context) {
  const auto* limits = dyn_cast<ClassTemplateSpecializationDecl>(context);
  return limits && limits->isInStdNamespace() && limits->getName() == "numeric_limits" &&
         dependsOnPlatform(limits->getTemplateArgs()[0].getAsType());
}

} // namespace

bool isPlainEnum(const EnumDecl* enumeration) {
  return !enumeration->isFixed();
}

PlatformConstant sizeOfEnum(const EnumDecl* enumeration, const TypeNames& names) {
  const QualType type(enumeration->getTypeForDecl(), 0);
  return isLocal(type) ? PlatformConstant{.text = "", .isOfEnum = true}
                       : PlatformConstant{"sizeof(" + names.canonical(type) + ")"};
}

std::string platformMacro(const Expr* expr, const SourceManager& sources) {
  const SourceLocation begin = expr->getBeginLoc();
  if (!isWrittenBySystem(begin, sources) || !isArithmetic(expr) ||
      !holdsPlatformLiteral(expr, sources))
    return "";
  const LangOptions language;
  SourceLocation from = begin, to = expr->getEndLoc();
  if (!Lexer::isAtStartOfMacroExpansion(begin, sources, language, &from) ||
      !Lexer::isAtEndOfMacroExpansion(expr->getEndLoc(), sources, language, &to) ||
      sources.getExpansionLoc(begin) != sources.getExpansionLoc(expr->getEndLoc()))
    return "";
  return outermostMacro(begin, sources);
}

std::optional<PlatformConstant> platformConstant(const Expr* expr, const TypeNames& names,
                                                 const SourceManager& sources) {
  if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(expr))
    return sizeOf(size, names);
  if (isa<IntegerLiteral>(expr) && isPlatformLiteral(expr, sources))
    return PlatformConstant{outermostMacro(expr->getBeginLoc(), sources)};
  if (!expr->getType()->isIntegerType())
    return std::nullopt;
  if (const auto* use = dyn_cast<DeclRefExpr>(expr);
      use && isa<VarDecl>(use->getDecl()) && isLimitsOfPlatform(use->getDecl()->getDeclContext()))
    return PlatformConstant{names.qualified(use->getDecl())};
  const auto* call = dyn_cast<CallExpr>(expr);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && isLimitsOfPlatform(callee->getDeclContext()))
    return PlatformConstant{names.qualified(callee) + "()"};
  return std::nullopt;
}

namespace {

void addAll(std::set<const Expr*>& all, const Stmt* stmt) {
  const auto* expr = dyn_cast_or_null<Expr>(stmt);
  if (!expr)
    return;
  if (!all.insert(expr).second)
    return;
  if (const auto* use = dyn_cast<DeclRefExpr>(expr))
    if (const auto* constant = dyn_cast<VarDecl>(use->getDecl()); constant && constant->hasInit())
      addAll(all, constant->getInit());
  for (const Stmt* child : expr->children())
    addAll(all, child);
}

} // namespace

void nameOnly(PlatformUses* uses, const Stmt* expr) {
  if (uses)
    addAll(uses->named, expr);
}

void reckonWith(PlatformUses* uses, const Stmt* expr) {
  if (uses)
    addAll(uses->known, expr);
}

} // namespace treelize::front
