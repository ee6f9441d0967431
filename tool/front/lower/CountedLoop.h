// Is a for statement a counted loop: `for (T i = lo; i < hi; ++i)` with a counter and bounds that
// the body leaves alone?
#pragma once

#include "ir/IR.h"

#include <optional>

namespace clang {
class Expr;
class ForStmt;
class VarDecl;
} // namespace clang

namespace treelize::front {

class Lowering;

struct CountedLoop {
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* start = nullptr; // the counter's first value, or one beyond it (countsFirst)
  const clang::Expr* bound = nullptr;
  bool includesBound = false; // <=, >=
  bool isInequality = false;  // !=
  bool descending = false;
  bool countsFirst = false; // `i-- > 0` in the condition: the body sees start - 1 first
  std::int64_t step = 1;
  const clang::Expr* ahead = nullptr; // `i + ahead < bound`
  /// It may begin or end with the largest number of its type, which has none behind it: then only
  /// its body ends the loop, `for (i = 0; i <= limit; ++i) { ...; break; }`.
  bool mayCountToLargest = false;
};

/// By its form alone; whether the body changes the bound is for the caller to see.
std::optional<CountedLoop> countedLoop(Lowering& l, const clang::ForStmt* stmt);

} // namespace treelize::front
