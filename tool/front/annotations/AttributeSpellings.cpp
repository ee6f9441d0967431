#include "front/annotations/AttributeSpellings.h"

#include "Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace treelize::front {
namespace {

// Functions, classes, fields and parameters, but nothing within a function body, and no lambda.
bool canCarryAnnotation(const clang::Decl* decl) {
  if (llvm::isa<clang::ParmVarDecl>(decl))
    return true;
  auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(decl);
  if (decl->getLexicalDeclContext()->isFunctionOrMethod() ||
      (method && method->getParent()->isLambda()))
    return false;
  return llvm::isa<clang::FunctionDecl, clang::CXXRecordDecl, clang::FieldDecl>(decl) &&
         !decl->getParentFunctionOrMethod();
}

// The scoped spellings. Clang offers an attribute's arguments parsed as expressions; they are not
// looked at, because our grammar is not C++'s: the annotation's text is read from the source.
class TreelizeAttribute : public clang::ParsedAttrInfo {
public:
  TreelizeAttribute() {
    OptArgs = 15;
    static constexpr Spelling spellings[] = {
        {clang::ParsedAttr::AS_CXX11, "treelize"},
#define TREELIZE_ITEM(name, ...) {clang::ParsedAttr::AS_CXX11, "treelize::" #name},
#include "front/annotations/Annotations.def"
    };
    Spellings = spellings;
  }

  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* decl) const override {
    if (canCarryAnnotation(decl))
      return true;
    const DiagnosticRow& row = rowOf(Diag::misplaced_annotation);
    clang::DiagnosticsEngine& engine = sema.getDiagnostics();
    using Level = clang::DiagnosticsEngine::Level;
    engine.Report(attribute.getLoc(), engine.getCustomDiagID(Level::Error, "%0 [treelize-%1]"))
        << row.text << row.id;
    engine.Report(attribute.getLoc(), engine.getCustomDiagID(Level::Note, "%0")) << row.remedy;
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* decl,
                                   const clang::ParsedAttr& attribute) const override {
    std::string text = scopedPrefix.str();
    if (attribute.hasScope())
      text += attribute.getAttrName()->getName();
    decl->addAttr(
        clang::AnnotateAttr::Create(sema.Context, text, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

} // namespace

void registerAttributes() {
  static clang::ParsedAttrInfoRegistry::Add<TreelizeAttribute> registration(
      "treelize", "annotations of Treelize");
}

void defineMacros(clang::PreprocessorOptions& options) {
  options.addMacroDef("treelize(...)=clang::annotate(\"treelize\", #__VA_ARGS__)");
  options.addMacroDef("TREELIZE_RUN=1");
}

} // namespace treelize::front
