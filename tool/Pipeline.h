// The whole tool: per input, from a command line to the text of its generated header; then the
// outputs, all or none.
#pragma once

namespace treelize {

struct Options;

// The exit code: 0 done, 1 after diagnostics.
int runPipeline(const Options& options);

} // namespace treelize
