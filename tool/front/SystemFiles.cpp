#include "front/SystemFiles.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

namespace treelize::front {

bool isSystemFile(clang::FileID file, clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  auto entry = sources.getFileEntryRefForID(file);
  if (!entry)
    return sources.isInSystemHeader(sources.getLocForStartOfFile(file));
  return preprocessor.getHeaderSearchInfo().getFileDirFlavor(*entry) != clang::SrcMgr::C_User;
}

} // namespace treelize::front
