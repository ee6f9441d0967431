// The preprocessor's callbacks, which come for what is not skipped, properly nested.
#include "front/conditions/ConditionFacts.h"
#include "front/conditions/ProjectCode.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <optional>

namespace treelize::front {
namespace {

using clang::SourceLocation;

class ConditionRecorder : public clang::PPCallbacks {
public:
  ConditionRecorder(clang::Preprocessor& preprocessor, ConditionFacts& facts)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), facts_(facts) {}

  void If(SourceLocation at, clang::SourceRange, ConditionValueKind value) override {
    open(at, restOfLine(at), value == CVK_True);
  }
  void Ifdef(SourceLocation at, const clang::Token& name,
             const clang::MacroDefinition& macro) override {
    open(at, defined(name), bool(macro));
  }
  void Ifndef(SourceLocation at, const clang::Token& name,
              const clang::MacroDefinition& macro) override {
    open(at, "!" + defined(name), !macro);
  }
  void Elif(SourceLocation at, clang::SourceRange, ConditionValueKind value,
            SourceLocation) override {
    add(at, restOfLine(at), value == CVK_True);
  }
  void Elifdef(SourceLocation at, const clang::Token& name,
               const clang::MacroDefinition& macro) override {
    add(at, defined(name), bool(macro));
  }
  void Elifndef(SourceLocation at, const clang::Token& name,
                const clang::MacroDefinition& macro) override {
    add(at, "!" + defined(name), !macro);
  }
  void Else(SourceLocation at, SourceLocation) override {
    const Conditional* conditional = innermost();
    add(at, "", conditional && std::ranges::none_of(conditional->branches, &Branch::isTaken));
  }

  void Endif(SourceLocation at, SourceLocation) override {
    if (Conditional* closed = innermost())
      closed->end = at;
    open_.pop_back();
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro,
                    clang::SourceRange, const clang::MacroArgs*) override {
    const SourceLocation written = sources_.getSpellingLoc(name.getLocation());
    const bool isOurs =
        isProjectCode(preprocessor_, written) || isPredefined(preprocessor_, written);
    if (isOurs && !preprocessor_.isParsingIfOrElifDirective())
      facts_.expansions.push_back({sources_.getExpansionLoc(name.getLocation()),
                                   name.getIdentifierInfo(), macro.getMacroInfo()});
  }

  void PragmaDirective(SourceLocation at, clang::PragmaIntroducerKind) override {
    if (preprocessor_.getLangOpts().OpenMP || !isProjectCode(preprocessor_, at))
      return;
    const std::string pragma = restOfLine(at);
    // `#pragma omp simd` means the same in either program.
    if (pragma.starts_with("pragma omp ") && !pragma.starts_with("pragma omp simd"))
      facts_.ignoredParallel.push_back(at);
  }

private:
  clang::Preprocessor& preprocessor_;
  clang::SourceManager& sources_;
  ConditionFacts& facts_;
  std::vector<std::optional<std::size_t>> open_; // nothing for those of others

  Conditional* innermost() { return open_.back() ? &facts_.conditionals[*open_.back()] : nullptr; }

  void open(SourceLocation at, std::string condition, bool isTaken) {
    const bool isOurs = isProjectCode(preprocessor_, at);
    open_.push_back(isOurs ? std::optional(facts_.conditionals.size()) : std::nullopt);
    if (isOurs)
      facts_.conditionals.push_back({at, at, {}});
    add(at, std::move(condition), isTaken);
  }

  void add(SourceLocation at, std::string condition, bool isTaken) {
    if (Conditional* conditional = innermost())
      conditional->branches.push_back({at, std::move(condition), isTaken});
  }

  std::string defined(const clang::Token& name) const {
    return "defined(" + preprocessor_.getSpelling(name) + ")";
  }

  /// What stands behind the token there, its comments and line breaks left out.
  std::string restOfLine(SourceLocation from) const {
    if (!isProjectCode(preprocessor_, from))
      return "";
    const auto [file, offset] = sources_.getDecomposedLoc(from);
    const llvm::StringRef text = sources_.getBufferData(file);
    const clang::LangOptions& language = preprocessor_.getLangOpts();
    clang::Lexer lexer(sources_.getLocForStartOfFile(file), language, text.begin(),
                       text.data() + offset, text.end());
    std::string result;
    clang::Token token;
    lexer.LexFromRawLexer(token);
    while (!lexer.LexFromRawLexer(token) && !token.isAtStartOfLine()) {
      if (token.hasLeadingSpace() && !result.empty())
        result += ' ';
      result += clang::Lexer::getSpelling(token, sources_, language);
    }
    return result;
  }
};

} // namespace

std::unique_ptr<clang::PPCallbacks> makeConditionRecorder(clang::Preprocessor& preprocessor,
                                                          ConditionFacts& facts) {
  return std::make_unique<ConditionRecorder>(preprocessor, facts);
}

} // namespace treelize::front
