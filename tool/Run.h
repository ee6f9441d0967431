// One run of the tool: what is known while its inputs are generated, each perhaps for the sake of
// another.
#pragma once

#include "Batch.h"
#include "PassTimes.h"
#include "explain/Report.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace treelize {

class DiagnosticSink;
struct Options;

struct Output {
  std::string path;
  std::string text;
  std::vector<std::string> dependencies;
  explain::OutputReport report;
};

struct Run {
  DiagnosticSink& sink;
  Batch batch;
  std::map<std::string, std::string> texts; // of generated headers that others include, by path
  std::map<std::string, Output> along;      // of headers that nobody else generates, by path
  std::vector<std::string> inProgress;      // inputs, each for the sake of the one before it
  PassTimes times;
};

// Nothing if the input is refused, which is reported. In Pipeline.cpp.
std::optional<Output> generate(const std::string& input, const Options& options, Run& run);

} // namespace treelize
