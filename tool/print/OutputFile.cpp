#include "print/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace treelize::print {

std::optional<std::string> readFile(const std::string& path) {
  if (!llvm::sys::fs::is_regular_file(path)) // a device may never end
    return std::nullopt;
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  return (*buffer)->getBuffer().str();
}

namespace {

WriteResult writeStandardOutput(const std::string& text) {
  std::cout << text << std::flush;
  return {std::cout ? "" : "standard output failed", true};
}

// Fills and closes the file; its error text, empty if all went well.
std::string fill(int descriptor, const std::string& text) {
  llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
  out << text;
  out.close();
  std::string error = out.has_error() ? out.error().message() : "";
  out.clear_error();
  return error;
}

} // namespace

WriteResult writeFile(const std::string& path, const std::string& text) {
  if (path == "-")
    return writeStandardOutput(text);
  if (readFile(path) == text)
    return {};
  if (llvm::sys::fs::is_directory(path))
    return {"it is a folder", false};
  // A device or a pipe cannot be replaced by renaming.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path)) {
    int descriptor = 0;
    if (std::error_code error = llvm::sys::fs::openFileForWrite(path, descriptor))
      return {error.message(), false};
    return {fill(descriptor, text), true};
  }

  // The mode is that of an ordinary new file: umask applies.
  llvm::SmallString<128> temporary;
  llvm::sys::fs::createUniquePath(path + "-%%%%%%%%.tmp", temporary, /*MakeAbsolute=*/false);
  int descriptor = 0;
  if (std::error_code error =
          llvm::sys::fs::openFileForWrite(temporary, descriptor, llvm::sys::fs::CD_CreateNew))
    return {error.message(), false};
  llvm::sys::RemoveFileOnSignal(temporary);
  std::string error = fill(descriptor, text);
  if (error.empty())
    if (std::error_code failure = llvm::sys::fs::rename(temporary, path))
      error = failure.message();
  if (!error.empty())
    llvm::sys::fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  return {error, error.empty()};
}

void renew(const std::string& path, const std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(path, error);
  const bool isOlder = !error && std::ranges::any_of(files, [&](const std::string& file) {
    const fs::file_time_type other = fs::last_write_time(file, error);
    return !error && time < other;
  });
  if (isOlder)
    fs::last_write_time(path, fs::file_time_type::clock::now(), error);
}

} // namespace treelize::print
