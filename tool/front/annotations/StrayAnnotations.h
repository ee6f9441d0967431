// Scoped annotations on parameters that belong to no function: those of a function pointer, of a
// type alias, of a lambda, of a function declared within a body. Clang attaches an attribute
// to them as to any other parameter, but nobody would ever ask for it.
#pragma once

#include <functional>
#include <vector>

namespace clang {
class ASTContext;
class AnnotateAttr;
} // namespace clang

namespace treelize::front {

// Those written in the main file that are not claimed, in source order.
std::vector<const clang::AnnotateAttr*>
strayAnnotations(clang::ASTContext& ast,
                 const std::function<bool(const clang::AnnotateAttr&)>& isClaimed);

} // namespace treelize::front
