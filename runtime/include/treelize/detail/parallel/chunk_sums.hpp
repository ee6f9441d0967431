// The sums of chunks of pieces, made and joined by several threads as the schedule says.
#pragma once

#include "treelize/detail/parallel/chunk_schedule.hpp"
#include "treelize/detail/parallel/piece_kernel.hpp"
#include "treelize/detail/raise.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <vector>

namespace treelize::detail {

/// The memory of a call.
template <class Sum>
struct chunk_workspace {
  chunk_schedule schedule;
  std::vector<Sum> sums;
};

/// Pieces that follow one another among all pieces.
template <class Piece>
struct piece_run {
  std::size_t first; // the number of its first one
  std::span<const Piece> pieces;

  std::size_t last() const { return first + pieces.size(); }
  const Piece& operator[](std::size_t number) const { return pieces[number - first]; }
};

template <class Kernel, class Params, class Piece>
class chunk_sums {
public:
  using kernel_type = piece_kernel<Kernel, Params, Piece>;
  using sum = typename kernel_type::sum;
  using workspace = chunk_workspace<sum>;

  chunk_sums(const kernel_type& kernel, const chunk_tree& tree, piece_run<Piece> run,
             workspace& memory)
      : kernel_(kernel), tree_(tree), run_(run), memory_(memory) {}

  /// Chunks from `first` to below `last`, by so many threads.
  void start(std::size_t first, std::size_t last, std::size_t threads, bool takes_first = false) {
    memory_.schedule.start(tree_, first, last, threads, takes_first);
    const std::size_t slots_needed = memory_.schedule.slot_count();
    memory_.sums.reserve(slots_needed);
    while (memory_.sums.size() < slots_needed)
      memory_.sums.push_back(kernel_.empty_sum());
  }

  /// What every thread does.
  void work() noexcept {
    while (const auto task = memory_.schedule.next()) {
      guarded(task->chunk, [&] {
        kernel_.set_zero(slot(task->slot));
        add(task->chunk, slot(task->slot));
        finish(task->slot);
      });
    }
  }

  /// Adds the pieces of the run that the chunk has.
  void add(std::size_t chunk, sum& to) const {
    const std::size_t last = (std::min)(tree_.first_piece(chunk + 1), run_.last());
    for (std::size_t piece = (std::max)(tree_.first_piece(chunk), run_.first); piece < last;
         ++piece)
      kernel_.add(run_[piece], to);
  }

  /// The sum in the slot is that of its chunk: joins it with what is finished.
  void finish(std::size_t number) {
    for (auto join = memory_.schedule.finish(number); join; join = memory_.schedule.joined(*join))
      kernel_type::join(slot(join->into), slot(join->from));
  }

  template <class Function>
  void guarded(std::size_t chunk, const Function& function) noexcept {
    TREELIZE_TRY {
      function();
    }
    TREELIZE_CATCH(...) {
      memory_.schedule.fail(chunk, std::current_exception());
    }
  }

  chunk_schedule& schedule() { return memory_.schedule; }
  sum& slot(std::size_t number) { return memory_.sums[number]; }

private:
  const kernel_type& kernel_;
  const chunk_tree tree_;
  const piece_run<Piece> run_;
  workspace& memory_;
};

} // namespace treelize::detail
