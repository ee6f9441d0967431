#include "Needed.h"

#include "Diagnostics.h"
#include "Options.h"
#include "Run.h"
#include "front/MissingGenerated.h"
#include "front/annotations/FindAnnotations.h"

#include <algorithm>
#include <filesystem>

namespace treelize {
namespace {

Options onlyFor(const std::string& header, const std::string& output, Options options) {
  options.inputs = {header};
  options.output = output;
  options.outputDir = "";
  options.dump = {};
  options.list = false;
  return options;
}

bool reportCycle(const std::string& header, Run& run) {
  std::string chain;
  for (const std::string& input : run.inProgress)
    chain += "'" + input + "' -> ";
  run.sink.report(Diag::generated_cycle, {}, {header, chain + "'" + header + "'"});
  return false;
}

// Whether somebody else generates what `output` includes by this name; `place` is where it would be
// otherwise.
bool isGeneratedElsewhere(const std::string& name, const std::string& output,
                          const std::string& place, front::Session& session, const Run& run) {
  const std::string folder = std::filesystem::path(output).parent_path().string();
  const std::string found = front::findInclude(session, name, folder);
  return run.batch.headerOf.contains(found) || (!found.empty() && found != place);
}

} // namespace

std::map<std::string, front::Generated> generatedFor(const std::string& output, const Run& run) {
  std::map<std::string, front::Generated> result;
  for (const auto& [path, header] : run.batch.headerOf)
    result[path].header = header;
  for (const auto& [path, text] : run.texts)
    result[path].text = text;
  result.erase(std::filesystem::absolute(output).lexically_normal().string());
  return result;
}

bool generateWanted(const std::set<std::string>& paths, const Options& options, Run& run) {
  for (const std::string& path : paths) {
    const std::string& header = run.batch.headerOf.at(path);
    if (std::ranges::find(run.inProgress, header) != run.inProgress.end())
      return reportCycle(header, run);
    std::optional<Output> output = generate(header, onlyFor(header, path, options), run);
    if (!output)
      return false;
    run.texts[path] = output->text;
  }
  return true;
}

bool generateAlong(const std::string& input, const Options& options,
                   const front::Annotations& annotations, front::Session& session, Run& run) {
  if (run.batch.folder.empty())
    return true;
  const std::string output = options.outputOf(input);
  for (const auto& [name, header] : annotations.generatedIncludes) {
    const std::string place = placeAlong(run.batch, input, output, name, header);
    if (run.along.contains(place) || isGeneratedElsewhere(name, output, place, session, run))
      continue;
    if (place.empty()) {
      session.sink().report(Diag::missing_generated, session.startOfInput(),
                            {name, "add '" + header + "' to the HEADERS of treelize_generate"});
      return false;
    }
    run.along[place]; // so that headers which include each other come to an end
    std::optional<Output> along = generate(header, onlyFor(header, place, options), run);
    if (!along)
      return false;
    run.texts[place] = along->text;
    run.along[place] = std::move(*along);
  }
  return true;
}

} // namespace treelize
