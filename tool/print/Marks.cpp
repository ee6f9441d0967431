#include "print/Marks.h"

#include <algorithm>
#include <charconv>

namespace treelize::print {

namespace {

constexpr char opening = '\x01', closing = '\x02';

struct CodeChar {
  char value;
  std::size_t line;
};

bool isBlankChar(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

/// What is neither blank nor in a comment.
std::vector<CodeChar> codeOf(const std::string& text) {
  std::vector<CodeChar> code;
  std::size_t line = 0;
  bool isString = false, isComment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      isString = isComment = false;
      continue;
    }
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\'))
      isString = !isString;
    if (!isString && text.compare(i, 2, "//") == 0)
      isComment = true;
    if (!isComment && !isBlankChar(text[i]))
      code.push_back({text[i], line});
  }
  return code;
}

std::size_t linesOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
}

} // namespace

std::string mark(Location at) {
  return at.isValid() ? opening + std::to_string(at.raw) + closing : "";
}

std::string marked(const std::string& text, Location at) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    result += mark(at) + text.substr(begin, end - begin);
    begin = end;
  }
  return result;
}

MarkedLines takeMarks(const std::string& text) {
  MarkedLines result{.text = {}, .origins = std::vector<Location>(linesOf(text))};
  std::size_t line = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != opening) {
      line += text[i] == '\n' ? 1 : 0;
      result.text += text[i];
      continue;
    }
    const std::size_t end = text.find(closing, i);
    std::from_chars(text.data() + i + 1, text.data() + end, result.origins[line].raw);
    i = end;
  }
  return result;
}

std::vector<Location> originsOf(const std::string& formatted, const MarkedLines& code) {
  std::vector<Location> origins(linesOf(formatted));
  const std::vector<CodeChar> from = codeOf(code.text);
  auto source = from.begin();
  for (const CodeChar& c : codeOf(formatted)) {
    if (source == from.end())
      break;
    if (source->value != c.value) {
      if (c.value == '"') // where the formatter has broken a text
        continue;
      break;
    }
    if (!origins[c.line].isValid())
      origins[c.line] = code.origins[source->line];
    ++source;
  }
  return origins;
}

} // namespace treelize::print
