// One parsed input and everything that lives as long as its syntax tree. C++ is parsed once; all
// readers of front/ work on this tree, and all diagnostics about it go through sink().
#pragma once

#include "Location.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class Preprocessor;
class Sema;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

struct ParseOptions {
  std::string input;             // path as given
  std::string output;            // path of the generated header, which the input may include
  std::vector<std::string> command; // the compiler's command line: argv[0], flags, the input
  std::string directory;         // where the command runs
  std::string resourceDir;       // Clang's own headers
  std::string runtimeDir;        // the runtime's include folder
};

class Session {
public:
  virtual ~Session() = default;

  virtual clang::CompilerInstance& compiler() = 0;
  clang::ASTContext& ast();
  clang::Preprocessor& preprocessor();
  clang::Sema& sema();
  clang::SourceManager& sources();

  virtual DiagnosticSink& sink() = 0;

  virtual const std::string& inputPath() const = 0;
  virtual bool isHeader() const = 0; // by its name: .h .hh .hpp .hxx .inc ...
  virtual std::vector<std::string> dependencies() const = 0; // all files read, the input first
};

// Null if the source does not compile; everything has been reported then.
std::unique_ptr<Session> parse(const ParseOptions& options);

} // namespace treelize::front
