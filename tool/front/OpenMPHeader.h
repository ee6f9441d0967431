// <omp.h> where Clang has none: its own comes with a package of its own, GCC's with GCC. The one of
// the GCC whose standard library is read stands in, searched last; of the folder that it is in,
// which is full of headers for GCC alone, nothing else is seen.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class CompilerInvocation;
}

namespace treelize::front {

// Adds the file to `overlay` and its folder to the include path, if OpenMP is on.
void provideOpenMPHeader(clang::CompilerInvocation& invocation,
                         llvm::vfs::InMemoryFileSystem& overlay);

} // namespace treelize::front
