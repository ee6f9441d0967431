#include "front/conditions/HeadersOfOthers.h"

#include "front/Session.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

namespace treelize::front {
namespace {

using std::filesystem::path;

constexpr const char* foldersOfSources[] = {"include", "includes", "inc",     "src",
                                            "source",  "sources",  "headers", "lib"};
constexpr const char* foldersOfOthers[] = {
    "third_party", "third-party", "thirdparty", "3rdparty",     "3rd_party",    "3rd-party",
    "external",    "externals",   "extern",     "vendor",       "vendored",     "vendors",
    "deps",        "_deps",       "dependencies", "subprojects", "contrib",     "site-packages"};
constexpr const char* licences[] = {"license", "licence", "copying", "copyright"};

constexpr const char* tellingPrefixes[] = {"__clang_",  "__GNUC",  "__GNUG", "__GXX_", "_MSC_",
                                           "__INTEL_", "__NVCOMPILER", "__has_", "__cpp_",
                                           "__apple_build", "__ICC", "__VERSION__"};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

template <std::size_t size>
bool isOneOf(const std::string& name, const char* const (&names)[size]) {
  return std::ranges::any_of(names, [&](const char* other) { return name == other; });
}

bool isBelow(const path& file, const path& folder) {
  const auto [inFile, inFolder] = std::ranges::mismatch(file, folder);
  return inFolder == folder.end();
}

bool hasLicence(const path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string stem = lower(entry.path().stem().string());
    if (std::ranges::any_of(licences, [&](const char* name) { return stem.starts_with(name); }))
      return true;
  }
  return false;
}

/// A trailing slash would be a component of its own.
path cleaned(const path& folder) {
  const path normal = folder.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

} // namespace

bool isReserved(const std::string& macro) {
  return macro.size() > 1 && macro[0] == '_' && macro != "_OPENMP" &&
         (macro[1] == '_' || std::isupper(static_cast<unsigned char>(macro[1])));
}

bool tellsCompilersApart(const std::string& macro) {
  return std::ranges::any_of(tellingPrefixes,
                             [&](const char* prefix) { return macro.starts_with(prefix); });
}

bool asksCompiler(const std::string& macro) {
  return macro.starts_with("__has_") && !macro.starts_with("__has_include");
}

HeadersOfOthers::HeadersOfOthers(Session& session) : session_(session) {
  clang::HeaderSearch& search = session.preprocessor().getHeaderSearchInfo();
  for (const clang::DirectoryLookup& folder : search.search_dir_range())
    if (folder.isNormalDir() && folder.getDirCharacteristic() == clang::SrcMgr::C_User) {
      llvm::SmallString<256> name(folder.getName());
      session.sources().getFileManager().makeAbsolutePath(name);
      searched_.push_back(cleaned(std::string(name)));
    }
  input_ = path(session.pathOf(session.sources().getMainFileID())).lexically_normal();
  project_ = input_.parent_path();
  for (const path& folder : searched_)
    if (isBelow(project_, folder))
      project_ = folder;
  if (isOneOf(project_.filename().string(), foldersOfSources))
    project_ = project_.parent_path();
}

/// The innermost one that holds the file; empty if none does.
path HeadersOfOthers::searchFolderOf(const path& file) const {
  path result;
  for (const path& folder : searched_)
    if (isBelow(file, folder) && (result.empty() || isBelow(folder, result)))
      result = folder;
  return result;
}

bool HeadersOfOthers::isOthers(const path& file) const {
  const path searched = searchFolderOf(file);
  const bool isElsewhere = !searched.empty() && !isBelow(input_, searched);
  if (!isBelow(file, project_))
    return isElsewhere;
  if (isElsewhere && !isOneOf(searched.filename().string(), foldersOfSources))
    return true;
  for (path folder = file.parent_path(); folder != project_ && folder.has_relative_path();
       folder = folder.parent_path())
    if (isOneOf(lower(folder.filename().string()), foldersOfOthers) || hasLicence(folder))
      return true;
  return false;
}

bool HeadersOfOthers::hold(clang::SourceLocation place) {
  const clang::FileID file = session_.sources().getFileID(place);
  const auto [known, isNew] = known_.try_emplace(file, false);
  if (isNew && file != session_.sources().getMainFileID()) {
    const std::string name = session_.pathOf(file);
    known->second = !name.empty() &&
                    !session_.sources().getBufferData(file).contains("treelize") &&
                    isOthers(path(name).lexically_normal());
  }
  return known->second;
}

} // namespace treelize::front
