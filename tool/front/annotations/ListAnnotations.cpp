#include "front/annotations/ListAnnotations.h"

#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/annotations/ItemTable.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <ostream>

namespace treelize::front {
namespace {

std::string kindOf(const Annotation& annotation) {
  bool isTree = annotation.isTreeFunction(), isKernel = annotation.isKernel();
  if (isTree || isKernel)
    return isTree && isKernel ? "tree function and kernel" : isTree ? "tree function" : "kernel";
  return placeName(placeOf(annotation.decl));
}

std::string itemText(const Item& item) {
  return item.value.empty() ? item.name : item.name + " = " + item.value;
}

} // namespace

std::string nameOf(const Annotation& annotation) {
  auto* parameter = annotation.parameter();
  if (!parameter)
    return annotation.decl->getQualifiedNameAsString();
  auto* function = llvm::dyn_cast<clang::NamedDecl>(parameter->getDeclContext());
  return parameter->getNameAsString() + " of " +
         (function ? function->getQualifiedNameAsString() : "");
}

void listAnnotations(std::ostream& out, const Annotations& annotations, Session& session) {
  const clang::SourceManager& sources = session.sources();
  std::vector<const Annotation*> all;
  for (const auto* list : {&annotations.own, &annotations.members})
    for (const Annotation& annotation : *list)
      if (sources.isWrittenInMainFile(toSourceLocation(annotation.where)))
        all.push_back(&annotation);
  // One annotation may stand before several declarators.
  std::sort(all.begin(), all.end(), [&](const Annotation* a, const Annotation* b) {
    return a->where.raw != b->where.raw
               ? sources.isBeforeInTranslationUnit(toSourceLocation(a->where),
                                                   toSourceLocation(b->where))
               : sources.isBeforeInTranslationUnit(a->decl->getLocation(), b->decl->getLocation());
  });

  for (const Annotation* annotation : all) {
    clang::PresumedLoc place = sources.getPresumedLoc(toSourceLocation(annotation->where));
    out << place.getFilename() << ':' << place.getLine() << ':' << place.getColumn() << ": "
        << kindOf(*annotation) << ' ' << nameOf(*annotation);
    const char* separator = ": ";
    for (const Item& item : annotation->items) {
      out << separator << itemText(item);
      separator = ", ";
    }
    out << '\n';
  }
}

} // namespace treelize::front
