// Which headers are other people's, though no -isystem says so: libraries tell compilers apart everywhere, and mean
// the same program by all branches. Such a question in them is not asked again where the generated header is
// compiled, unless the tool has the compiler's own macros, which tell the branch.
//
// The project is the folder of the input, or the outermost search folder that holds the input, and one more where
// that one is named like `src` or `include`. A header is another's where
// * its search folder (-I) lies elsewhere, or below the project and is not named like `include`;
// * a folder between it and the project is named like `third_party`, or has a licence of its own.
// One that names treelize is the user's in any case.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace treelize::front {

class Session;

class HeadersOfOthers {
public:
  explicit HeadersOfOthers(Session& session);

  bool hold(clang::SourceLocation place);

private:
  Session& session_;
  std::vector<std::filesystem::path> searched_; // the folders of -I
  std::filesystem::path input_, project_;
  std::map<clang::FileID, bool> known_; // for look-ups only

  std::filesystem::path searchFolderOf(const std::filesystem::path& file) const;
  bool isOthers(const std::filesystem::path& file) const;
};

/// Does the macro come from a compiler, a library or the machine, by its name?
bool isReserved(const std::string& macro);

/// Does it tell compilers apart, so that no flag makes it what it is?
bool tellsCompilersApart(const std::string& macro);

/// Is it a question that no list of a compiler's macros answers, as `__has_builtin` is?
bool asksCompiler(const std::string& macro);

} // namespace treelize::front
