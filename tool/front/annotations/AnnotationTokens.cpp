#include "front/annotations/AnnotationTokens.h"

#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/AttributeSpellings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace treelize::front {
namespace {

AnnotationToken::Kind kindOf(const clang::Token& token) {
  if (token.is(clang::tok::raw_identifier))
    return AnnotationToken::name;
  if (clang::tok::isStringLiteral(token.getKind()))
    return AnnotationToken::text;
  if (token.isLiteral() || token.is(clang::tok::unknown))
    return AnnotationToken::other;
  return AnnotationToken::punctuation;
}

std::vector<AnnotationToken> tokensOf(const std::string& text, const clang::LangOptions& language) {
  std::vector<AnnotationToken> result;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(),
                     text.data() + text.size());
  clang::Token token;
  // The result says whether the text is at its end, the token still counts.
  while (lexer.LexFromRawLexer(token), token.isNot(clang::tok::eof)) {
    std::size_t offset =
        static_cast<std::size_t>(lexer.getBufferLocation() - text.data()) - token.getLength();
    result.push_back({kindOf(token), text.substr(offset, token.getLength()), offset, {}});
  }
  result.push_back({AnnotationToken::end, "", text.size(), {}});
  return result;
}

// Lexes a file from a place on, without the preprocessor.
class SourceReader {
public:
  SourceReader(const clang::SourceManager& sources, const clang::LangOptions& language,
               clang::SourceLocation from)
      : sources_(sources), language_(language), next_(from) {}

  // The next token's text, empty at the end of the file; `where` becomes its place.
  std::string take(clang::SourceLocation& where) {
    clang::Token token;
    if (clang::Lexer::getRawToken(next_, token, sources_, language_, /*IgnoreWhiteSpace=*/true) ||
        token.is(clang::tok::eof))
      return "";
    where = token.getLocation();
    next_ = where.getLocWithOffset(static_cast<int>(token.getLength()));
    return std::string(sources_.getCharacterData(where), token.getLength());
  }

private:
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  clang::SourceLocation next_;
};

// Gives each token its own place if the source after `name` reads `(` and then just these tokens.
void locate(AnnotationText& annotation, clang::SourceLocation name, Session& session) {
  SourceReader reader(session.sources(), session.ast().getLangOpts(), name);
  std::vector<Location> places;
  clang::SourceLocation where;
  reader.take(where);
  bool agrees = reader.take(where) == "(";
  for (const AnnotationToken& token : annotation.tokens) {
    std::string spelling = agrees ? reader.take(where) : "";
    agrees = agrees && spelling == (token.kind == AnnotationToken::end ? ")" : token.spelling);
    places.push_back(toLocation(where));
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    annotation.tokens[i].where = agrees ? places[i] : annotation.where;
}

// [[treelize(...)]] and TREELIZE(...): the text is the attribute's argument.
AnnotationText macroText(const clang::AnnotateAttr& attribute, Session& session) {
  const clang::SourceManager& sources = session.sources();
  AnnotationText result;
  if (attribute.args_size() == 1)
    if (auto* literal =
            llvm::dyn_cast<clang::StringLiteral>((*attribute.args_begin())->IgnoreParenCasts()))
      result.text = literal->getString().str();
  result.tokens = tokensOf(result.text, session.ast().getLangOpts());

  clang::SourceLocation name = attribute.getLocation();
  if (name.isMacroID())
    name = sources.getImmediateExpansionRange(name).getBegin();
  result.claim = toLocation(name);
  result.where = toLocation(sources.getExpansionLoc(name));
  clang::SourceLocation spelled = sources.getSpellingLoc(name);
  result.byMacro = llvm::StringRef(sources.getCharacterData(spelled), 8) == "TREELIZE";
  if (name.isFileID())
    locate(result, name, session);
  else
    for (AnnotationToken& token : result.tokens)
      token.where = result.where;
  return result;
}

// [[treelize::item]] and [[treelize::item(...)]]: the text is in the source, up to the closing
// bracket.
AnnotationText scopedText(const clang::AnnotateAttr& attribute, Session& session) {
  const clang::SourceManager& sources = session.sources();
  AnnotationText result;
  clang::SourceLocation place = attribute.getLocation();
  result.claim = toLocation(place);
  result.where = toLocation(sources.getExpansionLoc(place));
  std::string item = attribute.getAnnotation().drop_front(scopedPrefix.size()).str();

  if (!item.empty()) {
    // The attribute begins at its scope: `treelize::item`, or `using treelize: other, item`.
    SourceReader reader(sources, session.ast().getLangOpts(), sources.getSpellingLoc(place));
    clang::SourceLocation where;
    std::string spelling;
    clang::SourceLocation end; // of the token before
    auto add = [&](AnnotationToken token) {
      if (end.isValid() && end != where)
        result.text += ' ';
      end = where.getLocWithOffset(static_cast<int>(token.spelling.size()));
      token.offset = result.text.size();
      token.where = place.isFileID() ? toLocation(where) : result.where;
      result.text += token.spelling;
      result.tokens.push_back(std::move(token));
    };
    do
      spelling = reader.take(where);
    while (spelling != item && !spelling.empty());
    add({AnnotationToken::name, item, 0, {}});
    unsigned depth = 0;
    do {
      spelling = reader.take(where);
      if (spelling == "(")
        ++depth;
      if (depth > 0)
        add(tokensOf(spelling, session.ast().getLangOpts()).front());
      if (spelling == ")")
        --depth;
    } while (depth > 0 && !spelling.empty());
  }
  result.tokens.push_back({AnnotationToken::end, "", result.text.size(), result.where});
  return result;
}

} // namespace

bool isAnnotation(const clang::AnnotateAttr& attribute) {
  llvm::StringRef name = attribute.getAnnotation();
  return name == annotationName || name.starts_with(scopedPrefix);
}

AnnotationText annotationText(const clang::AnnotateAttr& attribute, Session& session) {
  bool scoped = attribute.getAnnotation().starts_with(scopedPrefix);
  return scoped ? scopedText(attribute, session) : macroText(attribute, session);
}

} // namespace treelize::front
