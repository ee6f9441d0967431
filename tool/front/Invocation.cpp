#include "front/Invocation.h"

#include "ClangCompat.h"
#include "front/Session.h"
#include "front/annotations/AttributeSpellings.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {
namespace {

std::vector<std::string> syntaxOnlyCommand(const ParseOptions& options) {
  using namespace clang::tooling;
  ArgumentsAdjuster adjust = combineAdjusters(
      combineAdjusters(getClangStripOutputAdjuster(), getClangSyntaxOnlyAdjuster()),
      combineAdjusters(getClangStripDependencyFileAdjuster(),
                       getInsertArgumentAdjuster(
                           {"-resource-dir=" + options.resourceDir, "-isystem", options.runtimeDir},
                           ArgumentInsertPosition::BEGIN)));
  return adjust(options.command, options.input);
}

// Errors about the command line itself. In a compile_commands.json a flag that Clang does not know
// is no reason to stop: it is written for the compiler that the user builds with.
class FlagDiagnostics : public clang::DiagnosticConsumer {
public:
  FlagDiagnostics(clang::DiagnosticOptions& options, bool forAnyCompiler)
      : printer_(compat::makePrinter(llvm::errs(), options)), forAnyCompiler_(forAnyCompiler) {
    printer_->setPrefix("treelize");
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    bool isUnknown = info.getID() == clang::diag::err_drv_unknown_argument ||
                     info.getID() == clang::diag::err_drv_unknown_argument_with_suggestion;
    if (level < clang::DiagnosticsEngine::Error || (isUnknown && forAnyCompiler_))
      return;
    hasErrors_ = true;
    printer_->HandleDiagnostic(level, info);
  }

  bool hasErrors() const { return hasErrors_; }

private:
  std::unique_ptr<clang::TextDiagnosticPrinter> printer_;
  bool forAnyCompiler_;
  bool hasErrors_ = false;
};

bool hasWerror(const std::vector<std::string>& warnings) {
  return std::find(warnings.begin(), warnings.end(), "error") != warnings.end();
}

void adjust(clang::CompilerInvocation& invocation) {
  clang::DiagnosticOptions& diagnostics = invocation.getDiagnosticOpts();
  // Unknown attributes are looked at for ours that are misspelled.
  diagnostics.Warnings = {"no-everything", "unknown-attributes"};
  diagnostics.ErrorLimit = 0;
  diagnostics.ShowColors = llvm::sys::Process::StandardErrHasColors();
  diagnostics.VerifyDiagnostics = false;
  diagnostics.ShowOptionNames = false;
  invocation.getFrontendOpts().DisableFree = false;
  defineMacros(invocation.getPreprocessorOpts());
}

} // namespace

Invocation makeInvocation(const ParseOptions& options,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  std::vector<std::string> command = syntaxOnlyCommand(options);
  std::vector<const char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(argument.c_str());

  compat::DiagnosticOptionsOwner diagnosticOptions(new clang::DiagnosticOptions);
  FlagDiagnostics flagDiagnostics(*diagnosticOptions, options.forAnyCompiler);
  clang::CreateInvocationOptions creation;
  creation.Diags = compat::makeDiagnostics(*files, *diagnosticOptions, flagDiagnostics);
  creation.VFS = files;
  creation.RecoverOnError = true;

  Invocation result;
  result.compiler = clang::createInvocation(arguments, creation);
  if (flagDiagnostics.hasErrors())
    result.compiler = nullptr;
  if (!result.compiler)
    return result;
  result.warningsAreErrors = hasWerror(result.compiler->getDiagnosticOpts().Warnings);
  adjust(*result.compiler);
  return result;
}

} // namespace treelize::front
