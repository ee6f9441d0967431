// What Clang's driver says about the command line that it is given.
//
// The line was written for the compiler that builds the program. A flag that Clang does not know is
// no reason to stop: on a line that a person wrote it is named in a warning, for it may be
// misspelled; on one that was taken from a build it is left out silently, and so is a value that
// Clang does not know (-march=...).
#pragma once

#include "clang/Frontend/TextDiagnosticPrinter.h"

#include <memory>

namespace treelize::front {

class FlagDiagnostics : public clang::DiagnosticConsumer {
public:
  FlagDiagnostics(clang::DiagnosticOptions& options, bool isTakenFromBuild);

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

  bool hasErrors() const { return hasErrors_; }

private:
  std::unique_ptr<clang::TextDiagnosticPrinter> printer_;
  bool isTakenFromBuild_;
  bool hasErrors_ = false;
};

} // namespace treelize::front
