// What the preprocessor has decided in the project's own files: the outcome of every conditional,
// and where macros stand for code. Plain data; which of it matters is another question (Matter.h).
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class IdentifierInfo;
class MacroInfo;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace treelize::front {

/// `#if`, `#elif`, `#else` and their kin.
struct Branch {
  clang::SourceLocation at;
  std::string condition; // as `#if` reads it: `defined(NDEBUG)`; empty: `#else`
  bool isTaken;
};

struct Conditional {
  clang::SourceLocation begin;  // `if`
  clang::SourceLocation end;    // `endif`
  std::vector<Branch> branches; // as far as they were asked for
};

/// A macro that the project names, by its text or by that of a macro of its own.
struct Expansion {
  clang::SourceLocation at; // in a file
  const clang::IdentifierInfo* name;
  const clang::MacroInfo* definition;
};

struct ConditionFacts {
  bool isCompilerKnown = false; // its macros were given
  std::vector<Conditional> conditionals;              // in the order in which they were met
  std::vector<Expansion> expansions;                  // not those that a condition asks for
  std::vector<clang::SourceLocation> ignoredParallel; // `#pragma omp` that is a comment here
};

/// Fills `facts` while the preprocessor runs.
std::unique_ptr<clang::PPCallbacks> makeConditionRecorder(clang::Preprocessor& preprocessor,
                                                          ConditionFacts& facts);

} // namespace treelize::front
