// Includes of generated headers that nobody generates. A compiler would say that the file is not
// found; the way out is to generate it, or to add its header to those that a build generates.
#pragma once

#include <string>

namespace treelize::front {

class Session;
struct ParseOptions;

void reportMissingGenerated(Session& session, const ParseOptions& options);

// The file that `#include "name"` finds from `folder`, absolute; empty if none.
std::string findInclude(Session& session, const std::string& name, const std::string& folder);

} // namespace treelize::front
