#include "front/conditions/Matter.h"

#include "front/IncludeWatcher.h"
#include "front/Session.h"

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isWithin(unsigned offset, const std::pair<unsigned, unsigned>& range) {
  return range.first < offset && offset < range.second;
}

/// The last part of `app::detail::f`, which a macro would replace.
std::string lastWord(const std::string& name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

/// `__attribute__((visibility("default")))`: nothing that a value depends on.
bool isAttribute(const MacroInfo& macro) {
  const auto tokens = macro.tokens();
  const IdentifierInfo* word = tokens.empty() ? nullptr : tokens.front().getIdentifierInfo();
  const bool isOld = word && (word->isStr("__attribute__") || word->isStr("__declspec")) &&
                     tokens.back().is(tok::r_paren);
  return macro.isObjectLike() && isOld;
}

} // namespace

std::string textOf(const Conditional& conditional) {
  std::string text;
  for (const Branch& branch : conditional.branches) {
    text += branch.condition + "\n";
    if (branch.isTaken)
      break;
  }
  return text;
}

Matter::Matter(Session& session, const UsedCode& used, SourceLocation end)
    : session_(session), used_(used), end_(end), history_(session.preprocessor()) {
  const SourceManager& sources = session.sources();
  const ConditionFacts& facts = session.conditionFacts();
  for (const Conditional& conditional : facts.conditionals)
    if (sources.isBeforeInTranslationUnit(conditional.begin, end) && !isGuard(conditional))
      candidates_.push_back(&conditional);
  for (const Expansion& expansion : facts.expansions)
    if (used.holds(expansion.at) && !isAttribute(*expansion.definition))
      asked_.insert(expansion.name->getName().str());
  for (const std::string& name : used.names())
    asked_.insert(lastWord(name));

  std::vector<bool> isFound(candidates_.size());
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (isFound[i] || !matters(*candidates_[i]))
        continue;
      isFound[i] = grows = true;
      asked_.merge(history_.mentioned(textOf(*candidates_[i]), candidates_[i]->begin));
    }
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (isFound[i])
      found_.push_back(*candidates_[i]);
}

const WrittenNames& Matter::namesAround(const Conditional& conditional) {
  const FileID file = session_.sources().getFileID(conditional.begin);
  const auto [known, isNew] = names_.try_emplace(file);
  if (isNew)
    known->second =
        writtenNames(session_.sources().getBufferData(file), session_.ast().getLangOpts());
  return known->second;
}

/// `#ifndef X`, `#define X` and no alternative; with a value only around a whole file.
bool Matter::isGuard(const Conditional& conditional) {
  const Branch& first = conditional.branches.front();
  const std::set<std::string> asked = history_.mentioned(first.condition, conditional.begin);
  const WrittenNames& names = namesAround(conditional);
  if (conditional.branches.size() != 1 || !first.condition.starts_with("!") || asked.size() != 1)
    return false;
  const auto [file, begin] = session_.sources().getDecomposedLoc(conditional.begin);
  const auto next = std::ranges::find_if(
      names.macros, [begin](const WrittenName& macro) { return macro.offset > begin; });
  if (next == names.macros.end() || next->name != *asked.begin())
    return false;
  const MacroInfo* macro =
      session_.preprocessor().getMacroInfo(session_.preprocessor().getIdentifierInfo(next->name));
  if (macro && macro->tokens_empty())
    return true;
  return includeGuardOf(session_.sources().getBufferData(file), session_.ast().getLangOpts()) ==
         next->name;
}

bool Matter::makes(const Conditional& conditional, const std::set<std::string>& macros) const {
  const auto [file, begin] = session_.sources().getDecomposedLoc(conditional.begin);
  const std::pair range(begin, session_.sources().getFileOffset(conditional.end));
  return std::ranges::any_of(names_.at(file).macros, [&](const WrittenName& macro) {
    return isWithin(macro.offset, range) && macros.contains(macro.name);
  });
}

bool Matter::skipsDeclaration(const Conditional& conditional) const {
  const auto [file, begin] = session_.sources().getDecomposedLoc(conditional.begin);
  const std::pair range(begin, session_.sources().getFileOffset(conditional.end));
  const WrittenNames& names = names_.at(file);
  return std::ranges::any_of(names.declared,
                             [&](const WrittenName& declared) {
                               return isWithin(declared.offset, range) &&
                                      used_.names().contains(declared.name);
                             }) ||
         (used_.isInFile(conditional.begin) &&
          std::ranges::any_of(names.lookups,
                              [&](unsigned offset) { return isWithin(offset, range); }));
}

bool Matter::holdsCode(const Conditional& conditional) const {
  return used_.meets(conditional.begin, conditional.end) || skipsDeclaration(conditional);
}

bool Matter::matters(const Conditional& conditional) const {
  return makes(conditional, asked_) || holdsCode(conditional);
}

std::vector<std::string> Matter::made(const Conditional& conditional) const {
  std::vector<std::string> result;
  std::ranges::copy_if(asked_, std::back_inserter(result), [&](const std::string& macro) {
    return makes(conditional, {macro});
  });
  return result;
}

bool Matter::isSettled(const std::string& macro) const {
  const SourceManager& sources = session_.sources();
  std::vector<const Conditional*> makers;
  std::ranges::copy_if(candidates_, std::back_inserter(makers),
                       [&](const Conditional* other) { return makes(*other, {macro}); });
  const auto isUndefined = [&](const auto& file) { return file.second.undefined.contains(macro); };
  if (makers.empty() || std::ranges::any_of(names_, isUndefined))
    return false;
  const auto isBefore = [&](SourceLocation a, SourceLocation b) {
    return sources.isBeforeInTranslationUnit(a, b);
  };
  const SourceLocation last =
      (*std::ranges::max_element(makers, isBefore, &Conditional::end))->end;
  const bool isAsked = std::ranges::any_of(candidates_, [&](const Conditional* other) {
    return isBefore(other->begin, last) && !makes(*other, {macro}) &&
           history_.mentioned(textOf(*other), other->begin).contains(macro);
  });
  const bool isExpanded =
      std::ranges::any_of(session_.conditionFacts().expansions, [&](const Expansion& expansion) {
        return expansion.name->getName() == macro && isBefore(expansion.at, last);
      });
  return !isAsked && !isExpanded && !history_.at(macro, makers.front()->begin) &&
         history_.at(macro, last) == history_.at(macro, end_);
}

/// Clang keeps no record of the `#undef` of what is no macro in this run.
bool Matter::isUndefinedAfter(const Conditional& conditional, const std::string& macro) const {
  const auto [file, end] = session_.sources().getDecomposedExpansionLoc(conditional.end);
  const auto names = names_.find(file);
  return names != names_.end() && names->second.undefined.contains(macro) &&
         std::ranges::any_of(names->second.macros, [&, end = end](const WrittenName& written) {
           return written.name == macro && written.offset > end;
         });
}

bool Matter::isChangedFrom(const Conditional& conditional, const std::string& macro) const {
  const SourceManager& sources = session_.sources();
  return isUndefinedAfter(conditional, macro) || std::ranges::any_of(candidates_, [&](const Conditional* other) {
    return !sources.isBeforeInTranslationUnit(other->begin, conditional.begin) &&
           makes(*other, {macro});
  });
}

bool Matter::isConditional(const std::string& macro) const {
  return std::ranges::any_of(candidates_,
                             [&](const Conditional* other) { return makes(*other, {macro}); });
}

} // namespace treelize::front
