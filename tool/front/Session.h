// One parsed input and everything that lives as long as its syntax tree. C++ is parsed once; all
// readers of front/ work on this tree, and all diagnostics about it go through sink().
#pragma once

#include "Location.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class FileID;
class FunctionDecl;
class Preprocessor;
class Sema;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

struct ConditionFacts;
struct IncludeFacts;

// A generated header that is not read from its file.
struct Generated {
  std::string header;              // what it is generated of, absolute
  std::optional<std::string> text; // nothing: not known yet
};

struct ParseOptions {
  std::string input;                // path as given
  std::string output;               // path of the generated header, which the input may include
  std::vector<std::string> command; // the compiler's command line: argv[0], flags, the input
  std::string directory;            // where the command runs
  bool forAnyCompiler = false;      // the command was written for another compiler than Clang
  std::string resourceDir;          // Clang's own headers
  std::string runtimeDir;           // the runtime's include folder
  std::string predefinedMacros;     // file of those of another compiler; empty: Clang's
  bool warningsAreErrors = false;   // ours

  // Generated headers of the batch, by absolute path. In its folder there are no others.
  std::map<std::string, Generated> generated;
  std::string generatedDir;

  // What stands for the files that the command line includes: see ForcedIncludes.h.
  std::optional<std::vector<std::string>> forcedMacros = std::nullopt;
};

class Session;

struct Parsed {
  std::unique_ptr<Session> session; // null if the source does not compile, which has been reported
  std::set<std::string> wanted;     // or if these of ParseOptions::generated must be known first
};

class Session {
public:
  static Parsed parse(const ParseOptions& options);
  ~Session();

  clang::CompilerInstance& compiler();
  clang::ASTContext& ast();
  clang::Preprocessor& preprocessor();
  clang::Sema& sema();
  clang::SourceManager& sources();
  DiagnosticSink& sink();

  bool isHeader() const;  // by its name: a source file is named .cpp, .cc, ...
  bool isGuarded() const; // by #pragma once or an include guard
  Location startOfInput();
  std::string placeOf(Location at);                     // `file.hpp:12`; empty where there is none
  const std::vector<std::string>& dependencies() const; // all files read, absolute, input first

  // How a file in `outputDirectory` includes the input: by the include path if that reaches it,
  // else relative to that folder.
  std::string sourceInclude(const std::string& outputDirectory);
  // The generated header of an included header; empty for what is no header (an `.inc`).
  std::string generatedIncludeOf(clang::FileID header);
  std::string pathOf(clang::FileID file); // absolute; empty for what is no file

  const IncludeFacts& includeFacts() const;
  const ConditionFacts& conditionFacts() const;
  // Where attributes begin that Clang does not know.
  const std::vector<clang::SourceLocation>& unknownAttributes() const;
  // Where the function can end without the value that it returns; nothing if it cannot.
  std::optional<Location> endWithoutValue(const clang::FunctionDecl* function) const;
  std::string spellingAt(clang::SourceLocation location);

private:
  struct Parts;
  explicit Session(std::unique_ptr<Parts> parts);
  bool isRead(); // without errors; else they are reported
  std::unique_ptr<Parts> parts_;
};

} // namespace treelize::front
