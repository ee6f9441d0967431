#include "Resources.h"

#include "Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace treelize {

std::string resourceDir() {
  return TREELIZE_RESOURCE_DIR;
}

std::string runtimeIncludeDir(const std::string& program) {
  void* anchor = reinterpret_cast<void*>(&runtimeIncludeDir);
  std::string binary = llvm::sys::fs::getMainExecutable(program.c_str(), anchor);
  llvm::SmallString<256> folder(llvm::sys::path::parent_path(llvm::sys::path::parent_path(binary)));
  llvm::sys::path::append(folder, "include");
  llvm::SmallString<256> witness(folder);
  llvm::sys::path::append(witness, "treelize", "version.hpp");
  return llvm::sys::fs::exists(witness) ? std::string(folder) : TREELIZE_RUNTIME_INCLUDE_DIR;
}

bool isReadable(const std::string& input, DiagnosticSink& sink) {
  std::string reason;
  if (llvm::sys::fs::is_directory(input))
    reason = "it is a folder";
  else if (auto buffer = llvm::MemoryBuffer::getFile(input); !buffer)
    reason = buffer.getError().message();
  if (!reason.empty())
    sink.report(Diag::unreadable_input, {}, {input, reason});
  return reason.empty();
}

} // namespace treelize
