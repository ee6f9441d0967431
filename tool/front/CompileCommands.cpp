#include "front/CompileCommands.h"

#include "Diagnostics.h"
#include "Options.h"
#include "Resources.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace treelize::front {
namespace {

CompileCommand fixedCommand(const std::string& input, const Options& options,
                            const std::vector<std::string>& flags) {
  // Where Clang's driver stands in this installation: it looks for the system's headers from there.
  CompileCommand command{{resourceDir(options.program) + "/../../../bin/clang++"}, "."};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  // A header is C++ whatever its suffix says, unless the flags name the language.
  bool namesLanguage = std::any_of(flags.begin(), flags.end(),
                                   [](const std::string& flag) { return flag.starts_with("-x"); });
  if (!namesLanguage) {
    command.arguments.push_back("-x");
    command.arguments.push_back("c++");
  }
  command.arguments.push_back(input);
  return command;
}

} // namespace

std::optional<CompileCommand> compileCommandOf(const std::string& input, const Options& options,
                                               DiagnosticSink& sink) {
  using clang::tooling::CompilationDatabase;
  if (options.compilerFlags)
    return fixedCommand(input, options, *options.compilerFlags);

  llvm::SmallString<256> path(input);
  llvm::sys::fs::make_absolute(path);
  std::string reason;
  std::unique_ptr<CompilationDatabase> database;
  if (!options.buildPath.empty()) {
    if (!llvm::sys::fs::exists(options.buildPath + "/compile_commands.json")) {
      sink.report(Diag::bad_compile_commands, {},
                  {input, "there is no '" + options.buildPath + "/compile_commands.json'"});
      return std::nullopt;
    }
    database = CompilationDatabase::loadFromDirectory(options.buildPath, reason);
    if (!database) {
      std::replace(reason.begin(), reason.end(), '\n', ' ');
      sink.report(Diag::bad_compile_commands, {}, {input, reason});
      return std::nullopt;
    }
  } else {
    database = CompilationDatabase::autoDetectFromSource(path, reason);
  }
  std::vector<clang::tooling::CompileCommand> commands;
  if (database)
    commands = database->getCompileCommands(path);
  if (!commands.empty())
    return CompileCommand{commands.front().CommandLine, commands.front().Directory,
                          /*forAnyCompiler=*/true};
  if (options.buildPath.empty())
    return fixedCommand(input, options, {"-std=c++20"});
  sink.report(Diag::bad_compile_commands, {}, {input, "the database has no command"});
  return std::nullopt;
}

} // namespace treelize::front
