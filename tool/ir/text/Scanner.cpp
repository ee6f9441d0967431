#include "ir/text/Scanner.h"

#include "ir/text/Quote.h"

#include <cctype>
#include <charconv>

namespace treelize::ir {

void Scanner::fail(std::string what) const {
  throw TextProblem{line, column + static_cast<unsigned>(at), std::move(what)};
}

void Scanner::blanks() {
  while (isNext(" "))
    ++at;
}

bool Scanner::sees(std::string_view wanted) {
  blanks();
  return isNext(wanted);
}

bool Scanner::accept(std::string_view wanted) {
  if (!sees(wanted))
    return false;
  at += wanted.size();
  return true;
}

void Scanner::expect(std::string_view wanted) {
  if (!accept(wanted))
    fail("'" + std::string(wanted) + "' is expected here");
}

bool Scanner::seesWord(std::string_view wanted) {
  const bool isThere = sees(wanted);
  const std::size_t end = at + wanted.size();
  return isThere && (end >= text.size() || !isNameCharacter(text[end]));
}

bool Scanner::acceptWord(std::string_view wanted) {
  if (!seesWord(wanted))
    return false;
  at += wanted.size();
  return true;
}

void Scanner::expectWord(std::string_view wanted) {
  if (!acceptWord(wanted))
    fail("'" + std::string(wanted) + "' is expected here");
}

std::string Scanner::name() {
  blanks();
  const std::size_t begin = at;
  while (at < text.size() && isNameCharacter(text[at]))
    ++at;
  if (at == begin)
    fail("a name is expected here");
  return std::string(text.substr(begin, at - begin));
}

std::string Scanner::nameOrQuoted() {
  return sees("`") ? quoted() : name();
}

std::string Scanner::qualifiedOrQuoted() {
  if (sees("`"))
    return quoted();
  std::string whole = name();
  while (isNext("::")) {
    at += 2;
    whole += "::" + name();
  }
  return whole;
}

std::string Scanner::quoted() {
  expect("`");
  std::string s;
  while (at < text.size() && text[at] != '`') {
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      s += text[at] == 'n' ? '\n' : text[at];
    } else {
      s += text[at];
    }
    ++at;
  }
  if (at == text.size())
    fail("the text in backquotes has no end");
  ++at;
  return s;
}

bool Scanner::seesDigit() {
  blanks();
  const std::size_t sign = isNext("-") ? 1 : 0;
  const std::size_t digit = at + sign + (text.substr(at + sign).starts_with('.') ? 1 : 0);
  return digit < text.size() && std::isdigit(static_cast<unsigned char>(text[digit]));
}

std::string Scanner::number() {
  if (!seesDigit())
    fail("a number is expected here");
  const std::size_t begin = at++;
  const bool isHex = text.substr(begin).starts_with("0x") || text.substr(begin).starts_with("0X");
  const auto isSign = [&] {
    const char before = text[at - 1];
    return (text[at] == '-' || text[at] == '+') &&
           (isHex ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
  };
  while (at < text.size() &&
         (isNameCharacter(text[at]) || text[at] == '.' || text[at] == '\'' || isSign()))
    ++at;
  return std::string(text.substr(begin, at - begin));
}

std::uint64_t Scanner::count() {
  blanks();
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data() + at, text.data() + text.size(), value);
  if (problem != std::errc{})
    fail("a whole number is expected here");
  at = static_cast<std::size_t>(end - text.data());
  return value;
}

std::string_view Scanner::until(std::string_view end) {
  blanks();
  const std::size_t found = text.find(end, at);
  if (found == std::string_view::npos)
    fail("'" + std::string(end) + "' is expected in this line");
  const std::string_view before = text.substr(at, found - at);
  at = found;
  return before;
}

bool Scanner::isAtEnd() {
  blanks();
  return at == text.size();
}

void Scanner::expectEnd() {
  if (!isAtEnd())
    fail("the line should end here");
}

} // namespace treelize::ir
