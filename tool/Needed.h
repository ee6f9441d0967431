// Other generated headers that an input needs: those of its batch that it includes, whose text must
// be known before it can be read, and those of annotated headers that it includes and that nobody
// else generates.
#pragma once

#include "front/Session.h"

#include <map>
#include <set>
#include <string>

namespace treelize {

struct Options;
struct Run;

namespace front {
class Annotations;
}

// What Clang is to see of the batch while it reads the input of `output`.
std::map<std::string, front::Generated> generatedFor(const std::string& output, const Run& run);

// Both are false if one cannot be generated, which has been reported.
bool generateWanted(const std::set<std::string>& paths, const Options& options, Run& run);
bool generateAlong(const std::string& input, const Options& options,
                   const front::Annotations& annotations, front::Session& session, Run& run);

} // namespace treelize
