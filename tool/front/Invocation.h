// A compiler's command line -> what Clang needs to parse with. The tool only reads the source: it
// wants its meaning and leaves all warnings to the user's compiler.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>

namespace clang {
class CompilerInvocation;
}

namespace treelize::front {

struct ParseOptions;

struct Invocation {
  std::shared_ptr<clang::CompilerInvocation> compiler; // null: reported
  bool warningsAreErrors = false;                      // ours
};

Invocation makeInvocation(const ParseOptions& options,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace treelize::front
