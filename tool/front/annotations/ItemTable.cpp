#include "front/annotations/ItemTable.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringRef.h"

namespace treelize::front {

const std::vector<ItemRow>& allItems() {
  constexpr unsigned F = functionPlace, M = methodPlace, C = classPlace, D = fieldPlace,
                     P = parameterPlace;
  static const std::vector<ItemRow> rows = {
#define TREELIZE_ITEM(name, places, value, example, fallback, help)                                \
  {ItemKind::name, #name, places, ValueKind::value, example, fallback, help},
#include "front/annotations/Annotations.def"
  };
  return rows;
}

const ItemRow* findItem(std::string_view name) {
  for (const ItemRow& row : allItems())
    if (row.name == name)
      return &row;
  return nullptr;
}

Place placeOf(const clang::Decl* decl) {
  if (llvm::isa<clang::CXXMethodDecl>(decl))
    return methodPlace;
  if (llvm::isa<clang::FunctionDecl>(decl))
    return functionPlace;
  if (llvm::isa<clang::CXXRecordDecl>(decl))
    return classPlace;
  if (llvm::isa<clang::FieldDecl>(decl))
    return fieldPlace;
  if (llvm::isa<clang::ParmVarDecl>(decl))
    return parameterPlace;
  return noPlace;
}

std::string placesName(unsigned places) {
  std::vector<std::string> words;
  for (Place place : {functionPlace, methodPlace, classPlace, fieldPlace, parameterPlace})
    if (places & place)
      words.push_back(placeName(place));
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i)
    result += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return result;
}

std::string placeName(Place place) {
  switch (place) {
  case functionPlace:
    return "function";
  case methodPlace:
    return "method";
  case classPlace:
    return "class";
  case fieldPlace:
    return "field";
  case parameterPlace:
    return "parameter";
  case noPlace:
    break;
  }
  return "declaration";
}

std::vector<std::string> choicesOf(const ItemRow& row) {
  std::string_view words = row.example.substr(row.example.find('=') + 2);
  llvm::SmallVector<llvm::StringRef> parts;
  const bool isList = row.value == ValueKind::words;
  llvm::StringRef(words).trim("()").split(parts, isList ? ", " : "|");
  return {parts.begin(), parts.end()};
}

static const ItemRow* nearestAmong(std::string_view name, unsigned places) {
  const ItemRow* best = nullptr;
  unsigned bestDistance = static_cast<unsigned>(name.size()) / 3 + 1;
  for (const ItemRow& row : allItems()) {
    unsigned distance = llvm::StringRef(name).edit_distance(row.name, true, bestDistance + 1);
    if ((row.places & places) && distance <= bestDistance && (!best || distance < bestDistance)) {
      best = &row;
      bestDistance = distance;
    }
  }
  return best;
}

const ItemRow* nearestItem(std::string_view name, Place place) {
  const ItemRow* fitting = nearestAmong(name, place);
  return fitting ? fitting : nearestAmong(name, ~0u);
}

std::string itemNames(Place place) {
  std::vector<std::string> names;
  for (const ItemRow& row : allItems())
    if (place == noPlace || (row.places & place))
      names.emplace_back(row.name);
  return quotedList(names);
}

std::string quotedList(const std::vector<std::string>& words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i)
    result += (i == 0 ? "'" : i + 1 == words.size() ? " or '" : ", '") + words[i] + "'";
  return result;
}

} // namespace treelize::front
