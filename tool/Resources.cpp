#include "Resources.h"

#include "Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace treelize {

namespace {

/// The path below the folder that `bin` lies in; empty if nothing lies there.
std::string beside(const std::string& program, llvm::StringRef path) {
  void* anchor = reinterpret_cast<void*>(&runtimeIncludeDir);
  const std::string binary = llvm::sys::fs::getMainExecutable(program.c_str(), anchor);
  llvm::SmallString<256> place(llvm::sys::path::parent_path(llvm::sys::path::parent_path(binary)));
  llvm::sys::path::append(place, path);
  return llvm::sys::fs::exists(place) ? std::string(place) : "";
}

/// The folder of a file that is there for sure; empty if it is not.
std::string folderOf(const std::string& file, int levels) {
  llvm::StringRef folder(file);
  for (int level = 0; level < levels; ++level)
    folder = llvm::sys::path::parent_path(folder);
  return folder.str();
}

/// As CMake's GNUInstallDirs has it.
std::string besideInLibraries(const std::string& program, const std::string& path) {
  for (const char* libraries : {"lib/", "lib64/", "lib/x86_64-linux-gnu/", "lib/aarch64-linux-gnu/"})
    if (std::string found = beside(program, libraries + path); !found.empty())
      return found;
  return "";
}

} // namespace

std::string resourceDir(const std::string& program) {
  const std::string witness =
      beside(program, "lib/clang/" + std::to_string(LLVM_VERSION_MAJOR) + "/include/stddef.h");
  return witness.empty() ? TREELIZE_RESOURCE_DIR : folderOf(witness, 2);
}

std::string runtimeIncludeDir(const std::string& program) {
  const std::string witness = beside(program, "include/treelize/annotations.hpp");
  return witness.empty() ? TREELIZE_RUNTIME_INCLUDE_DIR : folderOf(witness, 2);
}

std::string runtimeLibrary(const std::string& program) {
  return besideInLibraries(program, "libtreelize.a");
}

std::string cmakeDir(const std::string& program) {
  return folderOf(besideInLibraries(program, "cmake/treelize/treelize-config.cmake"), 1);
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
