#include "print/Marks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace treelize::print {

namespace {

constexpr char opening = '\x01', closing = '\x02', comment = '\x03';
constexpr std::size_t longestLine = 100;

struct CodeChar {
  char value;
  std::size_t line;
};

/// The characters that are neither blank nor in a comment, one after the other.
class CodeReader {
public:
  explicit CodeReader(const std::string& text) : text(text) {}

  std::optional<CodeChar> next() {
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\n') {
        ++line;
        isString = isComment = false;
        continue;
      }
      if (c == '"' && (at == 0 || text[at - 1] != '\\'))
        isString = !isString;
      isComment = isComment || (!isString && text.compare(at, 2, "//") == 0);
      if (!isComment && c != ' ' && c != '\t') {
        ++at;
        return CodeChar{c, line};
      }
    }
    return std::nullopt;
  }

private:
  const std::string& text;
  std::size_t at = 0, line = 0;
  bool isString = false, isComment = false;
};

std::size_t linesOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
}

/// Where the lines of the code have come to.
struct Alignment {
  std::vector<Location> origins;                  // by line of the formatted text
  std::vector<std::vector<std::string>> comments; // above it
};

Alignment align(const std::string& formatted, const MarkedLines& code) {
  const std::size_t count = linesOf(formatted);
  Alignment result{std::vector<Location>(count), std::vector<std::vector<std::string>>(count)};
  CodeReader from(code.text), to(formatted);
  std::size_t lastFrom = 0, lastTo = 0; // lines, from 1
  std::optional<CodeChar> source = from.next();
  for (std::optional<CodeChar> c = to.next(); c && source; c = to.next()) {
    if (source->value != c->value) {
      if (c->value == '"') // where the formatter has broken a text
        continue;
      break;
    }
    if (!result.origins[c->line].isValid())
      result.origins[c->line] = code.origins[source->line];
    if (lastFrom != source->line + 1 && lastTo != c->line + 1)
      result.comments[c->line] = code.comments[source->line];
    lastFrom = source->line + 1;
    lastTo = c->line + 1;
    source = from.next();
  }
  return result;
}

/// No longer than a line, and no end of one that would reach into the next.
std::string commentLine(std::size_t indent, const std::string& text) {
  std::string line = std::string(indent, ' ') + "// " + text;
  if (line.size() > longestLine) {
    std::size_t end = longestLine - 3;
    while (end > indent && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
      --end;
    line = line.substr(0, end) + "...";
  }
  line.erase(line.find_last_not_of("\\ ") + 1);
  return line + "\n";
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

std::string commentMark(const std::string& text) {
  return opening + (comment + text) + closing;
}

MarkedLines takeMarks(const std::string& text) {
  const std::size_t count = linesOf(text);
  MarkedLines result{.text = {},
                     .origins = std::vector<Location>(count),
                     .comments = std::vector<std::vector<std::string>>(count)};
  std::size_t line = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != opening) {
      line += text[i] == '\n' ? 1 : 0;
      result.text += text[i];
      continue;
    }
    const std::size_t end = text.find(closing, i);
    if (text[i + 1] == comment)
      result.comments[line].push_back(text.substr(i + 2, end - i - 2));
    else
      std::from_chars(text.data() + i + 1, text.data() + end, result.origins[line].raw);
    result.hasMarks = true;
    i = end;
  }
  return result;
}

CommentedLines withComments(const std::string& formatted, const MarkedLines& code) {
  const Alignment lines = align(formatted, code);
  CommentedLines result;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lines.origins.size(); ++i) {
    const std::size_t end = std::min(formatted.find('\n', begin), formatted.size() - 1) + 1;
    const std::string line = formatted.substr(begin, end - begin);
    for (const std::string& comment : lines.comments[i]) {
      result.text += commentLine(line.find_first_not_of(' '), comment);
      result.origins.push_back(lines.origins[i]);
    }
    result.text += line;
    result.origins.push_back(lines.origins[i]);
    begin = end;
  }
  return result;
}

} // namespace treelize::print
