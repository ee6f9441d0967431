// Memory that one computation keeps for its next run: an object of a type that only the computation
// knows. A copy of the owner begins with none.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include <memory>

namespace treelize::detail {

class scratch {
public:
  scratch() = default;
  scratch(const scratch&) noexcept {}
  scratch(scratch&&) noexcept = default;
  scratch& operator=(const scratch& other) noexcept {
    if (this != &other)
      object_.reset();
    return *this;
  }
  scratch& operator=(scratch&&) noexcept = default;

  /// The object of an earlier call if it has this type, else what `make` returns.
  template <class Type, class Make>
  Type& get(const Make& make) {
    if (!object_ || mark_ != &mark_of<Type>) {
      object_ = {new Type(make()), [](void* object) { delete static_cast<Type*>(object); }};
      mark_ = &mark_of<Type>;
    }
    return *static_cast<Type*>(object_.get());
  }

private:
  template <class Type>
  static constexpr char mark_of = 0;

  std::unique_ptr<void, void (*)(void*)> object_{nullptr, [](void*) {}};
  const char* mark_ = nullptr;
};

} // namespace treelize::detail
