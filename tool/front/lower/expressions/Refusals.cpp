#include "front/lower/expressions/Refusals.h"

#include "clang/Lex/Lexer.h"

namespace treelize::front {

using namespace clang;

std::string sourceText(const Lowering& l, SourceRange range) {
  constexpr std::size_t longest = 40;
  const SourceManager& sources = l.ast.getSourceManager();
  const CharSourceRange written = sources.getExpansionRange(range);
  std::string text;
  for (const char c : Lexer::getSourceText(written, sources, l.ast.getLangOpts())) {
    const bool isSpace = std::isspace(static_cast<unsigned char>(c));
    if (!isSpace || (!text.empty() && text.back() != ' '))
      text += isSpace ? ' ' : c;
  }
  return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

void refuseConversion(Lowering& l, const CastExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  if (isa<CXXDynamicCastExpr>(expr))
    l.notYet(where, "a 'dynamic_cast' to a reference",
             "cast a pointer, and ask whether it is null");
  const PrintingPolicy policy(l.ast.getLangOpts());
  l.notYet(where,
           "the conversion of '" + sourceText(l, expr->getSubExpr()->getSourceRange()) +
               "' from '" + expr->getSubExpr()->getType().getAsString(policy) + "' to '" +
               expr->getType().getAsString(policy) + "'",
           "convert between numbers only, and use arrays and functions by their names");
}

} // namespace treelize::front
