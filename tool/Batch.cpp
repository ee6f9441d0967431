#include "Batch.h"

#include "Diagnostics.h"
#include "Options.h"

#include <filesystem>
#include <fstream>

namespace treelize {
namespace {

namespace fs = std::filesystem;

std::string normal(const fs::path& path) {
  return fs::absolute(path).lexically_normal().string();
}

bool isBelow(const fs::path& folder, const fs::path& path) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

// False at a line that is none of a batch's.
bool readLine(const std::string& line, Batch& batch) {
  if (line.empty())
    return true;
  const std::size_t arrow = line.find("=>");
  if (arrow == std::string::npos)
    return false;
  batch.headerOf.emplace(normal(line.substr(arrow + 2)), line.substr(0, arrow));
  return true;
}

} // namespace

std::optional<Batch> batchOf(const Options& options, DiagnosticSink& sink) {
  Batch batch;
  if (options.batchFile.empty()) {
    for (const std::string& input : options.inputs)
      if (options.inputs.size() > 1)
        batch.headerOf.emplace(normal(options.outputOf(input)), input);
    return batch;
  }
  std::ifstream file(options.batchFile);
  std::string line;
  bool isRight = static_cast<bool>(std::getline(file, line)) && !line.empty();
  if (isRight)
    batch.folder = normal(line);
  while (isRight && std::getline(file, line))
    isRight = readLine(line, batch);
  if (isRight)
    return batch;
  sink.report(Diag::unreadable_batch, {},
              {options.batchFile, file.is_open() ? "'" + line + "' is no line of it"
                                                 : std::string("it cannot be opened")});
  return std::nullopt;
}

std::string placeAlong(const Batch& batch, const std::string& input, const std::string& output,
                       const std::string& name, const std::string& header) {
  const auto asGenerated = [](fs::path path) {
    return normal(path.replace_extension(".treelize.hpp"));
  };
  const fs::path byInput = fs::path(input).parent_path() / name;
  const bool startsFromInput = normal(byInput) == asGenerated(header);
  const fs::path place =
      startsFromInput ? fs::path(output).parent_path() / name : fs::path(batch.folder) / name;
  const std::string path = normal(place);
  return isBelow(batch.folder, path) ? path : "";
}

} // namespace treelize
