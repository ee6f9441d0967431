// One line of the text form of a kernel, read from left to right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace treelize::ir {

/// Why a text is no kernel. Lines and columns count from 1.
struct TextProblem {
  unsigned line = 0, column = 0;
  std::string what;
};

class Scanner {
public:
  Scanner(std::string_view text, unsigned line, unsigned column)
      : text(text), line(line), column(column) {}

  [[noreturn]] void fail(std::string what) const;

  /// Blanks before what is looked for are passed over, but not by the first of these.
  bool isNext(std::string_view wanted) const { return text.substr(at).starts_with(wanted); }
  bool sees(std::string_view wanted);
  bool accept(std::string_view wanted);
  void expect(std::string_view wanted);

  /// A whole word: what follows it is no character of a name.
  bool seesWord(std::string_view wanted);
  bool acceptWord(std::string_view wanted);
  void expectWord(std::string_view wanted);

  /// An identifier or the number of a member.
  std::string name();
  /// A name, or in backquotes any text.
  std::string nameOrQuoted();
  /// The same with namespaces.
  std::string qualifiedOrQuoted();
  std::string quoted();
  /// Digits with what belongs to a number of C++, a sign before them included.
  std::string number();
  std::uint64_t count();
  bool seesDigit();

  std::string_view rest() const { return text.substr(at); }
  /// The characters up to here, exclusive; that it has to be there is the caller's knowledge.
  std::string_view until(std::string_view end);
  bool isAtEnd();
  void expectEnd();

  std::size_t position() const { return at; }
  void goTo(std::size_t position) { at = position; }
  void skip(std::size_t characters) { at += characters; }

private:
  std::string_view text;
  unsigned line, column;
  std::size_t at = 0;

  void blanks();
};

} // namespace treelize::ir
