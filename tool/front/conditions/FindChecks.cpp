#include "front/conditions/FindChecks.h"

#include "Diagnostics.h"
#include "front/IncludeWatcher.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/conditions/Assertions.h"
#include "front/conditions/HeadersOfOthers.h"
#include "front/conditions/Matter.h"
#include "front/conditions/PlatformConstants.h"
#include "front/conditions/ProjectCode.h"
#include "front/lower/LowerKernel.h"
#include "front/lower/types/TypeNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <map>
#include <optional>

namespace treelize::front {

using namespace clang;

namespace {

/// The tool tells itself apart by them, and every program differs from it there.
bool isOurs(const std::string& macro) {
  return macro == "TREELIZE_RUN" || macro == "treelize" || macro == "TREELIZE";
}

/// Their values depend on the place.
bool dependsOnPlace(const std::string& condition, const std::set<std::string>& names) {
  const bool namesFile = names.contains("__has_include") || names.contains("__has_embed");
  return names.contains("__COUNTER__") || names.contains("__LINE__") ||
         names.contains("__FILE__") || names.contains("__INCLUDE_LEVEL__") ||
         (namesFile && condition.find('"') != std::string::npos);
}

/// The questions of Clang that other compilers do not know.
constexpr const char* clangsOwn[] = {"__has_feature",
                                     "__has_extension",
                                     "__has_warning",
                                     "__has_declspec_attribute",
                                     "__has_constexpr_builtin",
                                     "__is_identifier",
                                     "__building_module"};

bool isClangsOwn(const std::string& name) {
  return std::ranges::find(clangsOwn, name) != std::end(clangsOwn);
}

std::string integerText(const llvm::APSInt& value) {
  llvm::SmallString<24> digits;
  value.toString(digits, 10);
  const bool isWide = !value.isRepresentableByInt64() || value.getSignificantBits() > 32;
  return std::string(digits) + (isWide ? value.isUnsigned() ? "ULL" : "LL" : "");
}

/// The macro of `defined(X)` or `!defined(X)`, however it is written.
std::string onlyMacroOf(const std::string& condition, const std::set<std::string>& names) {
  std::string bare;
  std::ranges::copy_if(condition, std::back_inserter(bare),
                       [](char c) { return c != ' ' && c != '(' && c != ')'; });
  for (const std::string& name : names)
    if (bare == "defined" + name || bare == "!defined" + name)
      return name;
  return "";
}

class Finder {
public:
  Finder(Session& session, const UsedCode& used, SourceLocation end)
      : session_(session), used_(used), end_(end), history_(session.preprocessor()),
        matter_(session, used, end), others_(session) {}

  print::BuildChecks run(const PlatformUses& platform) {
    for (const Conditional& conditional : matter_.conditionals())
      add(conditional);
    for (SourceLocation pragma : session_.conditionFacts().ignoredParallel)
      if (used_.holds(pragma))
        ask({{.text = "defined(_OPENMP)",
              .macro = "_OPENMP",
              .isTrue = false,
              .isOfCompiler = false}});
    for (const Expansion& expansion : session_.conditionFacts().expansions)
      if (used_.holds(expansion.at) && isGiven(expansion) &&
          !isOthersBusiness(expansion.name->getName().str(), expansion.at))
        addValue(expansion.name->getName().str(), expansion.at);
    addAssertions();
    checks_.facts = facts(platform);
    return std::move(checks_);
  }

private:
  Session& session_;
  const UsedCode& used_;
  SourceLocation end_;
  MacroHistory history_;
  Matter matter_;
  HeadersOfOthers others_;
  print::BuildChecks checks_;
  std::set<std::string> known_; // what is asked, or cannot be

  void add(const Conditional& conditional) {
    const std::string text = textOf(conditional);
    const std::set<std::string> names = history_.mentioned(text, conditional.begin);
    std::vector<std::string> open;
    bool isAskedInPart = false;
    for (const std::string& name : names) {
      if (history_.isMadeByProject(name, conditional.begin) && !isOthersChoice(name, conditional))
        continue;
      if (isOthersBusiness(name, conditional.begin))
        isAskedInPart = true;
      else
        open.push_back(name);
    }
    if (open.empty() || std::ranges::any_of(names, isOurs))
      return;
    const auto stays = [&](const std::string& name) { return isSteady(conditional, name); };
    if (askResult(conditional, names))
      return;
    if (dependsOnPlace(text, names))
      warn(conditional.begin, conditional.branches.front().condition);
    else if (!isAskedInPart && std::ranges::all_of(names, stays))
      ask(conditionsOf(conditional));
    else
      for (const std::string& name : open)
        addState(conditional, name);
  }

