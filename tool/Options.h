// The command line: the only reader of argv. Options are the rows of Options.def; what follows
// `--` belongs to the compiler. A mistake here is a usage error (exit 2), with a remedy.
#pragma once

#include "PassLog.h"
#include "Provocation.h"
#include "WantedDerivatives.h"

#include <optional>
#include <string>
#include <vector>

namespace treelize {

enum class ReportForm { none, text, json, html };

struct Options {
  std::vector<std::string> inputs;
  std::string output;    // -o; empty if not given
  std::string outputDir; // --output-dir; empty if not given

  std::string buildPath;                                 // -p; empty if not given
  std::optional<std::vector<std::string>> compilerFlags; // after `--`
  std::string predefinedMacros;                          // a file; empty if not given
  std::string batchFile;                                 // --batch; empty if not given
  bool warningsAreErrors = false;                        // -Werror

  bool comments = true; // in the sweeps
  std::optional<WantedDerivatives> derivatives; // --derivatives
  bool dependencies = false;
  std::string dependencyFile;
  std::string dependencyTarget;

  bool check = false;
  bool list = false;
  ReportForm report = ReportForm::none;
  PassSet passes;
  DumpWish dump;
  TimesForm times = TimesForm::none;
  Provocation provoke = Provocation::none;

  std::string program; // argv[0]

  // Where the generated header of an input goes.
  std::string outputOf(const std::string& input) const;
};

struct ParsedOptions {
  Options options;
  std::optional<int> exitCode; // the run is over: help, version or a usage error was printed
};

ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace treelize
