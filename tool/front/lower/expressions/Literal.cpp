// Constants: literals in the user's spelling, enumerators, sizeof and the like.
#include "front/conditions/PlatformConstants.h"
#include "front/lower/expressions/Expressions.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

namespace treelize::front {

using namespace clang;

namespace {

/// A token as the user wrote it, also where a macro holds it.
std::string spellingOf(const Lowering& l, const Expr* literal) {
  const SourceManager& sources = l.ast.getSourceManager();
  return Lexer::getSpelling(
      [&] {
        Token token;
        Lexer::getRawToken(sources.getSpellingLoc(literal->getBeginLoc()), token, sources,
                           l.ast.getLangOpts());
        return token;
      }(),
      sources, l.ast.getLangOpts());
}

std::string integerText(const llvm::APInt& value, const ir::Type& type, bool isPlainInt) {
  llvm::SmallString<24> digits;
  value.toString(digits, 10, type.isSigned);
  std::string text(digits);
  // An int literal that was converted meets a number of the type it was converted to.
  if (isPlainInt && value.getActiveBits() < 31)
    return text;
  std::string suffix = type.isSigned ? "" : type.bits == 32 ? "u" : "U";
  if (type.bits == 64)
    suffix += type.spelling.ends_with("long long") ? "LL" : "L";
  // C++ has no literal of the least number: the minus is an operator on one too large.
  if (type.isSigned && type.bits >= 32 && value.isMinSignedValue())
    return "(" + integerText(value + 1, type, false) + " - 1)";
  return text + suffix;
}

/// A whole number as a literal of a real type: `2` becomes `2.0`.
ir::ExprRef asReal(const llvm::APInt& value, bool isSigned, const ir::TypeRef& type, Location at) {
  llvm::SmallString<24> digits;
  value.toString(digits, 10, isSigned);
  const char* suffix = type->real == ir::RealKind::Float    ? "f"
                       : type->real == ir::RealKind::Double ? ""
                                                            : "L";
  return ir::literal(std::string(digits) + ".0" + suffix, type, at);
}

/// Does the token belong to a literal operator, `1.5_km`? Its number stands for itself then.
bool hasUserSuffix(const std::string& token) {
  const bool isHex = token.starts_with("0x") || token.starts_with("0X");
  return token.find_first_not_of(isHex ? "0123456789abcdefABCDEFxXpP.'+-lL"
                                       : "0123456789eE.'+-fFlL") != std::string::npos;
}

/// All its digits, with what makes it no whole number.
std::string textOf(const llvm::APFloat& number) {
  llvm::SmallString<40> digits;
  number.toString(digits);
  return std::string(digits) + (digits.find_first_of(".eE") == llvm::StringRef::npos ? ".0" : "");
}

std::string textOf(const FloatingLiteral* literal, const ir::Type& type) {
  return textOf(literal->getValue()) + (type.real == ir::RealKind::LongDouble ? "L" : "");
}

ir::ExprRef realLiteral(Lowering& l, const FloatingLiteral* literal, const ir::TypeRef& type) {
  std::string text = spellingOf(l, literal);
  if (hasUserSuffix(text))
    text = textOf(literal, *l.types.of(literal->getType()));
  const bool isPlainDouble = literal->getType()->isSpecificBuiltinType(BuiltinType::Double);
  if (isPlainDouble && type->real == ir::RealKind::Float)
    text += "f";
  return ir::literal(std::move(text), type, toLocation(literal->getBeginLoc()));
}

/// That of a template's parameter is written by another name.
ir::ExprRef character(Lowering& l, const CharacterLiteral* literal, const ir::TypeRef& type) {
  const Location at = toLocation(literal->getBeginLoc());
  const std::string token = spellingOf(l, literal);
  if (token.find('\'') != std::string::npos)
    return ir::literal(token, type, at);
  return integerLiteral(llvm::APSInt(llvm::APInt(8, literal->getValue()), !type->isSigned), type,
                        at);
}

/// Its value is another platform's to say.
ir::ExprRef platformNumber(std::string text, ir::TypeRef type, Location at) {
  return type->is(ir::TypeKind::Real) ? ir::literal(std::move(text), type, at)
                                      : ir::namedNumber(std::move(text), std::nullopt, type, at);
}

} // namespace

ir::ExprRef namedByMacro(Lowering& l, const Expr* expr) {
  if (isa<ImplicitCastExpr>(expr))
    return nullptr; // of one
  const std::string macro = platformMacro(expr, l.ast.getSourceManager());
  if (macro.empty() || !expr->getType()->isArithmeticType())
    return nullptr;
  nameOnly(l.options.platform, expr);
  return platformNumber(macro, l.types.of(expr->getType()), toLocation(expr->getBeginLoc()));
}

/// `2`, `0.5`, `true` converted to the type without a cast in between; null for anything else.
ir::ExprRef literalOf(Lowering& l, const Expr* expr, ir::TypeRef type) {
  expr = bare(expr);
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(expr))
    expr = bare(cast->getSubExpr());
  if (ir::ExprRef named = namedByMacro(l, expr))
    return isSameInCpp(*named->type, *type) ? named : nullptr;
  const Location at = toLocation(expr->getBeginLoc());
  if (const auto* literal = dyn_cast<FloatingLiteral>(expr)) {
    const ir::TypeRef own = l.types.of(literal->getType());
    const bool narrows = own->real == ir::RealKind::Double && type->real == ir::RealKind::Float;
    if (isSameInCpp(*own, *type) || narrows)
      return realLiteral(l, literal, type);
    return nullptr;
  }
  if (const auto* literal = dyn_cast<IntegerLiteral>(expr)) {
    const bool isSigned = literal->getType()->isSignedIntegerType();
    if (type->is(ir::TypeKind::Real))
      return asReal(literal->getValue(), isSigned, type, at);
    if (type->is(ir::TypeKind::Integer) && type->bits >= 32 &&
        literal->getType()->isIntegerType() && !type->isEnumeration)
      return ir::literal(integerText(literal->getValue().zextOrTrunc(type->bits), *type, isSigned),
                         type, at);
    return nullptr;
  }
  if (const auto* literal = dyn_cast<CXXBoolLiteralExpr>(expr);
      literal && type->is(ir::TypeKind::Bool))
    return ir::literal(literal->getValue() ? "true" : "false", type, at);
  if (const auto* literal = dyn_cast<CharacterLiteral>(expr);
      literal && type->is(ir::TypeKind::Integer) && type->bits == 8)
    return character(l, literal, type);
  if (const auto* unary = dyn_cast<UnaryOperator>(expr);
      unary && unary->getOpcode() == UO_Minus && type->is(ir::TypeKind::Real))
    if (const auto* whole = dyn_cast<IntegerLiteral>(bare(unary->getSubExpr())))
      return ir::apply(ir::Op::neg, {asReal(whole->getValue(), false, type, at)}, type, at);
  return nullptr;
}

