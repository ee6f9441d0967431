#include "front/DerivedClasses.h"

#include "front/lower/expressions/Places.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

class Search {
public:
  Search(const CXXRecordDecl* base, const ASTContext& ast, SourceLocation before)
      : base_(base->getDefinition()), ast_(ast), before_(before) {}
  std::vector<const CXXRecordDecl*> found;

  void addAll(const DeclContext* context) {
    for (const Decl* decl : context->decls()) {
      if (const auto* record = dyn_cast<CXXRecordDecl>(decl))
        add(record);
      else if (const auto* pattern = dyn_cast<ClassTemplateDecl>(decl))
        for (const ClassTemplateSpecializationDecl* special : pattern->specializations())
          add(special);
      else if (isa<NamespaceDecl, LinkageSpecDecl>(decl) && !decl->isInStdNamespace())
        addAll(cast<DeclContext>(decl));
    }
  }

private:
  const CXXRecordDecl* base_;
  const ASTContext& ast_;
  SourceLocation before_;

  void add(const CXXRecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || record->isDependentType() ||
        record->isInvalidDecl())
      return;
    const bool isWanted =
        !record->isAbstract() && record->getNumVBases() == 0 && isNameable(record) &&
        (record == base_ || record->isDerivedFrom(base_)) &&
        ast_.getSourceManager().isBeforeInTranslationUnit(record->getLocation(), before_);
    if (isWanted && std::ranges::find(found, record) == found.end())
      found.push_back(record);
    addAll(record);
  }
};

} // namespace

std::vector<const CXXRecordDecl*> concreteClasses(const CXXRecordDecl* base, const ASTContext& ast,
                                                  SourceLocation before) {
  Search search(base, ast, before);
  if (base->hasDefinition())
    search.addAll(ast.getTranslationUnitDecl());
  return std::move(search.found);
}

} // namespace treelize::front
