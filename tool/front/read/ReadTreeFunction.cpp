#include "front/read/ReadTreeFunction.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/read/TemplateText.h"
#include "ir/Identifiers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// The template parameters that a type names.
class NamedParameters : public RecursiveASTVisitor<NamedParameters> {
public:
  bool VisitTemplateTypeParmType(TemplateTypeParmType* type) {
    indices.insert(type->getIndex());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* reference) {
    if (auto* value = dyn_cast<NonTypeTemplateParmDecl>(reference->getDecl()))
      indices.insert(value->getIndex());
    return true;
  }
  bool TraverseTemplateName(TemplateName name) {
    if (auto* decl = dyn_cast_or_null<TemplateTemplateParmDecl>(name.getAsTemplateDecl()))
      indices.insert(decl->getIndex());
    return RecursiveASTVisitor::TraverseTemplateName(name);
  }
  std::set<unsigned> indices;
};

class TreeFunctionReader {
public:
  TreeFunctionReader(Session& session, const Annotation& annotation)
      : session_(session), ast_(session.ast()), sink_(session.sink()), annotation_(annotation),
        function_(llvm::cast<FunctionDecl>(annotation.decl)),
        template_(function_->getDescribedFunctionTemplate()) {}

  std::optional<tree::TreeFunction> read() {
    model_.name = function_->getNameAsString();
    model_.location = toLocation(function_->getLocation());
    checkFunction();
    readScopes();
    readObject();
    readOptions();
    readSignature();
    if (isRefused_)
      return std::nullopt;
    return std::move(model_);
  }

private:
  Session& session_;
  ASTContext& ast_;
  DiagnosticSink& sink_;
  const Annotation& annotation_;
  const FunctionDecl* function_;
  const FunctionTemplateDecl* template_;
  tree::TreeFunction model_;
  bool isRefused_ = false;

  void refuse(const std::string& reason, const std::string& wayOut, SourceLocation where = {}) {
    Location place = where.isValid() ? toLocation(where) : model_.location;
    sink_.report(Diag::refused_tree_signature, place, {model_.name, reason, wayOut});
    isRefused_ = true;
  }

  void checkFunction() {
    if (function_->getNumParams() == 0)
      refuse("has no parameter that a tree could be given for", "remove the annotation");
    if (function_->isVariadic())
      refuse("takes C variadic arguments", "use a parameter pack");
    if (function_->isDeleted())
      refuse("is deleted", "remove the annotation");
    if (function_->isConsteval())
      refuse("is consteval", "make it constexpr");
    if (function_->getTrailingRequiresClause() ||
        (template_ && template_->getTemplateParameters()->getRequiresClause()))
      refuse(
          "has a requires-clause of its own, beside which no overload for trees can be preferred",
          "make a named concept of it: 'template <my_concept T>'");
  }

  void readScopes() {
    const DeclContext* context = function_->getDeclContext();
    while (context->isRecord())
      context = context->getParent();
    for (; context; context = context->getParent())
      if (auto* space = dyn_cast<NamespaceDecl>(context))
        model_.scopes.insert(model_.scopes.begin(), {space->getNameAsString(), space->isInline()});
    for (const tree::Scope& scope : model_.scopes)
      if (!scope.name.empty())
        model_.qualifiedName += scope.name + "::";
    model_.qualifiedName += model_.name;
    model_.isStatic = !isa<CXXMethodDecl>(function_) && function_->getStorageClass() == SC_Static;
  }

  void readObject() {
    auto* method = dyn_cast<CXXMethodDecl>(function_);
    if (!method)
      return;
    const CXXRecordDecl* record = method->getParent();
    if (method->isStatic())
      return refuse("is a static method", "make it a function of the namespace");
    if (method->getAccess() != AS_public)
      return refuse("is not public", "make it public");
    if (record->isDependentContext())
      return refuse("is a method of a class template, which is not supported yet",
                    "write a function template that takes the object");
    if (method->getRefQualifier() == RQ_RValue || method->isVolatile())
      return refuse("is for temporaries or volatile objects only", "remove the qualifier");
    const std::string type = nameText(record, ast_);
    std::string identifier;
    for (const DeclContext* c = record; c->isRecord(); c = c->getParent()) {
      const std::string name = cast<CXXRecordDecl>(c)->getNameAsString();
      identifier = identifier.empty() ? name : ir::joined(name, identifier);
    }
    model_.object = tree::Object{.type = (method->isConst() ? "const " : "") + type + "&",
                                 .identifier = identifier};
    model_.qualifiedName = type + "::" + model_.name;
  }

