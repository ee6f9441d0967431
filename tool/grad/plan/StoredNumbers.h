// How much a plan stores, to compare plans of one kernel.
#pragma once

#include "grad/plan/StoragePlan.h"

#include <cstddef>
#include <set>

namespace treelize::grad {

/// Numbers that the forward sweep saves, where each loop has as many iterations, and arrays that
/// have a history.
struct StoredNumbers {
  double saved = 0;
  std::size_t histories = 0;

  bool isLessThan(const StoredNumbers& other) const {
    return saved < other.saved && histories <= other.histories;
  }
};

/// What is saved, be it some of its elements.
std::set<ir::VarId> storedIn(const ir::Kernel& kernel, const StoragePlan& plan);

StoredNumbers storedNumbers(const ir::Kernel& kernel, const StoragePlan& plan);

} // namespace treelize::grad
