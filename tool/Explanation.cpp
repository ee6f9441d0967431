#include "Explanation.h"

#include "Diagnostics.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <utility>

namespace treelize {
namespace {

struct Page {
  std::string_view id;
  std::string_view text;
};

constexpr Page pages[] = {
#include "diagnostic-pages.inc"
};

constexpr std::size_t mostSuggested = 3;

} // namespace

std::string_view explanationOf(std::string_view id) {
  const auto* page = std::ranges::find(pages, id, &Page::id);
  return page == std::end(pages) ? std::string_view() : page->text;
}

std::vector<std::string> idsLike(std::string_view id) {
  std::vector<std::pair<unsigned, std::string>> likely;
  for (const DiagnosticRow& row : allDiagnostics()) {
    const unsigned distance = llvm::StringRef(row.id).edit_distance(id);
    if (distance * 3 <= row.id.size() || (id.size() > 2 && row.id.find(id) != row.id.npos))
      likely.emplace_back(distance, row.id);
  }
  std::ranges::sort(likely);
  std::vector<std::string> result;
  for (const auto& [distance, like] : likely)
    if (result.size() < mostSuggested)
      result.push_back(like);
  return result;
}

} // namespace treelize
