// Does a method ask which class its object is of?
#pragma once

namespace clang {
class CXXMethodDecl;
} // namespace clang

namespace treelize::front {

/// Does the method, or what it calls, call virtual methods that a class derived from its own may
/// override?
bool callsOverridable(const clang::CXXMethodDecl* method);

} // namespace treelize::front
