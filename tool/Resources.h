// What the tool needs beside its own binary, and what it tells a build of the place it lies in: Clang's headers, the
// runtime's, its library, the CMake package. They are looked for from the binary's folder first, so that an
// installation can be moved; a binary without one knows where it was built.
#pragma once

#include <string>

namespace treelize {

class DiagnosticSink;

/// Clang's own headers: ../lib/clang/N of the binary, or those of the Clang that it was built with.
std::string resourceDir(const std::string& program);

/// ../include of the binary, in the build tree as in an installation.
std::string runtimeIncludeDir(const std::string& program);

/// Empty where the binary lies in no installation.
std::string runtimeLibrary(const std::string& program);
std::string cmakeDir(const std::string& program);

/// Reports why an input cannot be read.
bool isReadable(const std::string& input, DiagnosticSink& sink);

} // namespace treelize
