#include "front/read/Request.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include <charconv>

namespace treelize::front {

const clang::FunctionDecl* Annotation::function() const {
  auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  const clang::FunctionDecl* definition = function ? function->getDefinition() : nullptr;
  return definition ? definition : function;
}

const clang::CXXRecordDecl* Annotation::record() const {
  auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl);
  return record && record->getDefinition() ? record->getDefinition() : record;
}

const clang::FieldDecl* Annotation::field() const {
  return llvm::dyn_cast<clang::FieldDecl>(decl);
}

const clang::ParmVarDecl* Annotation::parameter() const {
  return llvm::dyn_cast<clang::ParmVarDecl>(decl);
}

bool Annotation::isTreeFunction() const {
  if (!llvm::isa<clang::FunctionDecl>(decl))
    return false;
  if (items.empty())
    return true;
  for (const Item& item : items)
    switch (item.kind) {
    case ItemKind::mode:
    case ItemKind::inherit:
    case ItemKind::missing:
    case ItemKind::subside:
    case ItemKind::rise:
      return true;
    default:
      break;
    }
  return false;
}

TreeFunctionItems treeFunctionItems(const Annotation& annotation) {
  TreeFunctionItems result;
  if (const Item* mode = annotation.find(ItemKind::mode))
    result.mode = mode->value;
  if (const Item* inherit = annotation.find(ItemKind::inherit))
    result.inherit = inherit->value == "true";
  result.missing = annotation.find(ItemKind::missing);
  result.subside = annotation.find(ItemKind::subside);
  result.rise = annotation.find(ItemKind::rise);
  return result;
}

std::optional<unsigned> countOf(const Item& item) {
  unsigned value = 0;
  const char* const end = item.value.data() + item.value.size();
  const auto [rest, error] = std::from_chars(item.value.data(), end, value);
  constexpr unsigned most = 1U << 20;
  return error == std::errc() && rest == end && value > 0 && value <= most ? std::optional(value)
                                                                           : std::nullopt;
}

} // namespace treelize::front
