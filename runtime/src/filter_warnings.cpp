// Where warnings go when the program runs: to the handler that is set, else each text once to
// stderr.
#include "treelize/detail/filter/errors.hpp"

#include <iostream>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace treelize::detail {
namespace {

struct warnings {
  std::mutex mutex;
  warning_handler handler;
  std::set<std::string, std::less<>> written;
};

// Never destroyed: objects with static lifetime may warn.
warnings& all_warnings() {
  static auto& state = *new warnings;
  return state;
}

constexpr std::size_t most_remembered = 1000;

} // namespace

warning_handler on_warning_fn::operator()(warning_handler handler) const {
  warnings& all = all_warnings();
  std::lock_guard lock(all.mutex);
  return std::exchange(all.handler, std::move(handler));
}

void warn(std::string_view text) {
  warnings& all = all_warnings();
  warning_handler handler;
  {
    std::lock_guard lock(all.mutex);
    handler = all.handler;
    if (!handler && (all.written.size() == most_remembered || !all.written.emplace(text).second))
      return;
  }
  if (handler)
    handler(text);
  else
    std::cerr << "warning: " << text << '\n';
}

} // namespace treelize::detail
