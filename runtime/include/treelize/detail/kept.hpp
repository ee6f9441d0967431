// Memory that a call leaves to the next one of its thread.
#pragma once

#include <memory>
#include <utility>

namespace treelize::detail {

/// The Type of the last call, or a new one. A call within a call has its own.
template <class Type>
class kept {
public:
  kept() : object_(last() ? std::move(last()) : std::make_unique<Type>()) {}
  ~kept() { last() = std::move(object_); }
  kept(const kept&) = delete;
  kept& operator=(const kept&) = delete;

  Type& operator*() const { return *object_; }
  Type* operator->() const { return object_.get(); }

private:
  std::unique_ptr<Type> object_;

  static std::unique_ptr<Type>& last() {
    thread_local std::unique_ptr<Type> instance;
    return instance;
  }
};

} // namespace treelize::detail
