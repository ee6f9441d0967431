// The one place where Clang's releases differ. Each function here says the same thing to LLVM 19
// and to LLVM 22; no other file asks which release it is built with.
#pragma once

#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Sema/Sema.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#else
#include "clang/Frontend/Utils.h"
#endif

#include <memory>

namespace treelize::compat {

/// Types within names, arguments of templates among them, without the sugar that they are written in.
template <class Policy>
void printCanonically(Policy& policy) {
  if constexpr (requires { policy.PrintAsCanonical; })
    policy.PrintAsCanonical = true;
  else
    policy.PrintCanonicalTypes = true;
}

#if CLANG_VERSION_MAJOR >= 22

inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> invocation,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
             clang::DiagnosticConsumer& consumer) {
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  compiler->setVirtualFileSystem(std::move(files));
  compiler->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  compiler->createFileManager();
  compiler->createSourceManager();
  return compiler;
}

inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
makeDiagnostics(llvm::vfs::FileSystem& files, clang::DiagnosticOptions& options,
                clang::DiagnosticConsumer& consumer) {
  return clang::CompilerInstance::createDiagnostics(files, options, &consumer,
                                                    /*ShouldOwnClient=*/false);
}

inline std::unique_ptr<clang::TextDiagnosticPrinter>
makePrinter(llvm::raw_ostream& out, clang::DiagnosticOptions& options) {
  return std::make_unique<clang::TextDiagnosticPrinter>(out, options);
}

// Diagnostic options are a plain object since LLVM 21, counted before.
using DiagnosticOptionsOwner = std::unique_ptr<clang::DiagnosticOptions>;

inline bool hasTarget(const clang::CompilerInvocation& invocation,
                      clang::DiagnosticsEngine& diagnostics) {
  clang::TargetOptions options = invocation.getTargetOpts();
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target(
      clang::TargetInfo::CreateTargetInfo(diagnostics, options));
  return target != nullptr;
}

inline clang::QualType checkTemplateId(clang::Sema& sema, clang::TemplateDecl* pattern,
                                       clang::TemplateArgumentListInfo& arguments) {
  return sema.CheckTemplateIdType(clang::ElaboratedTypeKeyword::None, clang::TemplateName(pattern),
                                  pattern->getLocation(), arguments, /*Scope=*/nullptr,
                                  /*ForNestedNameSpecifier=*/false);
}

inline bool isUnknownAttribute(unsigned id) {
  return id == clang::diag::warn_unknown_attribute_ignored ||
         id == clang::diag::warn_unknown_attribute_ignored_suggestion;
}

#else

inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> invocation,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
             clang::DiagnosticConsumer& consumer) {
  auto compiler = std::make_unique<clang::CompilerInstance>();
  compiler->setInvocation(std::move(invocation));
  compiler->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  compiler->createFileManager(std::move(files));
  compiler->createSourceManager(compiler->getFileManager());
  return compiler;
}

inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
makeDiagnostics(llvm::vfs::FileSystem&, clang::DiagnosticOptions& options,
                clang::DiagnosticConsumer& consumer) {
  return clang::CompilerInstance::createDiagnostics(&options, &consumer, /*ShouldOwnClient=*/false);
}

inline std::unique_ptr<clang::TextDiagnosticPrinter>
makePrinter(llvm::raw_ostream& out, clang::DiagnosticOptions& options) {
  return std::make_unique<clang::TextDiagnosticPrinter>(out, &options);
}

using DiagnosticOptionsOwner = llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions>;

inline bool hasTarget(const clang::CompilerInvocation& invocation,
                      clang::DiagnosticsEngine& diagnostics) {
  auto options = std::make_shared<clang::TargetOptions>(invocation.getTargetOpts());
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target(
      clang::TargetInfo::CreateTargetInfo(diagnostics, options));
  return target != nullptr;
}

inline clang::QualType checkTemplateId(clang::Sema& sema, clang::TemplateDecl* pattern,
                                       clang::TemplateArgumentListInfo& arguments) {
  return sema.CheckTemplateIdType(clang::TemplateName(pattern), pattern->getLocation(), arguments);
}

inline bool isUnknownAttribute(unsigned id) {
  return id == clang::diag::warn_unknown_attribute_ignored;
}

#endif

/// A function can end without the value that it returns.
inline bool isMissingReturn(const clang::Diagnostic& diagnostic) {
  const auto* ids = diagnostic.getDiags()->getDiagnosticIDs().get();
  return ids->getWarningOptionForDiag(diagnostic.getID()) == "return-type";
}

/// The type that a class or an enumeration declares.
inline clang::QualType typeOf(const clang::ASTContext& ast, const clang::TagDecl* declaration) {
#if CLANG_VERSION_MAJOR >= 22
  return ast.getCanonicalTagType(declaration);
#else
  return ast.getTagDeclType(declaration);
#endif
}

/// The variables of an OpenMP clause.
template <class Clause>
auto variablesOf(const Clause& clause) {
#if CLANG_VERSION_MAJOR >= 20
  return clause.varlist();
#else
  return clause.varlists();
#endif
}

} // namespace treelize::compat
