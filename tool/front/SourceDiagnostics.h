// Everything that is said about one input, in Clang's own form (caret, notes, fix-its, colours).
//
// Two voices share the printer. Clang's errors are kept while the source is parsed, because only
// at its end is it known which of them are forgiven (see IncludeWatcher); its warnings are dropped:
// they are the compiler's business. Ours come after it, one by one, through the sink.
#pragma once

#include "Diagnostics.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

#include <functional>
#include <memory>
#include <vector>

namespace treelize::front {

class ParseDiagnostics : public clang::DiagnosticConsumer {
public:
  // An error of the user's source with the notes that follow it.
  struct Problem {
    clang::StoredDiagnostic error;
    std::vector<clang::StoredDiagnostic> notes;
  };

  explicit ParseDiagnostics(clang::DiagnosticOptions& options);

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* pp) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

  // Prints the problems that are not forgiven and returns how many there are.
  std::size_t printProblems(clang::DiagnosticsEngine& engine,
                            const std::function<bool(const Problem&)>& isForgiven);

  // The first that is not forgiven.
  const clang::StoredDiagnostic*
  firstProblem(const std::function<bool(const Problem&)>& isForgiven) const;

  // All that was printed are messages of this tool, each with its way out.
  bool saysOwnWords() const { return ownWords_; }

  // Where the first printed problem is.
  clang::SourceLocation firstShown() const { return firstShown_; }

  // Where attributes begin that Clang does not know: some may be ours with a wrong name.
  const std::vector<clang::SourceLocation>& unknownAttributes() const { return unknownAttributes_; }

  // Where functions end that can do so without the value that they return.
  const std::vector<clang::SourceLocation>& missingReturns() const { return missingReturns_; }

  // From now on what the engine reports is printed at once.
  void speak() { speaking_ = true; }

private:
  std::unique_ptr<clang::TextDiagnosticPrinter> printer_;
  std::vector<Problem> problems_;
  std::vector<clang::SourceLocation> unknownAttributes_, missingReturns_;
  clang::SourceLocation firstShown_;
  bool ownWords_ = true;
  bool speaking_ = false;
  bool keepsNotes_ = false; // whether the last diagnostic that is no note was kept
};

bool isMissingInclude(const clang::StoredDiagnostic& diagnostic);

// Else Clang instantiates nothing after a missing include, even one that is forgiven.
void goOnAfterMissingInclude(clang::DiagnosticsEngine& engine);

class SourceSink : public DiagnosticSink {
public:
  SourceSink(clang::DiagnosticsEngine& engine, bool warningsAreErrors)
      : engine_(engine), warningsAreErrors_(warningsAreErrors) {
    engine.setSuppressSystemWarnings(false); // ours are about kernels, wherever they take us
  }

protected:
  Severity severityOf(const DiagnosticRow& row) const override;
  void print(const Message& message) override;

private:
  clang::DiagnosticsEngine& engine_;
  bool warningsAreErrors_;
};

} // namespace treelize::front
