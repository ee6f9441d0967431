// Do the arguments of a kernel share memory that it changes?
#include "treelize/check.hpp"

#include "treelize/error.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace treelize::detail {
namespace {

constexpr std::less<const std::byte*> before{};

/// In order, without overlaps, without empty ones.
void normalize(std::vector<address_range>& ranges) {
  std::erase_if(ranges, [](const address_range& range) { return range.begin == range.end; });
  std::sort(ranges.begin(), ranges.end(), [](const address_range& a, const address_range& b) {
    return before(a.begin, b.begin);
  });
  std::size_t count = 0;
  for (const address_range& range : ranges) {
    if (count > 0 && !before(ranges[count - 1].end, range.begin))
      ranges[count - 1].end = std::max(ranges[count - 1].end, range.end, before);
    else
      ranges[count++] = range;
  }
  ranges.resize(count);
}

/// Both are normalized.
bool overlap(const std::vector<address_range>& a, const std::vector<address_range>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (before(i->begin, j->end) && before(j->begin, i->end))
      return true;
    if (before(i->end, j->end))
      ++i;
    else
      ++j;
  }
  return false;
}

bool may_share(const memory_use& a, const memory_use& b) {
  return a.access == b.access && a.access != memory_access::written;
}

const char* verb(memory_access access) {
  switch (access) {
  case memory_access::read:
    return "reads";
  case memory_access::added:
    return "adds to";
  case memory_access::written:
    return "writes";
  }
  return "uses";
}

[[noreturn]] void throw_overlap(const char* kernel, const memory_use& a, const memory_use& b) {
  const auto described = [](const memory_use& use) {
    return "'" + std::string(use.name) + "', which it " + verb(use.access);
  };
  throw aliasing_error("treelize: in a derivative of " + std::string(kernel) + ": " + described(a) +
                       ", and " + described(b) +
                       ", share memory; a derivative is right for distinct arguments and "
                       "shadows: pass a copy of one of them");
}

} // namespace

void check_distinct(const char* kernel, std::initializer_list<memory_use> uses) {
  std::vector<memory_use> all(uses);
  for (memory_use& use : all)
    normalize(use.ranges);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!may_share(all[i], all[j]) && overlap(all[i].ranges, all[j].ranges))
        throw_overlap(kernel, all[j], all[i]);
}

} // namespace treelize::detail
