#include "front/OpenMPHeader.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <string>

namespace treelize::front {
namespace {

constexpr llvm::StringLiteral folder = "/treelize/openmp";

// GCC's folder for its own headers, from where Clang's driver has found GCC's standard library:
// `/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12`.
std::string gccIncludeDir(const clang::HeaderSearchOptions& search) {
  for (const clang::HeaderSearchOptions::Entry& entry : search.UserEntries) {
    llvm::StringRef path = entry.Path;
    const std::size_t up = path.find("/../");
    if (path.contains("/include/c++/") && up != llvm::StringRef::npos)
      return path.take_front(up).str() + "/include";
  }
  return "";
}

// Clang's attribute of this name takes no arguments.
std::string asClangReads(llvm::StringRef header) {
  return ("#define __malloc__(release) __malloc__\n" + header + "\n#undef __malloc__\n").str();
}

} // namespace

void provideOpenMPHeader(clang::CompilerInvocation& invocation,
                         llvm::vfs::InMemoryFileSystem& overlay) {
  clang::HeaderSearchOptions& search = invocation.getHeaderSearchOpts();
  if (!invocation.getLangOpts().OpenMP)
    return;
  auto header = llvm::MemoryBuffer::getFile(gccIncludeDir(search) + "/omp.h");
  if (!header)
    return;
  overlay.addFile(folder + "/omp.h", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(asClangReads((*header)->getBuffer())));
  search.AddPath(folder, clang::frontend::After, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
}

} // namespace treelize::front
