#include "front/read/CheckKernelNames.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Locations.h"
#include "front/annotations/FindAnnotations.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

namespace treelize::front {

namespace {

std::string kernelName(const Annotation& kernel) {
  const std::string& given = kernel.find(ItemKind::kernel)->value;
  return given.empty() ? kernel.decl->getNameAsString() : given;
}

bool isFreeKernel(const Annotation& annotation) {
  return annotation.isKernel() && !annotation.isBroken &&
         !llvm::isa<clang::CXXMethodDecl>(annotation.function());
}

bool areOverloads(const Annotation& a, const Annotation& b) {
  return kernelName(a) == kernelName(b) && namespacesOf(a.function()) == namespacesOf(b.function());
}

} // namespace

void checkKernelNames(const Annotations& annotations, DiagnosticSink& sink) {
  for (const Annotation& own : annotations.own)
    for (const Annotation& other : annotations.included)
      if (isFreeKernel(own) && isFreeKernel(other) && areOverloads(own, other))
        sink.report(Diag::kernel_in_other_header, own.find(ItemKind::kernel)->where,
                    {kernelName(own)},
                    {.notes = {{Diag::declared_here,
                                toLocation(other.function()->getLocation()),
                                {kernelName(other)}}},
                     .fixIts = {},
                     .ranges = {}});
}

} // namespace treelize::front
