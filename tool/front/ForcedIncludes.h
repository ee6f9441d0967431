// Files that the command line includes before the input: `-include config.h`, a precompiled header.
//
// One of them may include the input itself or a generated header, the input's own among them: the
// program's sources are to be read so, but not the input. Then they are not read, and only what
// they define counts: the preprocessor's conditions must fall as in the program.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
class Preprocessor;
} // namespace clang

namespace treelize::front {

// Whether a directive stands in such a file, or in what it includes.
bool isForced(clang::SourceLocation directive, clang::Preprocessor& preprocessor);

// Their macros as -D takes them, `NAME(x)=tokens`, in alphabetical order; without those of the
// system's headers and without include guards.
std::vector<std::string> macrosOfForced(clang::Preprocessor& preprocessor);

// Reads `macros` in the place of all such files.
void replaceForced(clang::CompilerInvocation& invocation, const std::vector<std::string>& macros);

} // namespace treelize::front
