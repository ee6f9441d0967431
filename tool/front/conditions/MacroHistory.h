// What the macros that a condition names were where it was asked, and whether they still are.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <set>
#include <string>

namespace clang {
class MacroDirective;
class MacroInfo;
class Preprocessor;
} // namespace clang

namespace treelize::front {

class MacroHistory {
public:
  explicit MacroHistory(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  /// The directive that counts there, `#define` or `#undef`; null if none has come before.
  const clang::MacroDirective* at(const std::string& name, clang::SourceLocation place) const;

  /// Null if it is no macro there.
  const clang::MacroInfo* definition(const std::string& name, clang::SourceLocation place) const;

  /// Does a file of the project say what it is there? Else the command line, the compiler or the
  /// system does, or nobody.
  bool isMadeByProject(const std::string& name, clang::SourceLocation place) const;

  /// The identifiers of the text, and of the project's macros among them.
  std::set<std::string> mentioned(const std::string& text, clang::SourceLocation place) const;

private:
  clang::Preprocessor& preprocessor_;
};

} // namespace treelize::front
