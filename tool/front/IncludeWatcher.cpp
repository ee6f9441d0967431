#include "front/IncludeWatcher.h"

#include "front/ForcedIncludes.h"
#include "front/Session.h"

#include "clang/Lex/HeaderSearch.h"
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
                 const ParseOptions& options, IncludeFacts& facts)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()),
        output_(std::move(output)), options_(options), facts_(facts) {
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
    const bool isGenerated = name.ends_with(generatedSuffix) || isOwn(name);
    if ((isGenerated || isMainFile(file)) && isForced(hash, preprocessor_))
      facts_.isForcedByItself = true;
    else if (isGenerated && (!isOwn(name) || isOfBatch(file)))
      noteGenerated(hash, name, file);
    else if (isGenerated)
      noteOwn(hash, file, fromMain);
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
    if (!line.consume_front("pragma") || line.trim() != "once")
      return;
    facts_.hasPragmaOnce = true;
    // Clang ignores it in the main file, which headers that it includes may include again.
    if (auto main = sources_.getFileEntryRefForID(sources_.getMainFileID()))
      preprocessor_.getHeaderSearchInfo().MarkFileIncludeOnce(*main);
  }

private:
  bool isOwn(llvm::StringRef name) const {
    name.consume_front("./");
    return endsWithPath(output_, name) || endsWithPath(outputBeside_, name);
  }

  bool isMainFile(clang::OptionalFileEntryRef file) const {
    auto main = sources_.getFileEntryRefForID(sources_.getMainFileID());
    return file && main && &file->getFileEntry() == &main->getFileEntry();
  }

  std::string pathOf(clang::FileEntryRef file) const {
    llvm::SmallString<256> path(file.getName());
    sources_.getFileManager().makeAbsolutePath(path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    return std::string(path);
  }

  bool isOfBatch(clang::OptionalFileEntryRef file) const {
    return file && options_.generated.contains(pathOf(*file));
  }

  void noteOwn(clang::SourceLocation hash, clang::OptionalFileEntryRef file, bool fromMain) {
    if (fromMain && facts_.ownInclude.isInvalid())
      facts_.ownInclude = hash;
    if (file && !sources_.isFileOverridden(&file->getFileEntry())) {
      facts_.ignoredFiles.push_back(file->getName().str());
      sources_.overrideFileContents(*file, llvm::MemoryBuffer::getMemBuffer(""));
    }
  }

  // A generated header of another file. What lies in the batch's folder and is not of the batch is
  // there by chance: from another build, or generated along with another input.
  void noteGenerated(clang::SourceLocation hash, llvm::StringRef name,
                     clang::OptionalFileEntryRef file) {
    if (facts_.ownInclude.isValid())
      return;
    const bool isByChance = file && !options_.generatedDir.empty() &&
                            pathOf(*file).starts_with(options_.generatedDir + "/");
    if (!isOfBatch(file) && (!file || isByChance))
      facts_.missingGenerated.push_back({hash, name.str()});
    else if (isOfBatch(file) && !options_.generated.at(pathOf(*file)).text)
      facts_.wanted.insert(pathOf(*file));
  }

  clang::Preprocessor& preprocessor_;
  clang::SourceManager& sources_;
  std::string output_;
  std::string outputBeside_;
  const ParseOptions& options_;
  IncludeFacts& facts_;
};

} // namespace

llvm::StringRef includeGuardOf(llvm::StringRef text, const clang::LangOptions& language) {
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
    return "";
  unsigned depth = 1;
  for (std::size_t i = 3; i + 1 < count; ++i) {
    if (tokens[i] != "#" || !startsLine[i])
      continue;
    depth += tokens[i + 1].starts_with("if");
    if (tokens[i + 1] == "endif" && --depth == 0)
      return i + 2 == count ? tokens[2] : "";
  }
  return "";
}

std::unique_ptr<clang::PPCallbacks> makeIncludeWatcher(clang::Preprocessor& preprocessor,
                                                       std::string input, std::string output,
                                                       const ParseOptions& options,
                                                       IncludeFacts& facts) {
  return std::make_unique<IncludeWatcher>(preprocessor, std::move(input), std::move(output),
                                          options, facts);
}

} // namespace treelize::front
