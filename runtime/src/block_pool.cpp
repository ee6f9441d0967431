// A free list for each size, several sets of them so that threads seldom meet. Larger blocks are
// malloc's.
#include "block_pool.hpp"

#include <array>
#include <functional>
#include <mutex>
#include <new>
#include <thread>

namespace treelize::detail {
namespace {

constexpr std::size_t step = 8;
constexpr std::size_t largest = 128;
constexpr std::size_t chunk_bytes = std::size_t(1) << 16;

class free_lists {
public:
  void* take(std::size_t bytes) {
    std::lock_guard lock(mutex_);
    free_block*& head = lists_[bytes / step];
    if (free_block* block = head) {
      head = block->next;
      return block;
    }
    if (left_ < bytes) { // what is left of the old chunk is lost: less than a block
      chunk_ = static_cast<std::byte*>(::operator new(chunk_bytes));
      left_ = chunk_bytes;
    }
    void* block = chunk_;
    chunk_ += bytes;
    left_ -= bytes;
    return block;
  }

  void give(void* block, std::size_t bytes) {
    std::lock_guard lock(mutex_);
    free_block*& head = lists_[bytes / step];
    head = new (block) free_block{head};
  }

private:
  struct free_block {
    free_block* next;
  };

  std::mutex mutex_;
  std::array<free_block*, largest / step + 1> lists_{};
  std::byte* chunk_ = nullptr;
  std::size_t left_ = 0;
};

// Never destroyed, as structures may be released until the end of the program.
free_lists& lists_of_thread() {
  static auto& all = *new std::array<free_lists, 8>;
  thread_local const std::size_t mine =
      std::hash<std::thread::id>{}(std::this_thread::get_id()) % all.size();
  return all[mine];
}

std::size_t rounded(std::size_t bytes) {
  return (bytes + step - 1) / step * step;
}

} // namespace

void* take_block(std::size_t bytes) {
  bytes = rounded(bytes);
  return bytes > largest ? ::operator new(bytes) : lists_of_thread().take(bytes);
}

void give_block(void* block, std::size_t bytes) {
  bytes = rounded(bytes);
  if (bytes > largest)
    ::operator delete(block);
  else
    lists_of_thread().give(block, bytes);
}

} // namespace treelize::detail
