// What the tool needs beside its own binary: Clang's headers and the runtime's.
#pragma once

#include <string>

namespace treelize {

class DiagnosticSink;

std::string resourceDir();

// ../include of the binary, in the build tree as in an installation.
std::string runtimeIncludeDir(const std::string& program);

// Reports why an input cannot be read.
bool isReadable(const std::string& input, DiagnosticSink& sink);

} // namespace treelize
