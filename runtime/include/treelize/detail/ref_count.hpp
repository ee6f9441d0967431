// A count of references that threads share. The compiler's own operations: <atomic> would cost
// every user of this library the header.
#pragma once

#include <cstdint>

namespace treelize::detail {

class ref_count {
public:
  constexpr ref_count() = default;

  void add() { __atomic_fetch_add(&count_, 1, __ATOMIC_RELAXED); }
  /// Whether it was the last.
  bool drop() { return __atomic_fetch_sub(&count_, 1, __ATOMIC_ACQ_REL) == 1; }
  /// Adds one unless there is none left.
  bool try_add() {
    std::uint32_t count = __atomic_load_n(&count_, __ATOMIC_RELAXED);
    while (count != 0)
      if (__atomic_compare_exchange_n(&count_, &count, count + 1, true, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED))
        return true;
    return false;
  }

private:
  std::uint32_t count_ = 1;
};

} // namespace treelize::detail
