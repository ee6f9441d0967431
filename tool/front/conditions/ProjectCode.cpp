#include "front/conditions/ProjectCode.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

namespace treelize::front {

bool isPredefined(const clang::Preprocessor& preprocessor, clang::SourceLocation place) {
  return place.isInvalid() ||
         preprocessor.getSourceManager().getFileID(place) == preprocessor.getPredefinesFileID();
}

bool isProjectCode(const clang::Preprocessor& preprocessor, clang::SourceLocation place) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  return place.isFileID() && !isPredefined(preprocessor, place) &&
         sources.getFileEntryRefForID(sources.getFileID(place)) && !sources.isInSystemHeader(place);
}

} // namespace treelize::front
