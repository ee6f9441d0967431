// Which files are the system's. Clang takes for such also what one of them includes, and with it
// all that a precompiled header of CMake's includes, the project's own files too. Here the folder
// decides.
#pragma once

namespace clang {
class FileID;
class Preprocessor;
} // namespace clang

namespace treelize::front {

bool isSystemFile(clang::FileID file, clang::Preprocessor& preprocessor);

} // namespace treelize::front
