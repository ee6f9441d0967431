#include "front/Session.h"

#include "ClangCompat.h"
#include "Diagnostics.h"
#include "front/ForcedIncludes.h"
#include "front/IncludeWatcher.h"
#include "front/Invocation.h"
#include "front/Locations.h"
#include "front/MissingGenerated.h"
#include "front/OpenMPHeader.h"
#include "front/PredefinedMacros.h"
#include "front/SourceDiagnostics.h"
#include "front/annotations/AnnotationMistakes.h"
#include "front/annotations/AttributeSpellings.h"
#include "front/conditions/ConditionFacts.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace treelize::front {
namespace {

using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

std::string absolutePath(llvm::vfs::FileSystem& files, llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  files.makeAbsolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/false);
  return std::string(result);
}

std::string absolutePath(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/false);
  return std::string(result);
}

// Without `..`, which the compiler's own headers are full of.
std::string canonicalPath(std::string path) {
  llvm::SmallString<256> real;
  bool hasParent = path.find("/../") != std::string::npos;
  return hasParent && !llvm::sys::fs::real_path(path, real) ? std::string(real) : path;
}

class ParseAction : public clang::ASTFrontendAction {
public:
  ParseAction(std::string input, std::string output, const ParseOptions& options,
              std::set<std::string> predefined, IncludeFacts& facts, ConditionFacts& conditions)
      : input_(std::move(input)), output_(std::move(output)), options_(options),
        predefined_(std::move(predefined)), facts_(facts), conditions_(conditions) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    if (!predefined_.empty())
      preprocessor.addPPCallbacks(makeMacroExchange(preprocessor, predefined_));
    preprocessor.addPPCallbacks(
        makeIncludeWatcher(preprocessor, input_, output_, options_, facts_));
    preprocessor.addPPCallbacks(makeConditionRecorder(preprocessor, conditions_));
    return std::make_unique<clang::ASTConsumer>();
  }

private:
  std::string input_;
  std::string output_;
  const ParseOptions& options_;
  std::set<std::string> predefined_;
  IncludeFacts& facts_;
  ConditionFacts& conditions_;
};

// Every file that was read: an output is stale when one of them is newer.
class FilesRead : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef name, bool, bool, bool, bool isMissing) override {
    return !isMissing && !name.starts_with("<");
  }
};

bool hasSourceSuffix(llvm::StringRef path) {
  llvm::StringRef suffix = llvm::sys::path::extension(path);
  for (llvm::StringRef source : {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".mm"})
    if (suffix == source)
      return true;
  return false;
}

// The files that the compiler would see when all of the batch has been generated.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem>
generatedFiles(const ParseOptions& options) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files(new llvm::vfs::InMemoryFileSystem);
  for (const auto& [path, generated] : options.generated)
    files->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(generated.text.value_or("")));
  return files;
}

Files withFilesAbove(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> above) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::createPhysicalFileSystem()));
  files->pushOverlay(std::move(above));
  return files;
}

} // namespace

struct Session::Parts {
  ParseOptions options;
  std::string input; // absolute
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> inMemory;
  Files files; // with those in memory above those on disk
  std::set<std::string> predefined;
  bool warningsAreErrors = false;
  IncludeFacts facts;
  ConditionFacts conditions;
  std::shared_ptr<FilesRead> read = std::make_shared<FilesRead>();
  std::unique_ptr<ParseDiagnostics> consumer;
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<ParseAction> action;
  std::unique_ptr<clang::Parser> scope; // see enterScope()
  std::unique_ptr<SourceSink> sink;
  std::vector<std::string> dependencies;

  explicit Parts(const ParseOptions& given)
      : options(given), input(absolutePath(given.input)), inMemory(generatedFiles(given)),
        files(withFilesAbove(inMemory)) {
    files->setCurrentWorkingDirectory(options.directory);
  }

