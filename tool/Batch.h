// What a build generates together: an input may include the generated header of another one that is
// not there yet, or no longer right, since the builder runs them in any order. The tool then
// generates that one in memory and never reads its file.
//
// `--batch` names a file. Its first line is the folder of the generated headers; each other line is
// `header=>output`. An annotated header that an input includes and that nobody generates is
// generated along with it, into that folder. Several inputs on one command line are a batch without
// a folder.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace treelize {

class DiagnosticSink;
struct Options;

struct Batch {
  std::string folder;                          // absolute; empty: nothing is generated along
  std::map<std::string, std::string> headerOf; // by the path of its output, absolute
};

// Nothing if the file cannot be read, which is reported.
std::optional<Batch> batchOf(const Options& options, DiagnosticSink& sink);

// Where the generated header goes that `output` includes as `name`, for a header that nobody
// generates: beside `output` if the name starts from the folder of `input`, as #include "..." does,
// else into the batch's folder. Empty if that would be outside of the folder.
std::string placeAlong(const Batch& batch, const std::string& input, const std::string& output,
                       const std::string& name, const std::string& header);

} // namespace treelize
