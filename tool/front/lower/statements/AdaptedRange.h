// Ranges behind std::views: what is adapted, and how.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// std::views::take(3), behind the range that it adapts.
struct Adaptor {
  std::string name;
  const clang::Expr* argument; // or null
  clang::SourceLocation where;
  std::size_t part = 0; // of std::views::elements<part>
};

struct Adapted {
  const clang::Expr* range = nullptr; // null: no view
  std::vector<Adaptor> adaptors;      // the first one first
};

/// `range | std::views::filter(f)`, or the same by calls; without a range where it is no view.
Adapted adapted(const clang::Expr* expr);
/// Do loops alone ask for the elements of the view?
bool isAdaptedVariable(const clang::VarDecl* variable);
/// The variable, where it stands for the parts of a view (adaptedVariable).
const clang::VarDecl* knownView(const clang::Expr* range);
const clang::CXXOperatorCallExpr* asOperator(const clang::Expr* expr,
                                             clang::OverloadedOperatorKind op);
/// std::views::iota
bool isNumbers(const clang::Expr* range);

} // namespace treelize::front
