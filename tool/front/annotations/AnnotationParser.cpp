#include "front/annotations/AnnotationParser.h"

#include "Diagnostics.h"

namespace treelize::front {
namespace {

bool opens(const AnnotationToken& token) {
  return token.is("(") || token.is("[") || token.is("{");
}
bool closes(const AnnotationToken& token) {
  return token.is(")") || token.is("]") || token.is("}");
}

class Parser {
public:
  Parser(const AnnotationText& annotation, DiagnosticSink& sink)
      : annotation_(annotation), sink_(sink) {}

  std::vector<ParsedItem> run() {
    std::vector<ParsedItem> items;
    if (atEnd())
      return items;
    while (parseItem(items) && !atEnd()) {
      if (!peek().is(",")) {
        expected("',' between two items");
        break;
      }
      ++next_;
    }
    return items;
  }

private:
  const AnnotationToken& peek() const { return annotation_.tokens[next_]; }
  bool atEnd() const { return peek().kind == AnnotationToken::end; }

  void expected(const char* what) { sink_.report(Diag::annotation_syntax, peek().where, {what}); }

  bool parseItem(std::vector<ParsedItem>& items) {
    if (peek().kind != AnnotationToken::name) {
      expected("an item's name");
      return false;
    }
    ParsedItem item;
    item.name = annotation_.tokens[next_++];
    bool isWhole = true;
    if (peek().is("=")) {
      ++next_;
      item.form = ParsedItem::assigned;
      isWhole = parseValue(item, /*upToComma=*/true);
    } else if (peek().is("(")) {
      ++next_;
      item.form = ParsedItem::parenthesized;
      isWhole = parseValue(item, /*upToComma=*/false);
    }
    if (isWhole)
      items.push_back(std::move(item));
    return isWhole;
  }

  // Up to a comma outside brackets, or up to the parenthesis that closes an open one.
  bool parseValue(ParsedItem& item, bool upToComma) {
    unsigned depth = upToComma ? 0 : 1;
    for (; !atEnd(); ++next_) {
      const AnnotationToken& token = peek();
      if (opens(token))
        ++depth;
      else if (closes(token) && depth > 0)
        --depth;
      bool isDone = upToComma ? depth == 0 && token.is(",") : depth == 0;
      if (isDone)
        break;
      item.tokens.push_back(token);
    }
    if (item.tokens.empty()) {
      expected("a value");
      return false;
    }
    item.value = textOf(annotation_.text, item.tokens);
    if (!upToComma)
      ++next_; // the closing parenthesis; brackets are balanced in an attribute
    return true;
  }

  const AnnotationText& annotation_;
  DiagnosticSink& sink_;
  std::size_t next_ = 0;
};

// Whether the first token's bracket closes at the last token.
bool isWrapped(const std::vector<AnnotationToken>& tokens) {
  if (tokens.size() < 2 || !tokens.front().is("(") || !tokens.back().is(")"))
    return false;
  unsigned depth = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    depth += opens(tokens[i]);
    depth -= closes(tokens[i]) && depth > 0;
    if (depth == 0)
      return false;
  }
  return true;
}

} // namespace

std::vector<ParsedItem> parseAnnotation(const AnnotationText& annotation, DiagnosticSink& sink) {
  return Parser(annotation, sink).run();
}

std::vector<std::vector<AnnotationToken>> splitList(std::vector<AnnotationToken> tokens) {
  if (isWrapped(tokens))
    tokens = {tokens.begin() + 1, tokens.end() - 1};
  std::vector<std::vector<AnnotationToken>> elements;
  if (tokens.empty())
    return elements;
  elements.emplace_back();
  unsigned depth = 0;
  for (const AnnotationToken& token : tokens) {
    depth += opens(token);
    depth -= closes(token) && depth > 0;
    if (depth == 0 && token.is(","))
      elements.emplace_back();
    else
      elements.back().push_back(token);
  }
  return elements;
}

std::string textOf(const std::string& text, const std::vector<AnnotationToken>& tokens) {
  if (tokens.empty())
    return "";
  std::size_t begin = tokens.front().offset;
  return text.substr(begin, tokens.back().offset + tokens.back().spelling.size() - begin);
}

} // namespace treelize::front
