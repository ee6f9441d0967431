#include "front/read/ReadNode.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/read/TemplateText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;

namespace {

class NodeReader {
public:
  NodeReader(Session& session, const Annotations& annotations, const Annotation& annotation)
      : ast_(session.ast()), sink_(session.sink()), annotations_(annotations),
        record_(annotation.record()) {}

  std::optional<tree::Node> read() {
    checkClass();
    node_.location = toLocation(record_->getLocation());
    node_.name = nameText(record_, ast_);
    if (const ClassTemplateDecl* pattern = record_->getDescribedClassTemplate())
      readTemplate(*pattern->getTemplateParameters());
    for (const FieldDecl* field : record_->fields())
      readField(field);
    node_.isAggregate = record_->isAggregate() && record_->getNumBases() == 0;
    if (isRefused_)
      return std::nullopt;
    return std::move(node_);
  }

private:
  ASTContext& ast_;
  DiagnosticSink& sink_;
  const Annotations& annotations_;
  const CXXRecordDecl* record_;
  tree::Node node_;
  bool isRefused_ = false;

  void refuse(SourceLocation where, const std::string& reason, const std::string& wayOut) {
    sink_.report(Diag::refused_node, toLocation(where),
                 {record_->getNameAsString(), reason, wayOut});
    isRefused_ = true;
  }

  void checkClass() {
    if (!record_->isThisDeclarationADefinition())
      refuse(record_->getLocation(), "is declared here only", "annotate its definition");
    else if (record_->isUnion())
      refuse(record_->getLocation(), "is a union", "use a struct, or std::variant for a leaf");
    else if (record_->isLocalClass())
      refuse(record_->getLocation(), "is local to a function", "declare it in a namespace");
    else if (record_->isDependentContext() && !record_->getDescribedClassTemplate())
      refuse(record_->getLocation(), "stands in a class template", "declare it in a namespace");
    else
      checkReach();
    if (!record_->hasDefinition())
      return;
    for (const CXXBaseSpecifier& base : record_->bases()) {
      const CXXRecordDecl* type = base.getType()->getAsCXXRecordDecl();
      if (!type || !type->hasDefinition() || !type->isEmpty())
        refuse(base.getBeginLoc(), "has a base class with members, which is not supported yet",
               "make the base a field");
    }
  }

  void checkReach() {
    for (const Decl* decl = record_; decl; decl = dyn_cast<CXXRecordDecl>(decl->getDeclContext()))
      if (decl->getAccess() == AS_private || decl->getAccess() == AS_protected)
        return refuse(record_->getLocation(), "is not public in its class", "make it public");
  }

  void readTemplate(const TemplateParameterList& parameters) {
    node_.templateHead = templateHeadText(parameters, ast_);
    const std::string name = record_->getQualifiedNameAsString();
    node_.name = name + "<" + templateArgumentsText(parameters) + ">";
    if (parameters.hasAssociatedConstraints() && parameters.getRequiresClause())
      refuse(record_->getLocation(), "has a requires-clause, which is not supported yet",
             "use a named concept in its template head");
    // A class over its leaf type: one type parameter, whatever values there are beside it.
    std::string rebound;
    int types = 0;
    for (const NamedDecl* parameter : parameters) {
      const bool isType = isa<TemplateTypeParmDecl>(parameter);
      types += isType && !parameter->isParameterPack() ? 1 : 0;
      types += (isType && parameter->isParameterPack()) || isa<TemplateTemplateParmDecl>(parameter)
                   ? 2
                   : 0;
      rebound += (rebound.empty() ? "" : ", ") + (isType ? "Rebound" : templateParameterName(parameter)) +
                 (parameter->isParameterPack() ? "..." : "");
    }
    if (types == 1)
      node_.rebound = name + "<" + rebound + ">";
  }

  void readField(const FieldDecl* field) {
    if (field->isUnnamedBitField())
      return;
    const std::string name = field->getNameAsString();
    if (field->isAnonymousStructOrUnion() || name.empty())
      return refuse(field->getLocation(), "has an anonymous struct or union",
                    "give the member a name");
    if (field->getAccess() != AS_public)
      return refuse(
          field->getLocation(), "has the private field '" + name + "'",
          "make it public, or specialise treelize::node_traits by hand instead of the annotation");
    if (field->isBitField())
      return refuse(field->getLocation(), "has the bit-field '" + name + "', which has no address",
                    "give it a type of its own");
    if (field->getType()->isReferenceType())
      return refuse(field->getLocation(),
                    "has the reference '" + name + "', which a new object cannot share",
                    "keep a value or a pointer");
    tree::Field model{.name = name,
                      .type = typeText(field->getType(), ast_),
                      .isAux = annotations_.has(field, ItemKind::aux),
                      .tags = {}};
    if (const Annotation* annotation = annotations_.of(field))
      for (const Item& item : annotation->items)
        if (item.kind == ItemKind::tag)
          model.tags.push_back(item.value);
    node_.fields.push_back(std::move(model));
  }
};

} // namespace

std::optional<tree::Node> readNode(Session& session, const Annotations& annotations,
                                   const Annotation& annotation) {
  return NodeReader(session, annotations, annotation).read();
}

} // namespace treelize::front