std::optional<llvm::APSInt> knownInteger(const Lowering& l, const Expr* expr) {
  Expr::EvalResult result;
  if (!expr->getType()->isIntegralOrEnumerationType() || expr->isValueDependent() ||
      !expr->EvaluateAsInt(result, l.ast))
    return std::nullopt;
  reckonWith(l.options.platform, expr);
  return result.Val.getInt();
}

std::optional<std::int64_t> smallNumber(const llvm::APSInt& number) {
  return number.isRepresentableByInt64() ? std::optional(number.getExtValue()) : std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const Lowering& l, const Expr* expr) {
  const std::optional<llvm::APSInt> number = knownInteger(l, expr);
  return number ? smallNumber(*number) : std::nullopt;
}

ir::ExprRef integerLiteral(const llvm::APSInt& number, const ir::TypeRef& type, Location at) {
  if (type->is(ir::TypeKind::Bool))
    return ir::literal(number.getBoolValue() ? "true" : "false", type, at);
  std::string text = integerText(number, *type, false);
  if (type->isEnumeration || type->bits < 32)
    text = "static_cast<" + type->spelling + ">(" + text + ")";
  return ir::namedNumber(std::move(text), smallNumber(number), type, at);
}

ir::ExprRef literalOf(const APValue& known, const ir::TypeRef& type) {
  if (known.isInt())
    return integerLiteral(known.getInt(), type, {});
  if (!known.isFloat())
    return nullptr;
  std::string text = textOf(known.getFloat());
  if (type->real != ir::RealKind::Double)
    text += type->real == ir::RealKind::Float ? "f" : "L";
  return ir::literal(std::move(text), type);
}

/// A whole number that the compiler knows: sizeof, a template argument, a type trait.
ir::ExprRef evaluatedConstant(Lowering& l, const Expr* expr) {
  const auto named = platformConstant(expr, l.types.names(), l.ast.getSourceManager());
  if (named && !named->text.empty()) {
    nameOnly(l.options.platform, expr);
    return platformNumber(named->text, l.types.of(expr->getType()),
                          toLocation(expr->getBeginLoc()));
  }
  const std::optional<llvm::APSInt> known = knownInteger(l, expr);
  return known
             ? integerLiteral(*known, l.types.of(expr->getType()), toLocation(expr->getBeginLoc()))
             : nullptr;
}

const StringLiteral* textLiteral(const Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* name = dyn_cast<PredefinedExpr>(expr))
    return name->getFunctionName();
  return dyn_cast<StringLiteral>(expr);
}

std::string spellingOf(const StringLiteral* text) {
  std::string spelling;
  llvm::raw_string_ostream out(spelling);
  text->outputString(out);
  return spelling;
}

ir::Place textValue(Lowering& l, const StringLiteral* text) {
  const std::string spelling = spellingOf(text);
  if (const auto known = l.texts.find(spelling); known != l.texts.end())
    return l.placeOf(known->second);
  const Location at = toLocation(text->getBeginLoc());
  const ir::TypeRef type = l.types.of(text->getType());
  if (!type->element->isScalar())
    l.notYet(text->getBeginLoc(), "a text of '" + type->element->spelling + "'",
             "use characters of type char");
  const ir::VarId id = l.addLocal("text", type, {.isConst = true, .isStable = true}, at);
  l.kernel[id].byReference = true;
  l.globals.push_back(ir::declare(id, ir::literal(spelling, type, at), at));
  l.texts[spelling] = id;
  return l.placeOf(id);
}

} // namespace treelize::front
