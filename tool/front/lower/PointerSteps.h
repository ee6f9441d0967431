// Which pointers, iterators and spans a piece of source makes name another element: `++p`,
// `p += n`, `p = q + 1`, `s = s.subspan(1)`, a call that takes one by reference.
//
// Of a pointer to a single object it is then a question where it stands.
#pragma once

#include <vector>

namespace clang {
class Expr;
}

namespace treelize::front {

/// Those that the expression itself steps; its operands are expressions of their own.
std::vector<const clang::Expr*> steppedBy(const clang::Expr* expr);

} // namespace treelize::front