  void readOptions() {
    const TreeFunctionItems items = treeFunctionItems(annotation_);
    model_.mode = items.mode == "inner"   ? tree::Mode::inner
                  : items.mode == "outer" ? tree::Mode::outer
                  : items.mode == "left"  ? tree::Mode::left
                                          : tree::Mode::strict;
    model_.inherit = items.inherit;
    if (items.missing) {
      model_.missing = items.missing->value;
      model_.missingLocation = items.missing->where;
      if (model_.missing->starts_with("{"))
        giveMissingAType(items.missing->valueWhere);
      else
        checkFirstName(*items.missing);
    }
    readSubside(items.subside);
    readRise(items.rise);
  }

  /// `subside = (inherit = false, list = false)`: everything is on where it is not switched off.
  void readSubside(const Item* item) {
    if (!item)
      return;
    model_.subside.emplace();
    model_.subsideLocation = item->where;
    for (std::size_t i = 0; i < item->elements.size(); ++i) {
      auto [name, value] = llvm::StringRef(item->elements[i]).split('=');
      bool* option = llvm::StringSwitch<bool*>(name.trim())
                         .Case("dict", &model_.subside->dict)
                         .Case("list", &model_.subside->list)
                         .Case("tuple", &model_.subside->tuple)
                         .Case("inherit", &model_.subside->inherit)
                         .Default(nullptr);
      value = value.trim();
      if (!option || (value != "true" && value != "false")) {
        sink_.report(Diag::wrong_value, item->elementsWhere[i],
                     {"subside", item->elements[i],
                      "'dict', 'list', 'tuple' or 'inherit', then '= true' or '= false'"});
        isRefused_ = true;
        return;
      }
      *option = value == "true";
    }
  }

  void readRise(const Item* item) {
    if (!item)
      return;
    model_.rises = true;
    model_.riseLocation = item->where;
    if (!item->value.empty())
      model_.riseTemplate = item->value;
  }

  /// A name that begins the value of `missing` is one that the function's namespace sees.
  void checkFirstName(const Item& missing) {
    const llvm::StringRef value = missing.value;
    const llvm::StringRef name =
        value.take_while([](char c) { return isAsciiIdentifierContinue(c); });
    const bool isPrefixOfText = value.drop_front(name.size()).starts_with("\"");
    if (name.empty() || !isAsciiIdentifierStart(name[0]) || isPrefixOfText)
      return;
    IdentifierInfo& identifier = ast_.Idents.get(name);
    if (identifier.getTokenID() != tok::identifier || identifier.hasMacroDefinition() ||
        isTemplateParameter(name))
      return;
    LookupResult found(session_.sema(), &identifier, SourceLocation(), Sema::LookupAnyName);
    found.suppressDiagnostics();
    for (const DeclContext* scope = function_->getEnclosingNamespaceContext(); scope;
         scope = scope->getParent())
      if (session_.sema().LookupQualifiedName(found, const_cast<DeclContext*>(scope)))
        return;
    refuse("has the 'missing' value '" + missing.value + "', and nothing declares '" + name.str() +
               "'",
           "declare it, or write a value", toSourceLocation(missing.valueWhere));
  }

  bool isTemplateParameter(llvm::StringRef name) const {
    return template_ &&
           std::ranges::any_of(*template_->getTemplateParameters(),
                               [&](const NamedDecl* each) { return each->getName() == name; });
  }

  /// Braces alone have no type: it is that of the parameters if they agree.
  void giveMissingAType(Location where) {
    std::set<std::string> types;
    for (const ParmVarDecl* parameter : function_->parameters())
      types.insert(typeText(parameter->getType().getNonReferenceType().getUnqualifiedType(), ast_));
    if (types.size() == 1 && !template_)
      model_.missing = *types.begin() + *model_.missing;
    else
      refuse("has a 'missing' in braces, whose type is open as the parameters differ",
             "write the type before the braces", toSourceLocation(where));
  }

  // ---- the signature ----

