// What has no place in a kernel, told in the user's own words: by its text and its types.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// The source as it is written, in one line and not too long a one.
std::string sourceText(const Lowering& l, clang::SourceRange range);
[[noreturn]] void refuseConversion(Lowering& l, const clang::CastExpr* expr);

} // namespace treelize::front
