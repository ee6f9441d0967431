#include "front/annotations/StrayAnnotations.h"

#include "front/annotations/AnnotationTokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace treelize::front {

using namespace clang;

namespace {

class Finder : public RecursiveASTVisitor<Finder> {
public:
  explicit Finder(const std::function<bool(const AnnotateAttr&)>& isClaimed)
      : isClaimed_(isClaimed) {}

  bool VisitParmVarDecl(ParmVarDecl* parameter) {
    for (const AnnotateAttr* attribute : parameter->specific_attrs<AnnotateAttr>())
      if (isAnnotation(*attribute) && !attribute->isInherited() && !isClaimed_(*attribute))
        found.push_back(attribute);
    return true;
  }

  std::vector<const AnnotateAttr*> found;

private:
  const std::function<bool(const AnnotateAttr&)>& isClaimed_;
};

} // namespace

std::vector<const AnnotateAttr*>
strayAnnotations(ASTContext& ast, const std::function<bool(const AnnotateAttr&)>& isClaimed) {
  const SourceManager& sources = ast.getSourceManager();
  Finder finder(isClaimed);
  for (Decl* decl : ast.getTranslationUnitDecl()->decls())
    if (sources.isWrittenInMainFile(sources.getExpansionLoc(decl->getLocation())))
      finder.TraverseDecl(decl);
  return std::move(finder.found);
}

} // namespace treelize::front
