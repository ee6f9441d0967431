#include "front/lower/types/TypeNames.h"

#include "ClangCompat.h"
#include "front/CppText.h"
#include "front/ExplicitSpecialization.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Names as a user writes them: no inline namespaces, no `(anonymous namespace)`, `bool` for
/// `_Bool`.
PrintingPolicy printingPolicy(const ASTContext& ast, bool isCanonical) {
  PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.FullyQualifiedName = true;
  if (isCanonical)
    compat::printCanonically(policy);
  return policy;
}

/// An integer's name in the standard library; empty without one.
std::string standardAlias(QualType type) {
  while (const auto* alias = type->getAs<TypedefType>()) {
    const auto* decl = alias->getDecl();
    if (decl->isInStdNamespace() || (decl->getDeclContext()->isTranslationUnit() &&
                                     llvm::is_contained({"size_t", "ptrdiff_t"}, decl->getName())))
      return "std::" + decl->getNameAsString();
    type = decl->getUnderlyingType();
  }
  return {};
}

/// Is it what a map compares or hashes by, when nobody says otherwise?
bool isUsualOrder(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         !typeArgument(record, 0)->isVoidType() &&
         llvm::is_contained({"less", "hash", "equal_to"}, record->getName());
}

} // namespace

TypeNames::TypeNames(const ASTContext& ast) : ast_(ast) {
  const auto namespaces = ast_.getTranslationUnitDecl()->lookup(&ast_.Idents.get("std"));
  for (const NamedDecl* space : namespaces)
    for (const char* name :
         {"string", "string_view", "stringstream", "istringstream", "ostringstream", "mt19937",
          "mt19937_64", "minstd_rand", "minstd_rand0"})
      for (const NamedDecl* found : cast<NamespaceDecl>(space)->lookup(&ast_.Idents.get(name)))
        if (const auto* alias = dyn_cast<TypedefNameDecl>(found))
          standardNames_.emplace(canonical(alias->getUnderlyingType()),
                                 std::string("std::") + name);
}

std::string TypeNames::canonical(QualType type) const {
  // A canonical type has no sugar: it prints with all its scopes, and without default arguments.
  type = type.getCanonicalType().getUnqualifiedType();
  return unhidden(type.getAsString(printingPolicy(ast_, namesSpecialization(type))));
}

std::string TypeNames::integer(QualType type) const {
  const std::string alias = type->isEnumeralType() ? std::string() : standardAlias(type);
  return alias.empty() ? canonical(type) : alias;
}

std::string TypeNames::standardised(std::string spelling) const {
  for (const auto& [canonical, name] : standardNames_)
    for (std::size_t at = spelling.find(canonical); at != std::string::npos;
         at = spelling.find(canonical, at))
      spelling.replace(at, canonical.size(), name);
  return spelling;
}

std::string TypeNames::qualified(const NamedDecl* decl) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  decl->getNameForDiagnostic(out, printingPolicy(ast_, namesSpecialization(decl)),
                             /*Qualified=*/true);
  return standardised(std::move(text));
}

std::string TypeNames::inCode(const NamedDecl* decl) const {
  std::string name = qualified(decl);
  const bool isGlobal = name.substr(0, name.find('<')).find("::") == std::string::npos;
  return (isGlobal ? "::" : "") + name;
}

std::string TypeNames::orderOf(const CXXRecordDecl* map) const {
  const unsigned allocator = specializationOf(map)->getTemplateArgs().size() - 1;
  std::string order, given;
  for (unsigned i = 2; i < allocator; ++i) {
    given += ", " + canonical(typeArgument(map, i));
    if (!isUsualOrder(typeArgument(map, i)))
      order = given;
  }
  return order;
}

} // namespace treelize::front
