// What the preprocessor sees that the syntax tree does not tell.
//
// * A single-file program includes its own `x.treelize.hpp`, which does not exist yet or is stale:
//   it is read as empty, and errors after it are forgiven (the program uses what is not there yet).
//   After it other generated headers may be missing too; anywhere else that is an error.
// * A generated header of the same batch is not read from its file: its text is asked for.
// * A file that the command line includes may need what cannot be there before the input is read.
// * Every place where an annotation is spelled by a macro. Each must be claimed by a declaration:
//   an annotation on anything else would be dropped without a word.
// * How each header is spelled where it is included first.
#pragma once

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace treelize::front {

struct ParseOptions;

struct MissingGenerated {
  clang::SourceLocation where;
  std::string name; // as it is included
};

struct IncludeFacts {
  clang::SourceLocation ownInclude; // of the input's own generated header; invalid: none
  bool hasPragmaOnce = false;       // in the main file
  std::vector<clang::SourceLocation> annotationMacros; // of the names `treelize`, `TREELIZE`
  std::vector<std::string> ignoredFiles;               // read as empty: no dependencies
  std::map<const clang::FileEntry*, std::string> spelledFromMain; // by the main file's directives
  std::vector<MissingGenerated> missingGenerated;
  std::set<std::string> wanted;  // generated headers of the batch whose text is not known yet
  bool isForcedByItself = false; // a forced include reaches the input, or a generated header
};

// `input` and `output` are absolute, `options` are the parse's. Fills `facts` while the
// preprocessor runs.
std::unique_ptr<clang::PPCallbacks> makeIncludeWatcher(clang::Preprocessor& preprocessor,
                                                       std::string input, std::string output,
                                                       const ParseOptions& options,
                                                       IncludeFacts& facts);

// X of `#ifndef X`, `#define X`, ..., `#endif` around the whole text; empty: there is no such guard.
// Not every release of Clang notes it of a main file.
llvm::StringRef includeGuardOf(llvm::StringRef text, const clang::LangOptions& language);

} // namespace treelize::front
