// Who sums up which chunk, and who joins which two sums: what the threads of one call agree on.
//
// Chunks are begun in their order. A sum lives in a slot, known by its number; a thread that has
// finished one joins it with its sibling if that is finished, too, and goes on with the sum of
// both. So few slots suffice: one for each thread, and those of sums that wait for their siblings.
// A thread that finds no free slot waits for one; the others need none to go on.
#pragma once

#include "treelize/detail/parallel/chunk_tree.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace treelize::detail {

/// Sum up a chunk in a slot.
struct chunk_task {
  std::size_t chunk, slot;
};

class chunk_schedule {
public:
  /// A new call for the chunks from `first` to below `last`, before its threads begin. Sums whose
  /// siblings have other chunks are left as they are. Where the first chunk is to be finished last,
  /// by the caller, `slot_of_first` is its slot from now on.
  void start(const chunk_tree& tree, std::size_t first, std::size_t last, std::size_t threads,
             bool takes_first);
  static constexpr std::size_t slot_of_first = 0;
  /// So many are always enough for the call.
  std::size_t slot_count() const { return slots_.size(); }

  /// The next chunk that has pieces. None when all are begun, or one has failed.
  std::optional<chunk_task> next();
  /// The sum in the slot is finished. What it is to be joined with, for the calling thread to do.
  std::optional<chunk_join> finish(std::size_t slot);
  /// That was done; what is to be done next.
  std::optional<chunk_join> joined(const chunk_join& done);
  /// A chunk could not be summed up. The exception of the first of these, by number, is kept.
  void fail(std::size_t chunk, std::exception_ptr exception);

  // When all threads have ended:
  std::exception_ptr take_exception() { return std::exchange(exception_, nullptr); }
  /// Where the sum of a block is, one that was joined with no other.
  std::size_t slot_of(chunk_block block) const;

private:
  enum class state { free, in_work, finished };
  struct slot {
    state is = state::free;
    chunk_block block{};

    friend bool operator==(const slot&, const slot&) = default;
  };

  chunk_tree tree_{0, 1};
  std::size_t next_ = 0, last_ = 0;
  std::vector<slot> slots_;
  std::exception_ptr exception_;
  std::size_t failed_chunk_ = 0;
  std::mutex mutex_;
  std::condition_variable slot_is_free_;

  bool has_ended();
  std::optional<std::size_t> free_slot() const;
  chunk_task begin_next(std::size_t slot);
  std::optional<chunk_join> finish(std::size_t slot, chunk_block block);
};

} // namespace treelize::detail
