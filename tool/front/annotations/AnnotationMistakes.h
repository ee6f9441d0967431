// Annotations that are no C++, for which Clang has words of its own only.
#pragma once

#include "Diagnostics.h"

#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
class StoredDiagnostic;
} // namespace clang

namespace treelize::front {

struct AnnotationMistake {
  Diag diagnostic;
  clang::SourceLocation where;
  std::vector<std::string> arguments;
};

/// What stands behind the first error, if it is about an annotation.
std::optional<AnnotationMistake> annotationMistake(const clang::StoredDiagnostic& error,
                                                   clang::Preprocessor& preprocessor);

} // namespace treelize::front
