// Which code is the project's own: not the standard library's, not that of headers reached by
// -isystem, not what the compiler or its command line has predefined.
#pragma once

#include "clang/Basic/SourceLocation.h"

namespace clang {
class Preprocessor;
}

namespace treelize::front {

/// Does a file of the project say this? The place is one in a file.
bool isProjectCode(const clang::Preprocessor& preprocessor, clang::SourceLocation place);

/// Does it come with the compiler or its command line?
bool isPredefined(const clang::Preprocessor& preprocessor, clang::SourceLocation place);

} // namespace treelize::front
