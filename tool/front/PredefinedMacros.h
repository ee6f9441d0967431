// The macros that the compiler of the program predefines, which is not always Clang.
//
// The project's own files see them: `#ifdef __clang__` and `__GNUC__ >= 12` fall as in the program.
// The system's headers see Clang's, for with GCC's they would use what only GCC has. So the macros
// are exchanged where one kind of file includes the other.
#pragma once

#include <memory>
#include <set>
#include <string>

namespace clang {
class CompilerInvocation;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace treelize::front {

// Adds the macros of a file as `g++ -dM -E` prints it, but for those that the command line defines
// itself, and returns their names.
std::set<std::string> predefine(clang::CompilerInvocation& invocation, const std::string& file);

// To be added before all other callbacks, for they look at macros too.
std::unique_ptr<clang::PPCallbacks> makeMacroExchange(clang::Preprocessor& preprocessor,
                                                      std::set<std::string> names);

} // namespace treelize::front
