// What the user has written above a declaration.
#pragma once

#include <string>
#include <vector>

namespace clang {
class Decl;
}

namespace treelize::front {

/// The lines of its `///` or `/** */`, without the marks; blank lines at the ends are left out.
std::vector<std::string> commentOf(const clang::Decl* decl);

} // namespace treelize::front
