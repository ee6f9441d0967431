// Assertions whose expressions change something: `assert((y *= 2) > 0)`, `assert(next(stream))`.
//
// The library's macro drops its expression under NDEBUG. Where that is a test and nothing else, a
// derivative needs none of it; else the program with it and the one without it have different
// derivatives, and the generated header says which of them it was made for.
#pragma once

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class Expr;
class Preprocessor;
} // namespace clang

namespace treelize::front {

/// What `assert` asserts, where it is such a test; else null.
const clang::Expr* assertedBy(const clang::Expr* expr);

/// Could it matter to the program that the expression was evaluated? Where that is not plain to
/// see, it could.
bool hasEffect(const clang::Expr* expr);

/// The same of the text of an assertion that is dropped, from the macro's name on, by what its
/// operators and the names that it calls say.
bool textHasEffect(clang::SourceLocation macro, const clang::Preprocessor& preprocessor,
                   const clang::ASTContext& ast);

} // namespace treelize::front
