#include "front/FlagDiagnostics.h"

#include "ClangCompat.h"
#include "Diagnostics.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>

namespace treelize::front {
namespace {

bool isUnknownFlag(unsigned id) {
  return id == clang::diag::err_drv_unknown_argument ||
         id == clang::diag::err_drv_unknown_argument_with_suggestion;
}

std::string firstArgument(const clang::Diagnostic& info) {
  return info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string ? info.getArgStdStr(0)
                                                                       : info.getArgCStr(0);
}

} // namespace

FlagDiagnostics::FlagDiagnostics(clang::DiagnosticOptions& options, bool isTakenFromBuild)
    : printer_(compat::makePrinter(llvm::errs(), options)), isTakenFromBuild_(isTakenFromBuild) {
  printer_->setPrefix("treelize");
}

void FlagDiagnostics::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                       const clang::Diagnostic& info) {
  if (level < clang::DiagnosticsEngine::Error || isTakenFromBuild_)
    return;
  if (isUnknownFlag(info.getID())) {
    TextSink(std::cerr).report(Diag::unknown_flag, {}, {firstArgument(info)});
    return;
  }
  hasErrors_ = true;
  printer_->HandleDiagnostic(level, info);
}

} // namespace treelize::front
