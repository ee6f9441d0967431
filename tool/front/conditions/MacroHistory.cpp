#include "front/conditions/MacroHistory.h"

#include "front/conditions/ProjectCode.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

namespace treelize::front {

using namespace clang;

const MacroDirective* MacroHistory::at(const std::string& name, SourceLocation place) const {
  const IdentifierInfo* identifier = preprocessor_.getIdentifierInfo(name);
  const SourceManager& sources = preprocessor_.getSourceManager();
  const MacroDirective* directive = preprocessor_.getLocalMacroDirectiveHistory(identifier);
  while (directive && directive->getLocation().isValid() &&
         !sources.isBeforeInTranslationUnit(directive->getLocation(), place))
    directive = directive->getPrevious();
  return directive;
}

const MacroInfo* MacroHistory::definition(const std::string& name, SourceLocation place) const {
  const auto* directive = dyn_cast_or_null<DefMacroDirective>(at(name, place));
  return directive ? directive->getInfo() : nullptr;
}

bool MacroHistory::isMadeByProject(const std::string& name, SourceLocation place) const {
  const MacroDirective* directive = at(name, place);
  return directive && isProjectCode(preprocessor_, directive->getLocation());
}

std::set<std::string> MacroHistory::mentioned(const std::string& text, SourceLocation place) const {
  static const std::set<std::string> words{"defined", "true", "false", "and", "or", "not"};
  std::set<std::string> names;
  Lexer lexer(SourceLocation(), preprocessor_.getLangOpts(), text.data(), text.data(),
              text.data() + text.size());
  for (Token token; lexer.LexFromRawLexer(token), token.isNot(tok::eof);)
    if (token.is(tok::raw_identifier) && !words.contains(token.getRawIdentifier().str()))
      names.insert(token.getRawIdentifier().str());
  std::vector<std::string> open(names.begin(), names.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!isMadeByProject(name, place))
      continue;
    if (const MacroInfo* macro = definition(name, place))
      for (const Token& token : macro->tokens())
        if (const IdentifierInfo* inner = token.getIdentifierInfo();
            inner && names.insert(inner->getName().str()).second)
          open.push_back(inner->getName().str());
  }
  return names;
}

} // namespace treelize::front
