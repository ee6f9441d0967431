#include "front/conditions/WrittenNames.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <optional>

namespace treelize::front {
namespace {

using clang::Token;
namespace tok = clang::tok;

class Reader {
public:
  Reader(llvm::StringRef text, const clang::LangOptions& language)
      : text_(text),
        lexer_(clang::SourceLocation(), language, text.begin(), text.begin(), text.end()) {}

  WrittenNames result;

  void run() {
    next();
    while (token_.isNot(tok::eof)) {
      if (token_.is(tok::hash) && token_.isAtStartOfLine())
        directive();
      else
        word();
    }
  }

private:
  /// What a brace has opened: a namespace, of no name where it adds none; nothing for a body.
  using Scope = std::optional<std::string>;

  llvm::StringRef text_;
  clang::Lexer lexer_;
  Token token_;
  std::vector<Scope> scopes_;
  std::vector<std::vector<Scope>> atBranch_; // what was open where a conditional began
  std::vector<llvm::StringRef> statement_;   // its words so far
  unsigned parentheses_ = 0;

  void next() { lexer_.LexFromRawLexer(token_); }
  unsigned offset() const {
    return static_cast<unsigned>(lexer_.getBufferLocation() - text_.begin()) - token_.getLength();
  }
  llvm::StringRef spelling() const { return text_.substr(offset(), token_.getLength()); }

  // --- directives ---

  void directive() {
    next();
    if (token_.isAtStartOfLine())
      return; // a sign alone
    const llvm::StringRef kind = spelling();
    if (kind == "define" || kind == "undef") {
      next();
      result.macros.push_back({offset(), spelling().str()});
      if (kind == "undef")
        result.undefined.insert(spelling().str());
    } else if (kind == "if" || kind == "ifdef" || kind == "ifndef") {
      atBranch_.push_back(scopes_);
    } else if (kind.starts_with("el") && !atBranch_.empty()) {
      scopes_ = atBranch_.back();
      endStatement();
    } else if (kind == "endif" && !atBranch_.empty()) {
      atBranch_.pop_back();
    }
    while (token_.isNot(tok::eof) && !token_.isAtStartOfLine())
      next();
  }

  // --- declarations ---

  void endStatement() {
    statement_.clear();
    parentheses_ = 0;
  }

  bool isInBody() const {
    return std::ranges::any_of(scopes_, [](const Scope& scope) { return !scope; });
  }

  bool says(llvm::StringRef what) const { return llvm::is_contained(statement_, what); }

  std::string qualified(llvm::StringRef name) const {
    std::string path;
    for (const Scope& scope : scopes_)
      path += scope->empty() ? "" : *scope + "::";
    return path + name.str();
  }

  Scope opened() const {
    if (says("namespace"))
      return says("inline") || statement_.back() == "namespace" ? "" : statement_.back().str();
    const bool isLinkage = statement_.size() == 2 && statement_[0] == "extern";
    return isLinkage ? Scope("") : std::nullopt;
  }

  void word() {
    if (isInBody()) {
      if (token_.is(tok::l_brace))
        scopes_.push_back(std::nullopt);
      else if (token_.is(tok::r_brace))
        scopes_.pop_back();
      return next();
    }
    if (token_.is(tok::l_brace)) {
      scopes_.push_back(opened());
      endStatement();
    } else if (token_.is(tok::r_brace)) {
      if (!scopes_.empty())
        scopes_.pop_back();
      endStatement();
    } else if (token_.is(tok::semi)) {
      endStatement();
    } else if (token_.is(tok::l_paren)) {
      ++parentheses_;
    } else if (token_.is(tok::r_paren)) {
      parentheses_ -= parentheses_ > 0;
    } else if (parentheses_ == 0) {
      return name();
    }
    next();
  }

  /// `operator` and its sign are one word.
  llvm::StringRef operatorName() {
    const unsigned begin = offset();
    next();
    unsigned end = offset() + token_.getLength();
    for (next(); token_.isNot(tok::l_paren) && token_.isNot(tok::eof); next())
      end = offset() + token_.getLength();
    return text_.slice(begin, end);
  }

  void name() {
    const unsigned at = offset();
    llvm::StringRef word = spelling();
    const bool isWord = token_.is(tok::raw_identifier);
    if (word == "operator")
      word = operatorName();
    else
      next();
    const bool follows =
        !statement_.empty() && (statement_.back() == ">" || statement_.back() == "*" ||
                                statement_.back() == "&" || isIdentifier(statement_.back()));
    const bool isListed = says("using") && token_.is(tok::semi);
    if (isWord && says("namespace") && (says("using") || token_.is(tok::equal)))
      result.lookups.push_back(at);
    else if (isWord && (follows || isListed) && endsName())
      result.declared.push_back({at, qualified(word)});
    statement_.push_back(word);
  }

  bool endsName() const {
    return token_.isOneOf(tok::l_paren, tok::equal, tok::l_brace, tok::l_square, tok::semi,
                          tok::comma, tok::colon, tok::less);
  }

  static bool isIdentifier(llvm::StringRef word) {
    return !word.empty() && (clang::isAsciiIdentifierStart(word.front()) || word.back() == '"');
  }
};

} // namespace

WrittenNames writtenNames(llvm::StringRef text, const clang::LangOptions& language) {
  Reader reader(text, language);
  reader.run();
  return std::move(reader.result);
}

} // namespace treelize::front