  // False if the command line is wrong, which has been reported.
  bool makeCompiler() {
    Invocation invocation = makeInvocation(options, files);
    if (!invocation.compiler)
      return false;
    warningsAreErrors = invocation.warningsAreErrors;
    provideOpenMPHeader(*invocation.compiler, *inMemory);
    conditions.isCompilerKnown = !options.predefinedMacros.empty();
    if (conditions.isCompilerKnown)
      predefined = predefine(*invocation.compiler, options.predefinedMacros);
    consumer = std::make_unique<ParseDiagnostics>(invocation.compiler->getDiagnosticOpts());
    compiler = compat::makeCompiler(invocation.compiler, files, *consumer);
    goOnAfterMissingInclude(compiler->getDiagnostics());
    compiler->addDependencyCollector(read);
    return true;
  }

  // False if there is no target or no source, which has been reported.
  bool readSource() {
    auto begun = std::make_unique<ParseAction>(input, absolutePath(options.output), options,
                                               predefined, facts, conditions);
    if (!compiler->createTarget() ||
        !begun->BeginSourceFile(*compiler, compiler->getFrontendOpts().Inputs.front())) {
      consumer->printProblems(compiler->getDiagnostics(), [](const auto&) { return false; });
      return false;
    }
    action = std::move(begun);
    llvm::cantFail(action->Execute());
    return true;
  }

  // Templates are instantiated after the parse (InstantiateKernel.h), and Clang does that only
  // within a scope. A second parser, which never reads a token, provides one.
  void enterScope() {
    scope = std::make_unique<clang::Parser>(compiler->getPreprocessor(), compiler->getSema(),
                                            /*SkipFunctionBodies=*/false);
    scope->EnterScope(clang::Scope::DeclScope);
    compiler->getSema().ActOnTranslationUnitScope(scope->getCurScope());
  }

  void leaveScope() {
    if (scope)
      compiler->getSema().TUScope = nullptr;
    scope.reset();
  }

  // An error is forgiven if it, or what it was instantiated from, comes after the input's include
  // of its own generated header. After a fatal one parts of the syntax tree are missing.
  bool isForgiven(const ParseDiagnostics::Problem& problem) const {
    if (facts.ownInclude.isInvalid() || problem.error.getLevel() == clang::DiagnosticsEngine::Fatal)
      return false;
    const clang::SourceManager& sources = compiler->getSourceManager();
    auto isAfter = [&](const clang::StoredDiagnostic& diagnostic) {
      clang::SourceLocation place = diagnostic.getLocation();
      return place.isValid() && sources.isBeforeInTranslationUnit(facts.ownInclude, place) &&
             sources.isWrittenInMainFile(sources.getExpansionLoc(place));
    };
    return isAfter(problem.error) ||
           std::any_of(problem.notes.begin(), problem.notes.end(), isAfter);
  }

  void collectDependencies() {
    std::set<std::string> ignored;
    for (const std::string& name : facts.ignoredFiles)
      ignored.insert(canonicalPath(absolutePath(*files, name)));
    for (const std::string& name : read->getDependencies()) {
      std::string path = canonicalPath(absolutePath(*files, name));
      if (!ignored.contains(path) && !inMemory->exists(path))
        dependencies.push_back(path);
    }
  }
};

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Session::~Session() {
  parts_->leaveScope();
  if (parts_->action)
    parts_->action->EndSourceFile();
}

Parsed Session::parse(const ParseOptions& options) {
  registerAttributes();
  clang::noteBottomOfStack(); // so that Clang takes another stack for deeply nested source
  std::unique_ptr<Session> session(new Session(std::make_unique<Parts>(options)));
  Parts& parts = *session->parts_;
  if (!parts.makeCompiler() || !parts.readSource())
    return {};
  if (parts.facts.isForcedByItself && !options.forcedMacros) {
    ParseOptions again = options;
    again.forcedMacros = macrosOfForced(session->preprocessor());
    session = nullptr;
    return parse(again);
  }
  if (!parts.facts.wanted.empty())
    return {nullptr, parts.facts.wanted};
  if (!session->isRead())
    return {};
  parts.collectDependencies();
  parts.enterScope();
  return {std::move(session), {}};
}

