#include "front/read/CheckRequests.h"

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/annotations/FindAnnotations.h"
#include "front/annotations/ItemTable.h"
#include "front/lower/types/Members.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"

#include <algorithm>

namespace treelize::front {
namespace {

// "a constructor", "an operator", ... for functions that nobody can call by a plain name.
std::string specialKind(const clang::FunctionDecl* function) {
  if (llvm::isa<clang::CXXConstructorDecl>(function))
    return "a constructor";
  if (llvm::isa<clang::CXXDestructorDecl>(function))
    return "a destructor";
  if (llvm::isa<clang::CXXConversionDecl>(function))
    return "a conversion function";
  bool isOperator = function->isOverloadedOperator() || function->getLiteralIdentifier();
  return isOperator ? "an operator" : "";
}

/// Generated code lies in a namespace `kernels` beside the function.
std::string clashWithKernels(const clang::FunctionDecl* function) {
  constexpr const char* name = "kernels";
  if (llvm::isa<clang::CXXMethodDecl>(function)) // its proxy lies with its class
    return {};
  if (function->getIdentifier() && function->getName() == name)
    return "a function named 'kernels'";
  for (const clang::DeclContext* scope = function->getDeclContext(); scope;
       scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        space && space->getIdentifier() && space->getName() == name)
      return "a function in a namespace named 'kernels'";
  return {};
}

/// What keeps a function from being a kernel, whatever it does.
std::string unfitKind(const clang::FunctionDecl* function) {
  if (function->isConsteval())
    return "a consteval function";
  const std::string clash = clashWithKernels(function), special = specialKind(function);
  return !clash.empty() ? clash : special == "an operator" ? std::string() : special;
}

class RequestChecker {
public:
  RequestChecker(const Annotations& annotations, DiagnosticSink& sink)
      : annotations_(annotations), sink_(sink) {}

  void check(const Annotation& annotation) {
    if (annotation.isBroken)
      return;
    const clang::FunctionDecl* function = annotation.function();
    if (!function) {
      if (annotation.items.empty()) {
        Place place = placeOf(annotation.decl);
        sink_.report(Diag::empty_annotation, annotation.where,
                     {placeName(place), itemNames(place)});
      }
      return;
    }
    if (annotation.isTreeFunction())
      checkTreeFunction(annotation, function);
    if (annotation.isKernel())
      checkKernel(annotation, function);
    else
      checkItemsOfKernels(annotation);
  }

private:
  void checkTreeFunction(const Annotation& annotation, const clang::FunctionDecl* function) {
    std::string kind = specialKind(function);
    if (!kind.empty())
      sink_.report(Diag::refused_tree_function, annotation.where, {kind});
  }

  void checkItemsOfKernels(const Annotation& annotation) {
    for (const Item& item : annotation.items)
      if (item.kind == ItemKind::wrt || item.kind == ItemKind::checkpoint ||
          item.kind == ItemKind::derivatives || item.kind == ItemKind::jacobian || item.kind == ItemKind::hessian ||
          item.kind == ItemKind::templateArgument)
        sink_.report(Diag::needs_kernel, item.where, {item.name},
                     {.notes = {}, .fixIts = {{item.where, {}, "kernel, "}}, .ranges = {}});
  }

  void checkKernel(const Annotation& annotation, const clang::FunctionDecl* function) {
    const Item& item = *annotation.find(ItemKind::kernel);
    const std::string kind = unfitKind(function);
    if (!kind.empty())
      sink_.report(Diag::refused_kernel, item.where, {kind});
    else if (specialKind(function) == "an operator" && item.value.empty())
      sink_.report(Diag::unnamed_operator_kernel, item.where, {function->getNameAsString()});
    else if (!function->getBody() || function->isDeleted() || function->isDefaulted())
      sink_.report(Diag::kernel_without_body, item.where, {function->getQualifiedNameAsString()});
    checkClass(annotation, function, item);
    checkWrt(annotation, function);
  }

  // A method's class must be data_oriented; the fix-it says it in the spelling that the method has.
  void checkClass(const Annotation& annotation, const clang::FunctionDecl* function,
                  const Item& item) {
    auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    if (!method || annotations_.has(method->getParent(), ItemKind::data_oriented))
      return;
    const clang::CXXRecordDecl* record = method->getParent();
    Location name = toLocation(record->getLocation());
    std::string spelling =
        annotation.byMacro ? "TREELIZE(data_oriented)" : "[[treelize::data_oriented]]";
    sink_.report(Diag::kernel_outside_data_oriented, item.where,
                 {method->getNameAsString(), record->getNameAsString(),
                  record->isStruct() ? "struct" : "class", spelling},
                 {.notes = {}, .fixIts = {{name, {}, spelling + " "}}, .ranges = {}});
  }

  void checkWrt(const Annotation& annotation, const clang::FunctionDecl* function) {
    const Item* wrt = annotation.find(ItemKind::wrt);
    if (!wrt)
      return;
    std::vector<std::string> names;
    for (const clang::ParmVarDecl* parameter : function->parameters())
      names.push_back(parameter->getNameAsString());
    if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
      for (const clang::FieldDecl* field : ownMembers(method->getParent()))
        names.push_back(field->getNameAsString());

    for (std::size_t i = 0; i < wrt->elements.size(); ++i) {
      const std::string& element = wrt->elements[i];
      if (std::find(names.begin(), names.end(), element) != names.end())
        continue;
      // Whether it is a filter that can be evaluated, SelectLeaves says.
      const bool isWord =
          std::ranges::all_of(element, [](char c) { return clang::isAsciiIdentifierContinue(c); });
      if (isWord && element != "everything" && element != "nothing")
        sink_.report(Diag::wrt_unknown_parameter, wrt->elementsWhere[i],
                     {function->getNameAsString(), element,
                      names.empty() ? "it has no parameters" : "write " + quotedList(names)});
    }
  }

  const Annotations& annotations_;
  DiagnosticSink& sink_;
};

} // namespace

void checkRequests(const Annotations& annotations, DiagnosticSink& sink) {
  RequestChecker checker(annotations, sink);
  for (const Annotation& annotation : annotations.own)
    checker.check(annotation);
  for (const Annotation& annotation : annotations.members)
    checker.check(annotation);
}

} // namespace treelize::front