  /// What headers of others ask of the compiler, where the tool does not know its answer.
  bool isOthersBusiness(const std::string& macro, SourceLocation place) {
    const bool isAnswerKnown = session_.conditionFacts().isCompilerKnown && !asksCompiler(macro);
    return !isAnswerKnown && isReserved(macro) && others_.hold(place);
  }

  /// Has a header of others made the macro by such a question, so that whoever asks for it asks the same?
  bool isOthersChoice(const std::string& macro, const Conditional& asking) {
    return !others_.hold(asking.begin) &&
           std::ranges::any_of(matter_.conditionals(), [&](const Conditional& other) {
             return matter_.makes(other, {macro}) && others_.hold(other.begin);
           });
  }

  /// Is the macro at the end what it is here, in any program that takes the same branches so far?
  bool isSteady(const Conditional& conditional, const std::string& name) const {
    return history_.at(name, conditional.begin) == history_.at(name, end_) &&
           !matter_.isChangedFrom(conditional, name);
  }

  /// A compiler that does not know Clang's questions gets by without an answer. So what comes of
  /// the conditional is asked in its place, where that is no more than macros.
  bool askResult(const Conditional& conditional, const std::set<std::string>& names) {
    if (std::ranges::none_of(names, isClangsOwn) || matter_.holdsCode(conditional))
      return false;
    std::vector<std::string> macros = matter_.made(conditional);
    std::erase_if(macros, isClangsOwn); // a stand-in: `#define __has_feature(x) 0`
    if (!std::ranges::all_of(macros, [&](const auto& macro) { return matter_.isSettled(macro); }))
      return false;
    for (const std::string& macro : macros)
      if (history_.definition(macro, end_))
        addValue(macro, conditional.begin);
      else
        ask({{.text = "defined(" + macro + ")", .macro = macro, .isTrue = false}});
    return true;
  }

  std::vector<print::Condition> conditionsOf(const Conditional& conditional) {
    const auto isOfCompiler = [&](const std::string& name) {
      return tellsCompilersApart(name) || isOthersChoice(name, conditional);
    };
    std::vector<print::Condition> result;
    for (const Branch& branch : conditional.branches) {
      if (branch.condition.empty())
        break;
      const std::set<std::string> names = history_.mentioned(branch.condition, branch.at);
      for (const std::string& name : names)
        if (isClangsOwn(name) && branch.condition.find(name + "(") != std::string::npos)
          result.push_back({.text = "defined(" + name + ")", .macro = name, .isTrue = true});
      result.push_back({.text = branch.condition,
                        .macro = onlyMacroOf(branch.condition, names),
                        .isTrue = branch.isTaken,
                        .isOfCompiler = std::ranges::any_of(names, isOfCompiler)});
      if (branch.isTaken)
        break;
    }
    return result;
  }

  void ask(std::vector<print::Condition> conditions) {
    std::string key;
    for (const print::Condition& condition : conditions)
      key += (condition.isTrue ? "+" : "-") + condition.text + "\n";
    if (known_.insert(key).second)
      checks_.conditionals.push_back(std::move(conditions));
  }

  /// A macro of a condition that cannot be repeated.
  void addState(const Conditional& conditional, const std::string& name) {
    if (history_.definition(name, end_) &&
        (!history_.isMadeByProject(name, end_) || matter_.isConditional(name)))
      addValue(name, conditional.begin);
    else if (isSteady(conditional, name))
      ask({{.text = "defined(" + name + ")",
            .macro = name,
            .isTrue = false,
            .isOfCompiler = tellsCompilersApart(name)}});
    else
      warn(conditional.begin, conditional.branches.front().condition);
  }

  /// Where an assertion changes something, the programs with and without it are two.
  void addAssertions() {
    if (used_.changingAssertion.isValid())
      return addAssertion(used_.changingAssertion, /*isDropped=*/false);
    for (const Expansion& expansion : session_.conditionFacts().expansions)
      if (used_.holds(expansion.at) && isDroppedAssertion(expansion) &&
          textHasEffect(expansion.at, session_.preprocessor(), session_.ast()))
        return addAssertion(expansion.at, /*isDropped=*/true);
  }

  void addAssertion(SourceLocation place, bool isDropped) {
    if (!history_.isMadeByProject("NDEBUG", place))
      ask({{.text = "defined(NDEBUG)", .macro = "NDEBUG", .isTrue = isDropped}});
  }

