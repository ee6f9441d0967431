// Which std::priority_queue is taken as a class of the user's: the library's own body orders its
// vector. That of any other is an object of the library's in generated code, too, which then has to
// name its elements and its comparison.
#pragma once

#include "clang/AST/DeclCXX.h"

namespace treelize::front {

bool isPlainHeap(const clang::CXXRecordDecl* record);

} // namespace treelize::front
