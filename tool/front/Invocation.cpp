#include "front/Invocation.h"

#include "ClangCompat.h"
#include "front/FlagDiagnostics.h"
#include "front/ForcedIncludes.h"
#include "front/Session.h"
#include "front/annotations/AttributeSpellings.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/Support/Process.h"

#include <algorithm>

namespace treelize::front {
namespace {

// Where a package has put the runtime among the system's own headers, -isystem would move their folder before those of
// the C++ library, which could not go on to them any more.
const char* optionFor(const std::string& runtimeDir) {
  return runtimeDir == "/usr/include" || runtimeDir == "/usr/local/include" ? "-idirafter" : "-isystem";
}

std::vector<std::string> syntaxOnlyCommand(const ParseOptions& options) {
  using namespace clang::tooling;
  ArgumentsAdjuster adjust = combineAdjusters(
      combineAdjusters(getClangStripOutputAdjuster(), getClangSyntaxOnlyAdjuster()),
      combineAdjusters(getClangStripDependencyFileAdjuster(),
                       getInsertArgumentAdjuster(
                           {"-resource-dir=" + options.resourceDir, optionFor(options.runtimeDir),
                            options.runtimeDir},
                           ArgumentInsertPosition::BEGIN)));
  return adjust(options.command, options.input);
}

bool hasWerror(const std::vector<std::string>& warnings) {
  return std::find(warnings.begin(), warnings.end(), "error") != warnings.end();
}

// The driver takes `-include x.hpp` for the compiled `x.hpp.gch` beside it, which is the other
// compiler's.
void readPrecompiledHeadersAsText(clang::PreprocessorOptions& options) {
  llvm::StringRef text(options.ImplicitPCHInclude);
  const bool isBeside = text.consume_back(".gch") || text.consume_back(".pch");
  if (isBeside && std::ranges::find(options.Includes, text) == options.Includes.end())
    options.Includes.insert(options.Includes.begin(), text.str());
  options.ImplicitPCHInclude.clear();
}

// A machine that is newer than Clang; the tool asks for it only because some macros follow from it.
void leaveOutUnknownMachine(clang::CompilerInvocation& invocation, llvm::vfs::FileSystem& files) {
  compat::DiagnosticOptionsOwner options(new clang::DiagnosticOptions);
  clang::IgnoringDiagConsumer nobody;
  auto diagnostics = compat::makeDiagnostics(files, *options, nobody);
  if (compat::hasTarget(invocation, *diagnostics))
    return;
  invocation.getTargetOpts().CPU.clear();
  invocation.getTargetOpts().TuneCPU.clear();
}

void adjust(clang::CompilerInvocation& invocation) {
  clang::DiagnosticOptions& diagnostics = invocation.getDiagnosticOpts();
  // Unknown attributes are looked at for ours that are misspelled.
  diagnostics.Warnings = {"no-everything", "unknown-attributes", "return-type"};
  diagnostics.ErrorLimit = 0;
  diagnostics.ShowColors = llvm::sys::Process::StandardErrHasColors();
  diagnostics.VerifyDiagnostics = false;
  diagnostics.ShowOptionNames = false;
  invocation.getFrontendOpts().DisableFree = false;
  clang::PreprocessorOptions& preprocessing = invocation.getPreprocessorOpts();
  readPrecompiledHeadersAsText(preprocessing);
  // It says nothing about what the source means, and turns calls into others that are checked.
  preprocessing.addMacroUndef("_FORTIFY_SOURCE");
  defineMacros(preprocessing);
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
  // That of a build is about the compiler's warnings.
  result.warningsAreErrors =
      options.warningsAreErrors ||
      (!options.forAnyCompiler && hasWerror(result.compiler->getDiagnosticOpts().Warnings));
  adjust(*result.compiler);
  if (options.forAnyCompiler)
    leaveOutUnknownMachine(*result.compiler, *files);
  if (options.forcedMacros)
    replaceForced(*result.compiler, *options.forcedMacros);
  return result;
}

} // namespace treelize::front
