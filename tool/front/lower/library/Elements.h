// The elements between two iterators, whatever these are: pointers, reverse iterators, or iterators
// of a deque or a list.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

struct Elements {
  ir::ExprRef count;
  std::function<Value(const ir::ExprRef& i)> at;
};

/// Nothing for iterators of other kinds.
std::optional<Elements> elementsBetween(Lowering& l, const clang::Expr* first,
                                        const clang::Expr* last, clang::SourceLocation where);
/// A std::reverse_iterator of a pointer or an iterator into a container.
bool isReversed(clang::QualType iterator);
/// The pointer in one: it points behind the element.
View reversedEnd(Lowering& l, const clang::Expr* iterator);

} // namespace treelize::front
