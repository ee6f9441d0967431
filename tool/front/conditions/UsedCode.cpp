#include "front/conditions/UsedCode.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

void UsedCode::add(SourceRange range) {
  const SourceRange files(sources_.getExpansionRange(range.getBegin()).getBegin(),
                          sources_.getExpansionRange(range.getEnd()).getEnd());
  const auto [file, begin] = sources_.getDecomposedLoc(files.getBegin());
  const auto [last, end] = sources_.getDecomposedLoc(files.getEnd());
  if (file.isInvalid() || file != last)
    return;
  const bool isNewFile = !parts_.contains(file);
  parts_[file].emplace_back(begin, end);
  if (const SourceLocation include = sources_.getIncludeLoc(file); isNewFile && include.isValid())
    add(include);
}

bool UsedCode::meets(SourceLocation begin, SourceLocation end) const {
  const auto [file, from] = sources_.getDecomposedLoc(begin);
  const unsigned to = sources_.getFileOffset(end);
  const auto parts = parts_.find(file);
  const auto overlaps = [from, to](const auto& part) {
    return part.first <= to && from <= part.second;
  };
  if (parts != parts_.end() && std::ranges::any_of(parts->second, overlaps))
    return true;
  // A table that is included in the midst of a function.
  const SourceLocation include = sources_.getIncludeLoc(file);
  if (include.isInvalid())
    return false;
  const auto [outer, at] = sources_.getDecomposedLoc(include);
  const auto around = parts_.find(outer);
  return around != parts_.end() && std::ranges::any_of(around->second, [at](const auto& part) {
           return part.first < at && at < part.second;
         });
}

bool UsedCode::isInFile(SourceLocation place) const {
  return parts_.contains(sources_.getFileID(place));
}

std::string nameWithNamespaces(const Decl* decl) {
  const auto* named = dyn_cast<NamedDecl>(decl);
  if (!named || !named->getDeclName())
    return "";
  std::string result = named->getNameAsString();
  for (const DeclContext* context = decl->getDeclContext(); !context->isTranslationUnit();
       context = context->getParent()) {
    const auto* space = dyn_cast<NamespaceDecl>(context);
    if (!space && !isa<LinkageSpecDecl>(context))
      return "";
    if (space && !space->isAnonymousNamespace() && !space->isInline())
      result = space->getNameAsString() + "::" + result;
  }
  return result;
}

} // namespace treelize::front
