#include "front/ForcedIncludes.h"

#include "front/SystemFiles.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

#include <algorithm>

namespace treelize::front {
namespace {

std::string asFlag(const clang::IdentifierInfo& name, const clang::MacroInfo& macro,
                   clang::Preprocessor& preprocessor) {
  std::string text = name.getName().str();
  if (macro.isFunctionLike()) {
    text += '(';
    for (const clang::IdentifierInfo* parameter : macro.params()) {
      const bool isLast = parameter == macro.params().back();
      text += isLast && macro.isC99Varargs() ? "..." : parameter->getName().str();
      text += isLast && macro.isGNUVarargs() ? "..." : "";
      text += isLast ? "" : ",";
    }
    text += ')';
  }
  text += '=';
  for (const clang::Token& token : macro.tokens())
    text += (token.hasLeadingSpace() ? " " : "") + preprocessor.getSpelling(token);
  return text;
}

} // namespace

bool isForced(clang::SourceLocation directive, clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  clang::FileID file = sources.getFileID(directive);
  while (sources.getIncludeLoc(file).isValid())
    file = sources.getFileID(sources.getIncludeLoc(file));
  return file == preprocessor.getPredefinesFileID();
}

std::vector<std::string> macrosOfForced(clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  std::vector<std::string> result;
  for (const auto& [name, state] : preprocessor.macros()) {
    const clang::MacroInfo* macro = preprocessor.getMacroInfo(name);
    if (!macro || macro->isBuiltinMacro() || macro->isUsedForHeaderGuard())
      continue;
    const clang::SourceLocation place = macro->getDefinitionLoc();
    const clang::FileID file = sources.getFileID(place);
    const bool isOnCommandLine = file == preprocessor.getPredefinesFileID();
    if (isForced(place, preprocessor) && !isOnCommandLine && !isSystemFile(file, preprocessor))
      result.push_back(asFlag(*name, *macro, preprocessor));
  }
  std::ranges::sort(result);
  return result;
}

void replaceForced(clang::CompilerInvocation& invocation, const std::vector<std::string>& macros) {
  clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
  options.Includes.clear();
  for (const std::string& macro : macros)
    options.addMacroDef(macro);
}

} // namespace treelize::front
