// One lock for a few integers: threads meet here twice for each chunk.
#include "treelize/detail/parallel/chunk_schedule.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace treelize::detail {

// Of the chunks begun so far, the finished sums wait for their siblings: when no chunk before them
// is in work, one of a level at most, or one on either side where the chunks do not begin at a
// border of the tree. With a slot more for each thread there is a free one whenever nobody works.
static std::size_t slots_for(const chunk_tree& tree, std::size_t first, std::size_t last,
                             std::size_t threads, bool takes_first) {
  const bool begins_at_border = first == 0 && !takes_first;
  const std::size_t waiting = begins_at_border ? tree.height() : 2 * tree.height() + takes_first;
  return std::min({last - first, tree.pieces(), threads + waiting});
}

void chunk_schedule::start(const chunk_tree& tree, std::size_t first, std::size_t last,
                           std::size_t threads, bool takes_first) {
  tree_ = tree;
  next_ = first;
  last_ = last;
  slots_.assign(slots_for(tree, first, last, threads, takes_first), slot());
  exception_ = nullptr;
  if (takes_first)
    begin_next(slot_of_first);
}

std::optional<chunk_task> chunk_schedule::next() {
  std::unique_lock lock(mutex_);
  std::optional<std::size_t> slot;
  slot_is_free_.wait(lock, [&] { return has_ended() || (slot = free_slot()); });
  if (has_ended())
    return std::nullopt;
  const chunk_task task = begin_next(*slot);
  if (has_ended())
    slot_is_free_.notify_all(); // nobody needs one any more
  return task;
}

std::optional<chunk_join> chunk_schedule::finish(std::size_t slot) {
  std::lock_guard lock(mutex_);
  return finish(slot, slots_[slot].block);
}

std::optional<chunk_join> chunk_schedule::joined(const chunk_join& done) {
  std::lock_guard lock(mutex_);
  slots_[done.from].is = state::free;
  slot_is_free_.notify_one();
  return finish(done.into, slots_[done.into].block.parent());
}

void chunk_schedule::fail(std::size_t chunk, std::exception_ptr exception) {
  std::lock_guard lock(mutex_);
  if (!exception_ || chunk < failed_chunk_) {
    exception_ = std::move(exception);
    failed_chunk_ = chunk;
  }
  slot_is_free_.notify_all();
}

std::size_t chunk_schedule::slot_of(chunk_block block) const {
  const auto found = std::ranges::find(slots_, slot{state::finished, block});
  assert(found != slots_.end() && "treelize: no such sum");
  return static_cast<std::size_t>(found - slots_.begin());
}

/// Chunks without pieces are nobody's.
bool chunk_schedule::has_ended() {
  while (next_ < last_ && tree_.is_empty(next_))
    ++next_;
  return next_ == last_ || exception_;
}

std::optional<std::size_t> chunk_schedule::free_slot() const {
  const auto found = std::ranges::find(slots_, state::free, &slot::is);
  if (found == slots_.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - slots_.begin());
}

chunk_task chunk_schedule::begin_next(std::size_t slot) {
  slots_[slot] = {state::in_work, {0, next_}};
  return {next_++, slot};
}

std::optional<chunk_join> chunk_schedule::finish(std::size_t slot, chunk_block block) {
  block = tree_.widened(block);
  for (std::size_t other = 0; other < slots_.size(); ++other) {
    if (slots_[other].is != state::finished || slots_[other].block != block.sibling())
      continue;
    const chunk_join join = block.is_left() ? chunk_join{slot, other} : chunk_join{other, slot};
    slots_[other].is = slots_[slot].is = state::in_work;
    slots_[join.into].block = block;
    return join;
  }
  slots_[slot] = {state::finished, block};
  return std::nullopt;
}

} // namespace treelize::detail
