#include "front/annotations/FindAnnotations.h"

#include "Diagnostics.h"
#include "front/IncludeWatcher.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/AttributeSpellings.h"
#include "front/annotations/CheckItems.h"
#include "front/annotations/ItemTable.h"
#include "front/annotations/StrayAnnotations.h"
#include "front/read/CheckRequests.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>

namespace treelize::front {
namespace {

const clang::Decl* member(const clang::DeclContext* context, unsigned index) {
  for (const clang::Decl* decl : context->decls())
    if (auto* field = llvm::dyn_cast<clang::FieldDecl>(decl);
        field && field->getFieldIndex() == index)
      return field;
  return nullptr;
}

// One declaration for all redeclarations and instantiations of an entity.
const clang::Decl* representative(const clang::Decl* decl) {
  if (auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(decl)) {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
    if (!function)
      return parameter;
    auto* first = llvm::cast<clang::FunctionDecl>(representative(function));
    unsigned index = parameter->getFunctionScopeIndex();
    return index < first->getNumParams() ? first->getParamDecl(index) : parameter;
  }
  if (auto* field = llvm::dyn_cast<clang::FieldDecl>(decl)) {
    auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
    auto* pattern = record ? record->getTemplateInstantiationPattern() : nullptr;
    const clang::Decl* original = pattern ? member(pattern, field->getFieldIndex()) : nullptr;
    return original ? original : field;
  }
  if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl))
    if (auto* pattern = function->getTemplateInstantiationPattern())
      return pattern->getCanonicalDecl();
  if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl))
    if (auto* pattern = record->getTemplateInstantiationPattern())
      return pattern->getCanonicalDecl();
  return decl->getCanonicalDecl();
}

constexpr std::string_view scopeName = "treelize";

bool isScope(clang::SourceLocation name, Session& session) {
  const auto next = clang::Lexer::findNextToken(session.sources().getSpellingLoc(name),
                                                session.sources(), session.ast().getLangOpts());
  return next && next->isOneOf(clang::tok::coloncolon, clang::tok::colon);
}

// The name in `treelize::item(...)`; after `using treelize:` the first that is no item of ours.
clang::SourceLocation nameOfAttribute(clang::SourceLocation scope, Session& session) {
  auto next = [&](clang::SourceLocation place) {
    auto token = clang::Lexer::findNextToken(place, session.sources(), session.ast().getLangOpts());
    return token ? token->getLocation() : clang::SourceLocation();
  };
  clang::SourceLocation colons = next(session.sources().getSpellingLoc(scope));
  if (colons.isInvalid())
    return scope;
  clang::SourceLocation name = next(colons);
  if (session.spellingAt(colons) == "::")
    return name;
  for (clang::SourceLocation place = name; place.isValid() && session.spellingAt(place) != "]";
       place = next(place)) {
    std::string spelling = session.spellingAt(place);
    if (clang::isAsciiIdentifierStart(spelling[0]) && !findItem(spelling))
      return place;
  }
  return name;
}

} // namespace

// Walks the declarations of the user's files, outside of function bodies and instantiations.
class AnnotationFinder {
public:
  explicit AnnotationFinder(Session& session)
      : session_(session), sources_(session.sources()), sink_(session.sink()) {}

  Annotations run() {
    walk(session_.ast().getTranslationUnitDecl());
    reportUnclaimed();
    reportUnknownAttributes();
    checkRequests(result_, sink_);
    return std::move(result_);
  }

private:
  void walk(const clang::DeclContext* context) {
    for (const clang::Decl* decl : context->decls())
      if (!decl->isImplicit() && !sources_.isInSystemHeader(decl->getLocation()))
        visit(decl);
  }

