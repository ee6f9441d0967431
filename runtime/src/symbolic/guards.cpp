// The scopes of a thread and what they record.
#include "treelize/detail/symbolic/guards.hpp"

#include "treelize/detail/symbolic/text.hpp"

#include <algorithm>
#include <utility>

namespace treelize {
namespace {

thread_local guard_scope* innermost = nullptr;

} // namespace

guard_scope::guard_scope(std::vector<symbol_binding> example)
    : example_(std::move(example)), outer_(std::exchange(innermost, this)) {}

guard_scope::~guard_scope() {
  innermost = outer_;
}

guard_scope* guard_scope::current() {
  return innermost;
}

void guard_scope::require(const sym_bool& condition) {
  if (condition.constant() == true)
    return;
  if (!example(condition))
    throw symbolic_error("'" + to_text(condition) + "' does not hold for the example values");
  const auto is_it = [&](const sym_bool& guard) { return same(guard, condition); };
  if (std::none_of(guards_.begin(), guards_.end(), is_it))
    guards_.push_back(condition);
}

} // namespace treelize
