// What `--explain=ID` prints: the pages of docs/reference/diagnostics, which the build takes into
// the tool.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treelize {

/// The page of a diagnostic, in Markdown; empty if there is none of this id.
std::string_view explanationOf(std::string_view id);

/// The ids that somebody may have meant who wrote this one, the likeliest first.
std::vector<std::string> idsLike(std::string_view id);

} // namespace treelize
