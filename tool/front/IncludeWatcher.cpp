#include "front/IncludeWatcher.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace treelize::front {
namespace {

constexpr llvm::StringLiteral generatedSuffix = ".treelize.hpp";

// Whether `path` is `tail` or ends with the whole components of `tail`.
bool endsWithPath(llvm::StringRef path, llvm::StringRef tail) {
  if (!path.ends_with(tail))
    return false;
  llvm::StringRef before = path.drop_back(tail.size());
  return before.empty() || tail.starts_with("/") || before.ends_with("/");
}

class IncludeWatcher : public clang::PPCallbacks {
public:
  IncludeWatcher(clang::Preprocessor& preprocessor, std::string input, std::string output,
                 IncludeFacts& facts)
      : sources_(preprocessor.getSourceManager()), output_(std::move(output)), facts_(facts) {
    llvm::SmallString<128> beside(input);
    llvm::sys::path::replace_extension(beside, "");
    beside += generatedSuffix;
    outputBeside_ = std::string(beside);
  }

  bool FileNotFound(llvm::StringRef name) override {
    return name.ends_with(generatedSuffix) || isOwn(name);
  }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    bool fromMain = sources_.isWrittenInMainFile(hash);
    if (file && fromMain)
      facts_.spelledFromMain.try_emplace(&file->getFileEntry(), name.str());
    if (!isOwn(name))
      return;
    if (fromMain && facts_.ownInclude.isInvalid())
      facts_.ownInclude = hash;
    if (file && !sources_.isFileOverridden(&file->getFileEntry())) {
      facts_.ignoredFiles.push_back(file->getName().str());
      sources_.overrideFileContents(*file, llvm::MemoryBuffer::getMemBuffer(""));
    }
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    llvm::StringRef text = name.getIdentifierInfo()->getName();
    if (text == "treelize" || text == "TREELIZE")
      facts_.annotationMacros.push_back(name.getLocation());
  }

  void PragmaDirective(clang::SourceLocation location, clang::PragmaIntroducerKind) override {
    if (!sources_.isWrittenInMainFile(location))
      return;
    auto [file, offset] = sources_.getDecomposedLoc(location);
    llvm::StringRef line =
        sources_.getBufferData(file).substr(offset).take_until([](char c) { return c == '\n'; });
    line = line.ltrim("# \t");
    facts_.hasPragmaOnce |= line.consume_front("pragma") && line.trim() == "once";
  }

private:
  bool isOwn(llvm::StringRef name) const {
    name.consume_front("./");
    return endsWithPath(output_, name) || endsWithPath(outputBeside_, name);
  }

  clang::SourceManager& sources_;
  std::string output_;
  std::string outputBeside_;
  IncludeFacts& facts_;
};

} // namespace

bool hasIncludeGuard(llvm::StringRef text, const clang::LangOptions& language) {
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
  std::vector<llvm::StringRef> tokens;
  std::vector<bool> startsLine;
  clang::Token token;
  while (lexer.LexFromRawLexer(token), token.isNot(clang::tok::eof)) {
    tokens.emplace_back(lexer.getBufferLocation() - token.getLength(), token.getLength());
    startsLine.push_back(token.isAtStartOfLine());
  }
  std::size_t count = tokens.size();
  if (count < 8 || tokens[0] != "#" || tokens[1] != "ifndef" || tokens[3] != "#" ||
      tokens[4] != "define" || tokens[5] != tokens[2])
    return false;
  unsigned depth = 1;
  for (std::size_t i = 3; i + 1 < count; ++i) {
    if (tokens[i] != "#" || !startsLine[i])
      continue;
    depth += tokens[i + 1].starts_with("if");
    if (tokens[i + 1] == "endif" && --depth == 0)
      return i + 2 == count;
  }
  return false;
}

std::unique_ptr<clang::PPCallbacks> makeIncludeWatcher(clang::Preprocessor& preprocessor,
                                                       std::string input, std::string output,
                                                       IncludeFacts& facts) {
  return std::make_unique<IncludeWatcher>(preprocessor, std::move(input), std::move(output), facts);
}

} // namespace treelize::front
