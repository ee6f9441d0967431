#include "front/read/ReadClass.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/read/InstantiateKernel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

class ClassReader {
public:
  ClassReader(Session& session, const Annotations& annotations, const Annotation& annotation)
      : session_(session), ast_(session.ast()), sink_(session.sink()), annotations_(annotations),
        annotation_(annotation), record_(annotation.record()) {}

  std::optional<bind::ClassModel> read() {
    if (record_->getDescribedClassTemplate())
      record_ = instantiateClass(session_, annotation_, sink_);
    if (!record_ || !isSupported())
      return std::nullopt;
    model_.name = nameText(record_, ast_);
    model_.namespaces = namespacesOf(record_);
    model_.location = toLocation(record_->getLocation());
    model_.isFinal = record_->isEffectivelyFinal();
    model_.isAggregate = record_->isAggregate() && record_->getNumBases() == 0;
    if (declaresOrInheritsConstructors())
      model_.constructors = record_->getNameAsString();
    model_.members = readRecord(record_, ast_).members;
    for (const bind::Member& member : model_.members)
      if (std::ranges::count(model_.members, member.name, &bind::Member::name) > 1) {
        sink_.report(Diag::hidden_member, annotation_.where,
                     {record_->getNameAsString(), member.name});
        return std::nullopt;
      }
    addSlots(record_);
    addTreeMethods();
    for (const bind::KernelSlot& slot : model_.slots)
      if (std::ranges::count(model_.slots, slot.name, &bind::KernelSlot::name) > 1)
        return refuse("a class with static and non-static kernels of one name, or with one name in "
                      "two bases");
    return std::move(model_);
  }

private:
  bool isSupported() {
    if (!record_->hasDefinition())
      return refuse("only declared here").has_value();
    if (record_->isDependentContext())
      return refuse("a part of a template").has_value();
    if (!record_->isExternallyVisible() || record_->isLocalClass())
      return refuse("local to a function or in an unnamed namespace").has_value();
    if (record_->isUnion())
      return refuse("a union").has_value();
    if (record_->getNumVBases() > 0)
      return refuse("derived from a virtual base", "derive from it without 'virtual'").has_value();
    return isReachable();
  }

  /// What is generated names the class from outside.
  bool isReachable() {
    for (const auto* member = record_; member && member->getDeclContext()->isRecord();
         member = cast<CXXRecordDecl>(member->getDeclContext()))
      if (member->getAccess() != AS_public) {
        sink_.report(Diag::data_oriented_private, annotation_.where,
                     {member->getNameAsString(),
                      cast<CXXRecordDecl>(member->getDeclContext())->getNameAsString()});
        return false;
      }
    return true;
  }

  bool declaresOrInheritsConstructors() const {
    return record_->hasUserDeclaredConstructor() ||
           std::ranges::any_of(record_->decls(), [](const Decl* decl) {
             return isa<ConstructorUsingShadowDecl>(decl);
           });
  }

  std::optional<bind::ClassModel>
  refuse(const std::string& reason,
         const std::string& remedy = "make it a class of its own in a named namespace") {
    sink_.report(Diag::data_oriented_not_yet, annotation_.where,
                 {record_->getNameAsString(), reason, remedy});
    return std::nullopt;
  }

  /// The kernels of a class, then those of its bases that no name of a derived class hides.
  void addSlots(const CXXRecordDecl* record) {
    std::set<std::string> names;
    for (const Decl* decl : record->decls()) {
      const auto* pattern = dyn_cast<FunctionTemplateDecl>(decl);
      const auto* method = dyn_cast<CXXMethodDecl>(pattern ? pattern->getTemplatedDecl() : decl);
      const Annotation* kernel = method ? annotations_.of(method) : nullptr;
      if (kernel && kernel->isKernel() && !hidden_.contains(kernelName(*kernel)))
        addSlot(record, method, kernelName(*kernel));
      if (const auto* named = dyn_cast<NamedDecl>(decl); named && named->getDeclName())
        names.insert(named->getNameAsString());
    }
    hidden_.merge(names);
    for (const CXXBaseSpecifier& base : record->bases())
      if (const CXXRecordDecl* baseRecord = base.getType()->getAsCXXRecordDecl())
        if (base.getAccessSpecifier() == AS_public && baseRecord->hasDefinition() &&
            annotations_.has(baseRecord, ItemKind::data_oriented))
          addSlots(baseRecord->getDefinition());
  }

  /// Of the class itself; one that is a kernel too is called with trees as a free function only.
  void addTreeMethods() {
    for (const CXXMethodDecl* method : record_->methods()) {
      const Annotation* annotation = annotations_.of(method);
      if (!annotation || !annotation->isTreeFunction() || annotation->isKernel())
        continue;
      bind::TreeMethod model{
          .name = method->getNameAsString(), .function = "::", .isConst = method->isConst()};
      for (const std::string& space : namespacesOf(record_))
        model.function += space + "::";
      model.function += model.name;
      if (std::ranges::find(model_.treeMethods, model) == model_.treeMethods.end())
        model_.treeMethods.push_back(std::move(model));
    }
  }

  void addSlot(const CXXRecordDecl* record, const CXXMethodDecl* method, const std::string& name) {
    bind::KernelSlot slot;
    slot.owner = nameText(record, ast_);
    slot.name = name;
    slot.isStatic = method->isStatic();
    for (const std::string& space : namespacesOf(record))
      slot.scope += space + "::";
    slot.scope += "kernels";
    const auto isSame = [&](const bind::KernelSlot& other) {
      return other.name == slot.name && other.owner == slot.owner &&
             other.isStatic == slot.isStatic;
    };
    if (std::ranges::none_of(model_.slots, isSame)) {
      slot.hasOtherOverloads = hasOtherOverloads(record, method);
      model_.slots.push_back(std::move(slot));
    }
  }

  bool hasOtherOverloads(const CXXRecordDecl* record, const CXXMethodDecl* method) const {
    return std::ranges::any_of(record->lookup(method->getDeclName()), [&](const NamedDecl* other) {
      const auto* function = other->getUnderlyingDecl()->getAsFunction();
      const Annotation* annotation = function ? annotations_.of(function) : nullptr;
      return function && !(annotation && annotation->isKernel());
    });
  }

  static std::string kernelName(const Annotation& kernel) {
    const std::string& given = kernel.find(ItemKind::kernel)->value;
    return given.empty() ? kernel.decl->getNameAsString() : given;
  }

  Session& session_;
  ASTContext& ast_;
  DiagnosticSink& sink_;
  const Annotations& annotations_;
  const Annotation& annotation_;
  const CXXRecordDecl* record_;
  std::set<std::string> hidden_;
  bind::ClassModel model_;
};

} // namespace

std::optional<bind::ClassModel> readClass(Session& session, const Annotations& annotations,
                                          const Annotation& dataOriented) {
  return ClassReader(session, annotations, dataOriented).read();
}

} // namespace treelize::front
