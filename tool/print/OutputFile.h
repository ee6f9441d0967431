// Files are written here and nowhere else: whole or not at all (a temporary file beside the target
// is renamed), and not touched when they already say the same, so that nothing downstream is
// rebuilt.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace treelize::print {

std::optional<std::string> readFile(const std::string& path);

struct WriteResult {
  std::string error; // why it was not written; empty: it was, or needed not be
  bool changed = false;
};

// "-" is standard output.
WriteResult writeFile(const std::string& path, const std::string& text);

// Gives a file that is older than one of `files` the present time.
void renew(const std::string& path, const std::vector<std::string>& files);

} // namespace treelize::print
