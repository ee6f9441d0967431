#include "front/PredefinedMacros.h"

#include "front/SystemFiles.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringRef.h"

#include <fstream>
#include <set>

namespace treelize::front {
namespace {

std::string nameOf(llvm::StringRef macro) {
  return macro.take_until([](char c) { return c == '(' || c == '='; }).str();
}

// A macro that is not the same for both; null: not defined.
struct Difference {
  clang::IdentifierInfo* name;
  clang::MacroInfo* ofProgram;
  clang::MacroInfo* ofClang;
};

class MacroExchange : public clang::PPCallbacks {
public:
  MacroExchange(clang::Preprocessor& preprocessor, std::set<std::string> names)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()),
        names_(std::move(names)) {}

  void FileChanged(clang::SourceLocation place, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    const clang::FileID file = sources_.getFileID(place);
    // The main file is entered first, and then what is predefined.
    const bool isTooEarly = !hasBegun_ && reason == EnterFile && file == sources_.getMainFileID();
    if (isTooEarly || !sources_.getFileEntryRefForID(file))
      return;
    if (!hasBegun_)
      begin();
    if (isInProject_ == isSystemFile(file, preprocessor_))
      exchange();
  }

private:
  void begin() {
    hasBegun_ = true;
    for (const auto& [name, state] : preprocessor_.macros())
      compare(*const_cast<clang::IdentifierInfo*>(name));
    isInProject_ = false;
    exchange();
  }

  void compare(clang::IdentifierInfo& name) {
    clang::MacroInfo* last = preprocessor_.getMacroInfo(&name);
    if (!last || last->isBuiltinMacro())
      return;
    Difference difference{&name, nullptr, nullptr};
    if (names_.contains(name.getName().str()))
      difference.ofProgram = last;
    for (const auto* directive = preprocessor_.getLocalMacroDirectiveHistory(&name); directive;
         directive = directive->getPrevious())
      if (const auto* definition = llvm::dyn_cast<clang::DefMacroDirective>(directive))
        if (isOfClang(definition->getInfo()->getDefinitionLoc()))
          difference.ofClang = const_cast<clang::MacroInfo*>(definition->getInfo());
    const bool isKnown = difference.ofProgram || difference.ofClang == last;
    if (isKnown && !isSame(difference))
      differences_.push_back(difference);
  }

  // Not on the command line, where the program's are.
  bool isOfClang(clang::SourceLocation place) const {
    const clang::PresumedLoc presumed = sources_.getPresumedLoc(place);
    return presumed.isValid() && llvm::StringRef(presumed.getFilename()) == "<built-in>";
  }

  bool isSame(const Difference& difference) const {
    return difference.ofProgram && difference.ofClang &&
           difference.ofProgram->isIdenticalTo(*difference.ofClang, preprocessor_,
                                               /*Syntactically=*/true);
  }

  void exchange() {
    isInProject_ = !isInProject_;
    for (const auto& [name, ofProgram, ofClang] : differences_)
      if (clang::MacroInfo* macro = isInProject_ ? ofProgram : ofClang)
        preprocessor_.appendDefMacroDirective(name, macro);
      else
        undefine(*name, (ofProgram ? ofProgram : ofClang)->getDefinitionLoc());
  }

  void undefine(clang::IdentifierInfo& name, clang::SourceLocation place) {
    if (name.hasMacroDefinition())
      preprocessor_.appendMacroDirective(&name, new (preprocessor_.getPreprocessorAllocator())
                                                    clang::UndefMacroDirective(place));
  }

  clang::Preprocessor& preprocessor_;
  clang::SourceManager& sources_;
  std::set<std::string> names_;
  std::vector<Difference> differences_;
  bool hasBegun_ = false;
  bool isInProject_ = true;
};

} // namespace

std::set<std::string> predefine(clang::CompilerInvocation& invocation, const std::string& file) {
  clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
  std::set<std::string> onCommandLine, result;
  for (const auto& [macro, isUndefined] : options.Macros)
    onCommandLine.insert(nameOf(macro));

  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    llvm::StringRef text(line);
    if (!text.consume_front("#define "))
      continue;
    const auto [name, tokens] = text.split(' ');
    if (onCommandLine.contains(nameOf(name)))
      continue;
    options.addMacroUndef(nameOf(name));
    options.addMacroDef((name + "=" + tokens).str());
    result.insert(nameOf(name));
  }
  return result;
}

std::unique_ptr<clang::PPCallbacks> makeMacroExchange(clang::Preprocessor& preprocessor,
                                                      std::set<std::string> names) {
  return std::make_unique<MacroExchange>(preprocessor, std::move(names));
}

} // namespace treelize::front
