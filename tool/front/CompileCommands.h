// The compiler's command line for an input: the flags after `--`, else a compile_commands.json (the
// one that -p names, or the nearest above the input), else C++20 without further flags. A header
// takes the command of the source file that is nearest to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace treelize {
class DiagnosticSink;
struct Options;
} // namespace treelize

namespace treelize::front {

struct CompileCommand {
  std::vector<std::string> arguments; // argv[0], flags, the input
  std::string directory;
  bool forAnyCompiler = false; // taken from a build folder, for whatever compiler it builds with
};

std::optional<CompileCommand> compileCommandOf(const std::string& input, const Options& options,
                                               DiagnosticSink& sink);

} // namespace treelize::front
