#include "explain/html/Highlight.h"

#include "explain/html/Escape.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace treelize::explain {

namespace {

constexpr std::array<std::string_view, 62> keywords = {
    "alignas",   "auto",      "bool",     "break",     "case",          "catch",     "char",
    "class",     "concept",   "const",    "consteval", "constexpr",     "constinit", "continue",
    "decltype",  "default",   "delete",   "do",        "double",        "else",      "enum",
    "explicit",  "extern",    "false",    "final",     "float",         "for",       "friend",
    "if",        "inline",    "int",      "long",      "mutable",       "namespace", "new",
    "noexcept",  "nullptr",   "operator", "override",  "private",       "protected", "public",
    "requires",  "return",    "short",    "signed",    "static",        "struct",    "switch",
    "template",  "this",      "throw",    "true",      "try",           "typename",  "union",
    "unsigned",  "using",     "virtual",  "void",      "static_assert", "while"};
static_assert(std::ranges::none_of(keywords, &std::string_view::empty));

bool isNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class LineHighlighter {
public:
  std::string run(std::string_view line) {
    rest = line;
    out.clear();
    const std::size_t start = line.find_first_not_of(" \t");
    if (!isInComment && start != line.npos && line[start] == '#') {
      emit("directive", line.size());
      return std::move(out);
    }
    while (!rest.empty())
      step();
    return std::move(out);
  }

private:
  std::string_view rest;
  std::string out;
  bool isInComment = false; // that goes on over lines

  void emit(const char* kind, std::size_t length) {
    const std::string text = escaped(std::string(rest.substr(0, length)));
    out += *kind ? "<i class=" + std::string(kind) + ">" + text + "</i>" : text;
    rest.remove_prefix(std::min(length, rest.size()));
  }

  void step() {
    if (isInComment || rest.starts_with("/*"))
      return blockComment();
    if (rest.starts_with("//"))
      return emit("comment", rest.size());
    if (rest[0] == '"' || rest[0] == '\'')
      return emit("text", quotedLength(rest[0]));
    if (std::isdigit(static_cast<unsigned char>(rest[0])))
      return emit("number", lengthOf([](char c) { return isNameChar(c) || c == '.' || c == '\''; }));
    if (isNameChar(rest[0])) {
      const std::size_t length = lengthOf(isNameChar);
      const bool isKeyword = std::ranges::count(keywords, rest.substr(0, length)) > 0;
      return emit(isKeyword ? "keyword" : "", length);
    }
    emit("", std::max<std::size_t>(lengthOf([](char c) {
      return !isNameChar(c) && c != '"' && c != '\'' && c != '/';
    }), 1));
  }

  void blockComment() {
    const std::size_t end = rest.find("*/", isInComment ? 0 : 2);
    isInComment = end == rest.npos;
    emit("comment", isInComment ? rest.size() : end + 2);
  }

  std::size_t quotedLength(char quote) const {
    for (std::size_t i = 1; i < rest.size(); ++i)
      if (rest[i] == '\\')
        ++i;
      else if (rest[i] == quote)
        return i + 1;
    return rest.size();
  }

  template <class Predicate>
  std::size_t lengthOf(Predicate isWanted) const {
    return static_cast<std::size_t>(std::ranges::find_if_not(rest, isWanted) - rest.begin());
  }
};

} // namespace

std::vector<std::string> highlightedLines(const std::string& text) {
  std::vector<std::string> lines;
  LineHighlighter highlighter;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line(text.data() + begin, end - begin);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    lines.push_back(highlighter.run(line));
    begin = end + 1;
  }
  return lines;
}

} // namespace treelize::explain
