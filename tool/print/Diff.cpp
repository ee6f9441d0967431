#include "print/Diff.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <vector>

namespace treelize::print {
namespace {

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

struct Edit {
  char kind; // ' ' kept, '-' only in the old text, '+' only in the new one
  std::string_view line;
};

// Myers' greedy algorithm: a furthest-reaching path per diagonal and number of edits, remembered
// to walk back. Quadratic in the number of edits only.
std::vector<Edit> edits(const Lines& from, const Lines& to) {
  const int n = static_cast<int>(from.size()), m = static_cast<int>(to.size());
  std::vector<std::vector<int>> history;
  std::vector<int> reach(static_cast<std::size_t>(2 * (n + m) + 3), 0);
  const int middle = n + m + 1;
  auto at = [&](std::vector<int>& v, int k) -> int& {
    return v[static_cast<std::size_t>(middle + k)];
  };
  auto comesDown = [&](std::vector<int>& v, int k, int d) {
    return k == -d || (k != d && at(v, k - 1) < at(v, k + 1));
  };

  bool isDone = false;
  for (int d = 0; !isDone; ++d) {
    history.push_back(reach);
    for (int k = -d; k <= d && !isDone; k += 2) {
      int x = comesDown(reach, k, d) ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < n && x - k < m &&
             from[static_cast<std::size_t>(x)] == to[static_cast<std::size_t>(x - k)])
        ++x;
      at(reach, k) = x;
      isDone = x >= n && x - k >= m;
    }
  }

  std::vector<Edit> result;
  int x = n, y = m;
  for (int d = static_cast<int>(history.size()) - 1; d >= 0; --d) {
    std::vector<int>& before = history[static_cast<std::size_t>(d)];
    int k = x - y;
    int previousK = comesDown(before, k, d) ? k + 1 : k - 1;
    int previousX = d == 0 ? 0 : at(before, previousK),
        previousY = d == 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY && (d == 0 || x > 0)) {
      if (from[static_cast<std::size_t>(x - 1)] != to[static_cast<std::size_t>(y - 1)])
        break;
      result.push_back({' ', from[static_cast<std::size_t>(--x)]});
      --y;
    }
    if (d == 0)
      break;
    if (x == previousX)
      result.push_back({'+', to[static_cast<std::size_t>(--y)]});
    else
      result.push_back({'-', from[static_cast<std::size_t>(--x)]});
  }
  std::reverse(result.begin(), result.end());
  return result;
}

void printHunk(std::ostream& out, const std::vector<Edit>& all, std::size_t begin, std::size_t end,
               std::size_t oldLine, std::size_t newLine) {
  std::size_t oldCount = 0, newCount = 0;
  for (std::size_t i = begin; i < end; ++i) {
    oldCount += all[i].kind != '+';
    newCount += all[i].kind != '-';
  }
  // An empty side is given by the line before it.
  oldLine -= oldCount == 0;
  newLine -= newCount == 0;
  out << "@@ -" << oldLine << ',' << oldCount << " +" << newLine << ',' << newCount << " @@\n";
  for (std::size_t i = begin; i < end; ++i) {
    out << all[i].kind << all[i].line;
    if (!all[i].line.ends_with('\n'))
      out << "\n\\ No newline at end of file\n";
  }
}

} // namespace

std::string unifiedDiff(const std::string& oldName, const std::string& oldText,
                        const std::string& newName, const std::string& newText) {
  constexpr std::size_t context = 3;
  const std::vector<Edit> all = edits(linesOf(oldText), linesOf(newText));
  std::ostringstream out;
  out << "--- " << oldName << "\n+++ " << newName << '\n';

  std::size_t oldLine = 1, newLine = 1, done = 0;
  auto advance = [&](std::size_t to) {
    for (; done < to; ++done) {
      oldLine += all[done].kind != '+';
      newLine += all[done].kind != '-';
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == ' ')
      continue;
    std::size_t begin = std::max(done, i > context ? i - context : 0), end = i;
    for (std::size_t j = i; j < all.size() && j <= end + 2 * context; ++j)
      if (all[j].kind != ' ')
        end = j;
    std::size_t stop = std::min(all.size(), end + context + 1);
    advance(begin);
    printHunk(out, all, begin, stop, oldLine, newLine);
    advance(stop);
    i = stop - 1;
  }
  return out.str();
}

} // namespace treelize::print
