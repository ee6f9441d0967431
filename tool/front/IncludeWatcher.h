// What the preprocessor sees that the syntax tree does not tell.
//
// * A single-file program includes its own `x.treelize.hpp`, which does not exist yet or is stale:
// it
//   is read as empty, and errors after it are forgiven (the program uses what is not there yet).
//   Other generated headers that do not exist yet are empty as well.
// * Every place where an annotation is spelled by a macro. Each must be claimed by a declaration:
//   an annotation on anything else would be dropped without a word.
// * How each header is spelled where it is included first.
#pragma once

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace treelize::front {

struct IncludeFacts {
  clang::SourceLocation ownInclude; // of the input's own generated header; invalid: none
  bool hasPragmaOnce = false;       // in the main file
  std::vector<clang::SourceLocation> annotationMacros; // of the names `treelize`, `TREELIZE`
  std::vector<std::string> ignoredFiles;               // read as empty: no dependencies
  std::map<const clang::FileEntry*, std::string> spelledFromMain; // by the main file's directives
};

// `input` and `output` are absolute. Fills `facts` while the preprocessor runs.
std::unique_ptr<clang::PPCallbacks> makeIncludeWatcher(clang::Preprocessor& preprocessor,
                                                       std::string input, std::string output,
                                                       IncludeFacts& facts);

// `#ifndef X`, `#define X`, ..., `#endif` around the whole text. Not every release of Clang notes
// this of a main file.
bool hasIncludeGuard(llvm::StringRef text, const clang::LangOptions& language);

} // namespace treelize::front