  /// `assert(x)` under NDEBUG: its text does not have x.
  bool isDroppedAssertion(const Expansion& expansion) const {
    const MacroInfo& macro = *expansion.definition;
    return expansion.name->isStr("assert") && macro.getNumParams() == 1 &&
           session_.sources().isInSystemHeader(macro.getDefinitionLoc()) &&
           std::ranges::none_of(macro.tokens(), [&](const Token& token) {
             return token.getIdentifierInfo() == macro.params()[0];
           });
  }

  /// By the command line or by the compiler, which the source does not say.
  bool isGiven(const Expansion& expansion) const {
    const bool isPlace = expansion.definition->isBuiltinMacro();
    return isPredefined(session_.preprocessor(), expansion.definition->getDefinitionLoc()) &&
           !isPlace && !isOurs(expansion.name->getName().str());
  }

  void addValue(const std::string& name, SourceLocation where) {
    const MacroInfo* macro = history_.definition(name, end_);
    std::optional<print::MacroValue> value = macro ? valueOf(name, *macro) : std::nullopt;
    if (!value)
      warn(where, name);
    else if (known_.insert("=" + name).second)
      checks_.macros.push_back(*std::move(value));
  }

  std::optional<print::MacroValue> valueOf(const std::string& name, const MacroInfo& macro) const {
    print::MacroValue value{
        .name = name, .use = name, .text = "", .isOfCompiler = tellsCompilersApart(name)};
    if (macro.isVariadic())
      return std::nullopt;
    if (macro.isFunctionLike()) {
      std::string parameters;
      for (const IdentifierInfo* parameter : macro.params())
        parameters += (parameters.empty() ? "" : ", ") + parameter->getName().str();
      value.use += "(" + parameters + ")";
    }
    for (const Token& token : macro.tokens()) {
      if (token.isOneOf(tok::hash, tok::hashhash))
        return std::nullopt;
      value.text += (token.hasLeadingSpace() && !value.text.empty() ? " " : "") +
                    session_.preprocessor().getSpelling(token);
    }
    return value;
  }

  /// What the platform says, in the order of the texts.
  std::vector<print::PlatformFact> facts(const PlatformUses& platform) const {
    std::map<std::string, std::string> values;
    const TypeNames names(session_.ast());
    for (const Expr* constant : used_.constants) {
      Expr::EvalResult value;
      const bool isOnlyNamed =
          platform.named.contains(constant) && !platform.known.contains(constant);
      if (isOnlyNamed || constant->isValueDependent() ||
          !constant->EvaluateAsInt(value, session_.ast()))
        continue;
      addFact(*platformConstant(constant, names, session_.sources()),
              integerText(value.Val.getInt()), values);
    }
    for (const EnumDecl* enumeration : used_.plainEnums) {
      const QualType type = enumeration->getIntegerType();
      addFact(sizeOfEnum(enumeration, names), bytes(type), values);
    }
    std::vector<print::PlatformFact> result;
    for (auto& [text, value] : values)
      result.push_back({text, value});
    return result;
  }

  std::string bytes(QualType type) const {
    return std::to_string(session_.ast().getTypeSizeInChars(type).getQuantity());
  }

  /// Of what has no name the platform's own sizes decide.
  void addFact(const PlatformConstant& constant, std::string value,
               std::map<std::string, std::string>& values) const {
    if (!constant.text.empty())
      values[constant.text] = std::move(value);
    else if (constant.isOfEnum)
      values["sizeof(treelize::detail::plain_enumeration)"] =
          session_.ast().getLangOpts().ShortEnums ? "1" : bytes(session_.ast().UnsignedIntTy);
    else
      addSizes(values);
  }

  void addSizes(std::map<std::string, std::string>& values) const {
    const ASTContext& ast = session_.ast();
    values["sizeof(long)"] = bytes(ast.LongTy);
    values["sizeof(void *)"] = bytes(ast.VoidPtrTy);
    values["alignof(double)"] = std::to_string(ast.getTypeAlignInChars(ast.DoubleTy).getQuantity());
  }

  void warn(SourceLocation where, const std::string& condition) {
    if (known_.insert("?" + condition).second)
      session_.sink().report(Diag::unchecked_condition, toLocation(where), {condition});
  }
};

} // namespace

print::BuildChecks findChecks(Session& session, const UsedCode& used,
                              const PlatformUses& platform) {
  const SourceManager& sources = session.sources();
  const SourceLocation own = session.includeFacts().ownInclude;
  return Finder(session, used,
                own.isValid() ? own : sources.getLocForEndOfFile(sources.getMainFileID()))
      .run(platform);
}

} // namespace treelize::front