/// Is there a C++ library among the folders of headers? A machine without a compiler has none.
static bool hasLibrary(clang::Preprocessor& preprocessor) {
  const auto holds = [](const clang::DirectoryLookup& folder) {
    return folder.isNormalDir() && llvm::sys::fs::exists(folder.getName() + "/cstddef");
  };
  return llvm::any_of(preprocessor.getHeaderSearchInfo().search_dir_range(), holds);
}

bool Session::isRead() {
  Parts& parts = *parts_;
  clang::DiagnosticsEngine& engine = compiler().getDiagnostics();
  parts.sink = std::make_unique<SourceSink>(engine, parts.warningsAreErrors);
  if (!parts.facts.missingGenerated.empty()) {
    parts.consumer->speak();
    reportMissingGenerated(*this, parts.options);
    return false;
  }
  auto isForgiven = [&](const ParseDiagnostics::Problem& problem) {
    return parts.isForgiven(problem);
  };
  if (const clang::StoredDiagnostic* first = parts.consumer->firstProblem(isForgiven)) {
    if (const auto mistake = annotationMistake(*first, preprocessor())) {
      parts.consumer->speak();
      parts.sink->report(mistake->diagnostic, toLocation(mistake->where), mistake->arguments);
      return false;
    }
    if (isMissingInclude(*first) && !hasLibrary(preprocessor())) { // says more than its name
      parts.consumer->speak();
      parts.sink->report(Diag::missing_library, toLocation(first->getLocation()),
                         {parts.options.input});
      return false;
    }
  }
  if (parts.consumer->printProblems(engine, isForgiven) > 0) {
    if (!parts.consumer->saysOwnWords()) // else the way out stands there
      parts.sink->report(Diag::uncompilable_source, toLocation(parts.consumer->firstShown()),
                         {parts.options.input});
    return false;
  }
  return true;
}

clang::CompilerInstance& Session::compiler() {
  return *parts_->compiler;
}
clang::ASTContext& Session::ast() {
  return parts_->compiler->getASTContext();
}
clang::Preprocessor& Session::preprocessor() {
  return parts_->compiler->getPreprocessor();
}
clang::Sema& Session::sema() {
  return parts_->compiler->getSema();
}
clang::SourceManager& Session::sources() {
  return parts_->compiler->getSourceManager();
}
DiagnosticSink& Session::sink() {
  return *parts_->sink;
}

bool Session::isHeader() const {
  return !hasSourceSuffix(parts_->input);
}

bool Session::isGuarded() const {
  clang::SourceManager& sources = parts_->compiler->getSourceManager();
  clang::HeaderSearch& search = parts_->compiler->getPreprocessor().getHeaderSearchInfo();
  auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  return parts_->facts.hasPragmaOnce || (file && search.isFileMultipleIncludeGuarded(*file)) ||
         !includeGuardOf(sources.getBufferData(sources.getMainFileID()),
                         parts_->compiler->getLangOpts())
              .empty();
}

Location Session::startOfInput() {
  return toLocation(sources().getLocForStartOfFile(sources().getMainFileID()));
}

std::string Session::placeOf(Location at) {
  const clang::PresumedLoc place =
      sources().getPresumedLoc(sources().getExpansionLoc(toSourceLocation(at)));
  if (!at.isValid() || place.isInvalid())
    return "";
  return std::filesystem::path(place.getFilename()).filename().string() + ":" +
         std::to_string(place.getLine());
}

const std::vector<std::string>& Session::dependencies() const {
  return parts_->dependencies;
}

