// What a `std::source_location` says of the program's source: generated code has other lines.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace clang {
class CallExpr;
class CXXMethodDecl;
} // namespace clang

namespace treelize::front {

class Lowering;

/// The number or text that `place.line()` and `place.file_name()` have where the kernel is written,
/// if the kernel has made the place; nothing for a place of the caller's. Refuses what is not known.
std::optional<ir::ExprRef> askedOfSourcePlace(Lowering& l, const clang::CallExpr* expr,
                                              const clang::CXXMethodDecl* method);

} // namespace treelize::front