  void readSignature() {
    tree::Signature signature;
    signature.location = model_.location;
    if (template_) {
      const TemplateParameterList& parameters = *template_->getTemplateParameters();
      signature.isTemplate = true;
      signature.templateHead = templateHeadText(parameters, ast_);
      signature.result = function_->getReturnType()->isVoidType() ? "void" : "decltype(auto)";
      checkDeducible(parameters);
    } else {
      signature.result =
          isDeducedReturn() ? "decltype(auto)" : typeText(function_->getReturnType(), ast_);
    }
    std::set<unsigned> seen;
    signature.takesAnyMix = template_ != nullptr;
    for (const ParmVarDecl* parameter : function_->parameters()) {
      signature.parameters.push_back(readParameter(parameter));
      const tree::Parameter& model = signature.parameters.back();
      signature.takesAnyMix =
          signature.takesAnyMix && model.rule == tree::LeafRule::deduced &&
          (model.isPack || seen.insert(bareParameter(parameter)->getIndex()).second);
    }
    model_.overloads.push_back(std::move(signature));
    const QualType result = function_->getReturnType();
    model_.returnsNumber = result->isVoidType() || result->isArithmeticType();
  }

  bool isDeducedReturn() const {
    return function_->getDeclaredReturnType()->getContainedDeducedType() != nullptr;
  }

  void checkDeducible(const TemplateParameterList& parameters) {
    NamedParameters named;
    for (const ParmVarDecl* parameter : function_->parameters())
      named.TraverseType(parameter->getType());
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (!named.indices.contains(i))
        refuse("has the template parameter '" + templateParameterName(parameters.getParam(i)) +
                   "', which its arguments do not say; this is not supported yet",
               "make it follow from a parameter");
  }

  static bool isStandardContainer(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && record->getIdentifier() &&
           llvm::is_contained({"vector", "array", "tuple", "pair", "map"}, record->getName());
  }

  static QualType withoutPack(QualType type) {
    if (auto* expansion = type->getAs<PackExpansionType>())
      return expansion->getPattern();
    return type;
  }
  /// The template parameter that the parameter's type is, up to const and reference.
  static const TemplateTypeParmType* bareParameter(const ParmVarDecl* parameter) {
    return withoutPack(parameter->getType()).getNonReferenceType()->getAs<TemplateTypeParmType>();
  }

  tree::Parameter readParameter(const ParmVarDecl* parameter) {
    tree::Parameter model;
    const QualType type = withoutPack(parameter->getType());
    model.isPack = parameter->isParameterPack();
    model.isNamed = parameter->getIdentifier() != nullptr;
    model.name = model.isNamed ? parameter->getNameAsString()
                               : "arg" + std::to_string(parameter->getFunctionScopeIndex());
    model.isOptional = parameter->hasDefaultArg();
    model.mayBeContainer =
        type->isDependentType() || isStandardContainer(type.getNonReferenceType());
    model.declarator = declarator(type, model.isPack);
    model.type = model.declarator;
    model.type.erase(model.type.find('$'), 1);
    while (model.type.ends_with(' '))
      model.type.pop_back();
    if (bareParameter(parameter))
      model.rule = tree::LeafRule::deduced;
    else if (type->isDependentType())
      model.rule = tree::LeafRule::pattern;
    model.isMutable =
        type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
    // A forwarding reference takes the lvalue that a leaf is; other rvalue references do not.
    const bool forwards =
        model.rule == tree::LeafRule::deduced && !type.getNonReferenceType().isConstQualified();
    if (type->isRValueReferenceType() && !forwards)
      refuse("takes '" + model.name +
                 "' by rvalue reference, but the leaves of a tree stay where they are",
             "take it by value or by reference to const", parameter->getLocation());
    return model;
  }

  /// The type around a `$`. Types of a template are left as written: they are read in its
  /// namespace.
  std::string declarator(QualType type, bool isPack) {
    std::string text;
    if (type->isDependentType()) {
      PrintingPolicy policy(ast_.getLangOpts());
      policy.SuppressTagKeyword = true;
      text = "$";
      type.getAsStringInternal(text, policy);
    } else {
      text = declaratorText(type, ast_);
    }
    if (isPack)
      text.replace(text.find('$'), 1, "... $");
    return text;
  }
};

} // namespace

std::optional<tree::TreeFunction> readTreeFunction(Session& session, const Annotation& annotation) {
  return TreeFunctionReader(session, annotation).read();
}

} // namespace treelize::front
