#include "grad/normalize/SinkLoop.h"

#include "analysis/Regions.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// What the loop, and the statements that stay behind it, read and write.
struct Effects {
  analysis::RegionSet reads, writes;
  bool abandons = false;

  Effects(const Kernel& kernel, std::span<const Stmt> statements)
      : reads(analysis::readsOf(statements)), writes(analysis::writesOf(kernel, statements)),
        abandons(mayAbandon(statements)) {}

  bool commuteWith(const Effects& other) const {
    return !abandons && !other.abandons && !writes.overlaps(other.reads) &&
           !writes.overlaps(other.writes) && !other.writes.overlaps(reads);
  }
  void merge(const Effects& other) {
    reads.merge(other.reads);
    writes.merge(other.writes);
    abandons = abandons || other.abandons;
  }
};

} // namespace

void sinkMainLoop(Kernel& kernel) {
  const std::optional<std::size_t> at = deepestLoop(kernel.body);
  if (!at ||
      std::ranges::any_of(kernel.variables, isGlobal)) // functions that are called may read globals
    return;
  Block before(kernel.body.begin(), kernel.body.begin() + static_cast<std::ptrdiff_t>(*at)), behind;
  Effects staying(kernel, std::span(kernel.body).subspan(*at, 1));
  for (const Stmt& stmt : std::span(kernel.body).subspan(*at + 1)) {
    const Effects effects(kernel, std::span(&stmt, 1));
    if (staying.commuteWith(effects)) {
      before.push_back(stmt);
    } else {
      staying.merge(effects);
      behind.push_back(stmt);
    }
  }
  before.push_back(kernel.body[*at]);
  std::ranges::move(behind, std::back_inserter(before));
  kernel.body = std::move(before);
}

} // namespace treelize::grad