static std::string realPath(llvm::StringRef path) {
  llvm::SmallString<256> result;
  return llvm::sys::fs::real_path(path, result) ? path.str() : std::string(result);
}

// `to` as written in a file of the folder `from`; both are absolute.
static std::string relativePath(llvm::StringRef from, llvm::StringRef to) {
  namespace path = llvm::sys::path;
  auto f = path::begin(from), fEnd = path::end(from), t = path::begin(to), tEnd = path::end(to);
  for (; f != fEnd && t != tEnd && *f == *t; ++f, ++t)
    ;
  llvm::SmallString<256> result;
  for (; f != fEnd; ++f)
    path::append(result, "..");
  for (; t != tEnd; ++t)
    path::append(result, *t);
  return std::string(result);
}

// The path by which `#include` finds the file in the longest folder of the include path; empty if
// none.
static std::string includePathOf(llvm::StringRef file, clang::HeaderSearch& search,
                                 llvm::vfs::FileSystem& files) {
  llvm::SmallString<256> wanted(file);
  llvm::sys::path::remove_dots(wanted, /*remove_dot_dot=*/true);
  std::size_t longest = 0;
  for (const clang::DirectoryLookup& lookup : search.search_dir_range()) {
    if (!lookup.isNormalDir())
      continue;
    llvm::SmallString<256> folder(absolutePath(files, lookup.getName()));
    llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    if (!folder.ends_with("/"))
      folder += '/';
    if (wanted.starts_with(folder) && folder.size() > longest)
      longest = folder.size();
  }
  return longest ? wanted.substr(longest).str() : "";
}

std::string Session::sourceInclude(const std::string& outputDirectory) {
  clang::HeaderSearch& search = preprocessor().getHeaderSearchInfo();
  std::string name = includePathOf(parts_->input, search, *parts_->files);
  if (!name.empty())
    return name;
  return relativePath(realPath(absolutePath(outputDirectory)), realPath(parts_->input));
}

std::string Session::pathOf(clang::FileID file) {
  auto entry = sources().getFileEntryRefForID(file);
  return entry ? realPath(absolutePath(*parts_->files, entry->getName())) : "";
}

std::string Session::generatedIncludeOf(clang::FileID header) {
  auto file = sources().getFileEntryRefForID(header);
  if (!file)
    return "";
  const auto& spelled = parts_->facts.spelledFromMain;
  std::string path = absolutePath(*parts_->files, file->getName());
  std::string name;
  if (auto directive = spelled.find(&file->getFileEntry()); directive != spelled.end())
    name = directive->second;
  else
    name = includePathOf(path, preprocessor().getHeaderSearchInfo(), *parts_->files);
  if (name.empty())
    name = relativePath(realPath(llvm::sys::path::parent_path(parts_->input)), realPath(path));
  llvm::SmallString<128> result(name);
  llvm::sys::path::replace_extension(result, ".treelize.hpp");
  return std::string(result);
}

const IncludeFacts& Session::includeFacts() const {
  return parts_->facts;
}

const ConditionFacts& Session::conditionFacts() const {
  return parts_->conditions;
}

const std::vector<clang::SourceLocation>& Session::unknownAttributes() const {
  return parts_->consumer->unknownAttributes();
}

std::optional<Location> Session::endWithoutValue(const clang::FunctionDecl* function) const {
  const clang::FunctionDecl* definition = nullptr;
  const auto& ends = parts_->consumer->missingReturns();
  if (function->hasBody(definition) &&
      std::ranges::find(ends, definition->getBodyRBrace()) != ends.end())
    return toLocation(definition->getBodyRBrace());
  return std::nullopt;
}

std::string Session::spellingAt(clang::SourceLocation location) {
  clang::SourceLocation place = sources().getSpellingLoc(location);
  unsigned length = clang::Lexer::MeasureTokenLength(place, sources(), ast().getLangOpts());
  return std::string(sources().getCharacterData(place), length);
}

} // namespace treelize::front
