// The helpers: threads that sleep until somebody asks for help, and live as long as the program, so
// that their tapes are ready for the next call.
//
// Whoever asks works himself and takes back what nobody has begun when he is done. So a call within
// a call, several calls at once, and a system that gives no more threads are nothing special.
#include "treelize/detail/parallel/threads.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace treelize::detail {
namespace {

/// What somebody wants help with.
struct request {
  function_ref<void()> help;
  std::size_t wanted;      // helpers that have not come yet
  std::size_t at_work = 0; // those that have come and not left
  request* next = nullptr;
};

class helpers {
public:
  void run(request& mine, function_ref<void()> own) {
    {
      std::lock_guard lock(mutex_);
      mine.next = requests_;
      requests_ = &mine;
      wanted_ += mine.wanted;
      while (idle_ < wanted_ && add_thread()) {
      }
    }
    somebody_asks_.notify_all();
    own();
    std::unique_lock lock(mutex_);
    wanted_ -= mine.wanted;
    mine.wanted = 0;
    somebody_left_.wait(lock, [&] { return mine.at_work == 0; });
    remove(mine);
  }

private:
  std::mutex mutex_;
  std::condition_variable somebody_asks_, somebody_left_;
  request* requests_ = nullptr;
  std::size_t wanted_ = 0, idle_ = 0;

  bool add_thread() {
    try {
      std::thread([this] { serve(); }).detach();
    } catch (const std::exception&) {
      return false; // fewer do as well
    }
    ++idle_;
    return true;
  }

  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      somebody_asks_.wait(lock, [&] { return wanted_ > 0; });
      request* asked = requests_;
      while (asked->wanted == 0)
        asked = asked->next;
      --idle_, --wanted_, --asked->wanted, ++asked->at_work;
      lock.unlock();
      asked->help();
      lock.lock();
      ++idle_;
      if (--asked->at_work == 0)
        somebody_left_.notify_all();
    }
  }

  void remove(request& mine) {
    request** at = &requests_;
    while (*at != &mine)
      at = &(*at)->next;
    *at = mine.next;
  }
};

// Never destroyed: its threads may outlive the destructors of the program's globals.
helpers& all_helpers() {
  static auto& instance = *new helpers;
  return instance;
}

} // namespace

inline namespace on_threads {

std::size_t all_cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

void run_with_helpers(std::size_t helpers, function_ref<void()> help, function_ref<void()> own) {
  if (helpers == 0)
    return own();
  request mine{help, helpers};
  all_helpers().run(mine, own);
}

} // namespace on_threads
} // namespace treelize::detail
