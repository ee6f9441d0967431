// The arena behind the tapes of a thread: blocks that are leased and come back.
//
// Free blocks are kept for the next tape, which takes the largest first, so that a program that
// runs the same kernels again allocates nothing. Each new block doubles what the thread holds: a
// tape that grows takes few steps, and the next one fits into one or two blocks.
#include "treelize/tape.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace treelize {
namespace {

using detail::tape_block;

constexpr std::size_t smallest_block = std::size_t{64} << 10;

class arena {
public:
  ~arena() { trim(); }

  tape_block* lease(std::size_t bytes) {
    // Blocks are sorted by capacity: the last is the largest.
    if (!free_.empty() && free_.back()->capacity >= bytes) {
      tape_block* block = free_.back();
      free_.pop_back();
      return block;
    }
    return allocate(bytes);
  }

  /// Never throws: `allocate` has made room for every block that exists.
  void give_back(tape_block* block) noexcept {
    const auto larger = [](const tape_block* a, const tape_block* b) {
      return a->capacity < b->capacity;
    };
    free_.insert(std::upper_bound(free_.begin(), free_.end(), block, larger), block);
  }

  /// So many on a tape.
  void mark(std::size_t bytes) noexcept { peak_ = std::max(peak_, bytes + in_rooms_); }

  void* take_room(std::size_t bytes, std::size_t kept) {
    const std::size_t space = space_of(bytes);
    if (static_cast<std::size_t>(rooms_end_ - rooms_top_) < space)
      enter_rooms(detail::tape_block_above(rooms_, rooms_top_, space));
    in_rooms_ += kept;
    mark(0);
    return std::exchange(rooms_top_, rooms_top_ + space);
  }

  void leave_room(void* room, std::size_t kept) noexcept {
    in_rooms_ -= kept;
    rooms_top_ = static_cast<std::byte*>(room);
    if (rooms_top_ != rooms_->begin() || !rooms_->below)
      return;
    std::byte* const left_at = rooms_->left_at;
    enter_rooms(detail::tape_block_below(rooms_));
    rooms_top_ = left_at;
  }

  tape_statistics statistics() const noexcept { return {peak_, reserved_, allocations_}; }

  void trim() noexcept {
    if (rooms_ && !rooms_->below && rooms_top_ == rooms_->begin()) {
      detail::tape_release(std::exchange(rooms_, nullptr));
      rooms_top_ = rooms_end_ = nullptr;
    }
    for (tape_block* block : free_) {
      reserved_ -= block->capacity;
      --existing_;
      ::operator delete(block, std::align_val_t{alignof(tape_block)});
    }
    free_.clear();
    peak_ = 0;
    allocations_ = 0;
  }

private:
  tape_block* allocate(std::size_t bytes) {
    const std::size_t capacity = std::max({smallest_block, bytes, reserved_});
    const std::size_t rounded = (capacity + 63) / 64 * 64;
    free_.reserve(existing_ + 1);
    void* memory =
        ::operator new(sizeof(tape_block) + rounded, std::align_val_t{alignof(tape_block)});
    ++existing_;
    ++allocations_;
    reserved_ += rounded;
    return ::new (memory) tape_block{nullptr, nullptr, nullptr, rounded};
  }

  /// Every room starts at a cache line, and an empty one takes a line too: it has an address of its
  /// own.
  static std::size_t space_of(std::size_t bytes) { return (bytes / 64 + 1) * 64; }

  void enter_rooms(tape_block* block) noexcept {
    rooms_ = block;
    rooms_top_ = block->begin();
    rooms_end_ = block->end();
  }

  std::vector<tape_block*> free_;
  tape_block* rooms_ = nullptr; // a stack of blocks of its own
  std::byte *rooms_top_ = nullptr, *rooms_end_ = nullptr;
  std::size_t in_rooms_ = 0;
  std::size_t existing_ = 0;
  std::size_t reserved_ = 0;
  std::size_t allocations_ = 0;
  std::size_t peak_ = 0;
};

arena& this_threads_arena() {
  thread_local arena instance;
  return instance;
}

} // namespace

namespace detail {

namespace {

void give_back_with_spares(tape_block* block) noexcept {
  while (block)
    this_threads_arena().give_back(std::exchange(block, std::exchange(block->spare, nullptr)));
}

} // namespace

void* take_room(std::size_t bytes, std::size_t kept) {
  return this_threads_arena().take_room(bytes, kept);
}

void leave_room(void* room, std::size_t kept) noexcept {
  this_threads_arena().leave_room(room, kept);
}

tape_block* tape_block_above(tape_block* block, std::byte* top, std::size_t bytes) {
  tape_block* above = block ? std::exchange(block->spare, nullptr) : nullptr;
  if (above && above->capacity < bytes) {
    give_back_with_spares(above);
    above = nullptr;
  }
  if (!above)
    above = this_threads_arena().lease(bytes);
  above->below = block;
  above->left_at = top;
  return above;
}

tape_block* tape_block_below(tape_block* block) {
  assert(block && block->below && "treelize: nothing left on the tape");
  tape_block* below = block->below;
  // A loop that pushes and pops across the border finds its block again, and what has left the tape
  // can still be read.
  below->spare = block;
  return below;
}

void tape_release(tape_block* block) noexcept {
  while (block)
    give_back_with_spares(std::exchange(block, block->below));
}

void tape_mark_peak(tape_block* block, std::byte* top) noexcept {
  std::size_t bytes = 0;
  for (; block; top = block->left_at, block = block->below)
    bytes += static_cast<std::size_t>(top - block->begin());
  this_threads_arena().mark(bytes);
}

} // namespace detail

tape_statistics tape_usage() noexcept {
  return this_threads_arena().statistics();
}

void tape_reset() noexcept {
  this_threads_arena().trim();
}

} // namespace treelize
