// Objects that the library would construct somewhere inside itself: `v.emplace_back(x, y)`,
// `std::make_unique<T>(x)`.
#pragma once

#include "front/read/Forward.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

/// `T(arguments)`, checked by Clang; null where it does not compile.
const clang::Expr* buildConstruction(Session& session, clang::QualType type,
                                     const std::vector<const clang::Expr*>& arguments,
                                     clang::SourceLocation where);

/// The operator that `object(arguments...)` calls, the arguments lvalues of these types; null where
/// it does not compile.
const clang::FunctionDecl* findCallOperator(Session& session, clang::QualType object,
                                            const std::vector<clang::QualType>& arguments,
                                            clang::SourceLocation where);

} // namespace treelize::front