  void visit(const clang::Decl* decl) {
    if (auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl))
      visit(pattern->getTemplatedDecl());
    else if (auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(decl))
      visit(pattern->getTemplatedDecl());
    else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(decl))
      walk(llvm::cast<clang::DeclContext>(decl));
    else if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      visitFunction(function);
    else if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl))
      visitRecord(record);
    else if (auto* field = llvm::dyn_cast<clang::FieldDecl>(decl))
      add(field, &Annotations::members);
    else if (auto* friendship = llvm::dyn_cast<clang::FriendDecl>(decl))
      refuse(friendship->getFriendDecl());
  }

  // Nobody can call a friend that is defined in its class by a qualified name.
  void refuse(const clang::NamedDecl* decl) {
    if (!decl)
      return;
    for (const clang::AnnotateAttr* attribute : decl->specific_attrs<clang::AnnotateAttr>())
      if (isAnnotation(*attribute) && !attribute->isInherited()) {
        AnnotationText text = annotationText(*attribute, session_);
        claimed_.insert(text.claim.raw);
        sink_.report(Diag::misplaced_annotation, text.where);
      }
  }

  void visitFunction(const clang::FunctionDecl* function) {
    add(function, listOf(function));
    for (const clang::ParmVarDecl* parameter : function->parameters())
      add(parameter, &Annotations::members);
  }

  void visitRecord(const clang::CXXRecordDecl* record) {
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record) &&
        llvm::cast<clang::ClassTemplateSpecializationDecl>(record)->getSpecializationKind() ==
            clang::TSK_ImplicitInstantiation)
      return;
    add(record, listOf(record));
    if (record->isThisDeclarationADefinition())
      walk(record);
  }

  Annotations::List listOf(const clang::Decl* decl) const {
    clang::SourceLocation place = sources_.getExpansionLoc(decl->getLocation());
    return sources_.isWrittenInMainFile(place) ? &Annotations::own : &Annotations::included;
  }

  void add(const clang::NamedDecl* decl, Annotations::List list) {
    for (const clang::AnnotateAttr* attribute : decl->specific_attrs<clang::AnnotateAttr>())
      if (isAnnotation(*attribute) && !attribute->isInherited())
        add(decl, list, *attribute);
  }

  void add(const clang::NamedDecl* decl, Annotations::List list,
           const clang::AnnotateAttr& attribute) {
    AnnotationText text = annotationText(attribute, session_);
    claimed_.insert(text.claim.raw);

    std::vector<Annotation>& annotations = result_.*list;
    auto [entry, isNew] = result_.index_.try_emplace(representative(decl),
                                                     Annotations::Entry{list, annotations.size()});
    if (isNew) {
      annotations.push_back({.decl = decl, .items = {}, .where = text.where});
      noteHeader(text.where, list);
    }
    Annotation& annotation = (result_.*(entry->second.list))[entry->second.index];
    std::size_t errors = sink_.errorCount();
    annotation.byMacro |= text.byMacro;
    checkItems(parseAnnotation(text, sink_), text.text, decl, annotation, sink_);
    annotation.isBroken |= sink_.errorCount() > errors;
  }

  void noteHeader(Location where, Annotations::List list) {
    if (list != &Annotations::included)
      return;
    const clang::FileID file = sources_.getFileID(toSourceLocation(where));
    std::string name = session_.generatedIncludeOf(file);
    auto& includes = result_.generatedIncludes;
    if (!name.empty() &&
        std::ranges::find(includes, name, &GeneratedInclude::name) == includes.end())
      includes.push_back({name, session_.pathOf(file)});
  }

  // A macro's annotation on a variable, a local or a statement hangs on nothing that was walked;
  // Clang asks AttributeSpellings about the scoped ones, but for those on parameters.
  void reportUnclaimed() {
    for (clang::SourceLocation macro : session_.includeFacts().annotationMacros) {
      clang::SourceLocation place = sources_.getExpansionLoc(macro);
      if (!claimed_.count(toLocation(macro).raw) && sources_.isWrittenInMainFile(place))
        sink_.report(Diag::misplaced_annotation, toLocation(place));
    }
    const auto isClaimed = [&](const clang::AnnotateAttr& attribute) {
      return attribute.getAnnotation() == annotationName ||
             claimed_.count(toLocation(attribute.getLocation()).raw);
    };
    for (const clang::AnnotateAttr* stray : strayAnnotations(session_.ast(), isClaimed))
      sink_.report(Diag::misplaced_annotation,
                   toLocation(sources_.getExpansionLoc(stray->getLocation())));
  }

  void reportUnknownAttributes() {
    for (clang::SourceLocation scope : session_.unknownAttributes()) {
      if (session_.spellingAt(scope) != scopeName) {
        warnOfNearMiss(scope);
        continue;
      }
      clang::SourceLocation name = nameOfAttribute(scope, session_);
      reportUnknownItem(session_.spellingAt(name), toLocation(sources_.getExpansionLoc(name)),
                        sink_);
    }
  }

  // `[[treelise::kernel]]`, or an item without its scope.
  void warnOfNearMiss(clang::SourceLocation begin) {
    const std::string spelling = session_.spellingAt(begin);
    std::string meant(scopeName);
    if (findItem(spelling) && !isScope(begin, session_))
      meant += "::" + spelling;
    else if (llvm::StringRef(spelling).lower() != scopeName &&
             llvm::StringRef(spelling).edit_distance(scopeName) > 2)
      return;
    const Location place = toLocation(sources_.getExpansionLoc(begin));
    sink_.report(Diag::misspelt_scope, place, {spelling, meant},
                 {.notes = {}, .fixIts = {{place, place, meant}}, .ranges = {}});
  }

  Session& session_;
  const clang::SourceManager& sources_;
  DiagnosticSink& sink_;
  Annotations result_;
  std::set<std::uint32_t> claimed_;
};

const Annotation* Annotations::of(const clang::Decl* decl) const {
  auto entry = index_.find(representative(decl));
  if (entry == index_.end())
    return nullptr;
  return &(this->*(entry->second.list))[entry->second.index];
}

bool Annotations::has(const clang::Decl* decl, ItemKind kind) const {
  const Annotation* annotation = of(decl);
  return annotation && annotation->has(kind);
}

Annotations findAnnotations(Session& session) {
  return AnnotationFinder(session).run();
}

} // namespace treelize::front
