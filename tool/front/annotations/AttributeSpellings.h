// How the spellings of an annotation reach the syntax tree. All end as an AnnotateAttr:
//
//   [[treelize(items)]]   a predefined macro makes it [[clang::annotate("treelize", "items")]]
//   TREELIZE(items)       the macro of <treelize/annotations.hpp> makes the same
//   [[treelize::item]]    an attribute of our own: annotate("treelize::item")
//   [[treelize]]          likewise: annotate("treelize::")
#pragma once

#include "llvm/ADT/StringRef.h"

namespace clang {
class PreprocessorOptions;
}

namespace treelize::front {

inline constexpr llvm::StringLiteral annotationName = "treelize"; // has the items as an argument
inline constexpr llvm::StringLiteral scopedPrefix = "treelize::"; // followed by the item's name

// Makes Clang know the attributes; the first call in a process counts.
void registerAttributes();

void defineMacros(clang::PreprocessorOptions& options);

} // namespace treelize::front
