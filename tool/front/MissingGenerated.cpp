#include "front/MissingGenerated.h"

#include "Diagnostics.h"
#include "front/IncludeWatcher.h"
#include "front/Locations.h"
#include "front/Session.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

namespace treelize::front {
namespace {

std::string fileIn(llvm::StringRef folder, llvm::StringRef name, clang::FileManager& files) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  files.makeAbsolutePath(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return files.getVirtualFileSystem().exists(path) ? std::string(path) : "";
}

// The header of which `missing` would be generated; empty if there is none.
std::string headerOf(const MissingGenerated& missing, Session& session) {
  const clang::SourceManager& sources = session.sources();
  auto includer = sources.getFileEntryRefForID(sources.getFileID(missing.where));
  const std::string folder =
      includer ? llvm::sys::path::parent_path(includer->getName()).str() : ".";
  for (llvm::StringRef suffix : {".hpp", ".h", ".hh", ".hxx", ".cuh"}) {
    llvm::SmallString<128> name(missing.name);
    llvm::sys::path::replace_extension(name, ""); // .hpp
    llvm::sys::path::replace_extension(name, suffix);
    if (std::string path = findInclude(session, std::string(name), folder); !path.empty())
      return path;
  }
  return "";
}

std::string remedyFor(const std::string& header, const ParseOptions& options) {
  if (header.empty())
    return "there is no header of this name either: correct the name";
  for (const auto& [path, generated] : options.generated)
    if (generated.header == header)
      return "include it as '" +
             llvm::StringRef(path).substr(options.generatedDir.size() + 1).str() + "'";
  if (!options.generatedDir.empty())
    return "add '" + header + "' to the HEADERS of treelize_generate";
  return "generate it first: treelize " + header;
}

} // namespace

std::string findInclude(Session& session, const std::string& name, const std::string& folder) {
  clang::FileManager& files = session.sources().getFileManager();
  if (std::string path = fileIn(folder, name, files); !path.empty())
    return path;
  for (const clang::DirectoryLookup& lookup :
       session.preprocessor().getHeaderSearchInfo().search_dir_range())
    if (lookup.isNormalDir())
      if (std::string path = fileIn(lookup.getName(), name, files); !path.empty())
        return path;
  return "";
}

void reportMissingGenerated(Session& session, const ParseOptions& options) {
  for (const MissingGenerated& missing : session.includeFacts().missingGenerated)
    session.sink().report(Diag::missing_generated, toLocation(missing.where),
                          {missing.name, remedyFor(headerOf(missing, session), options)});
}

} // namespace treelize::front
