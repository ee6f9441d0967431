// Memory that a call leaves to the next one of its thread.
#pragma once

#include <memory>
#include <utility>

namespace treelize::detail {

/// The T of the last call, or a new one. A call within a call has its own.
template <class T>
class kept {
public:
  kept() : object_(last() ? std::move(last()) : std::make_unique<T>()) {}
  ~kept() { last() = std::move(object_); }
  kept(const kept&) = delete;
  kept& operator=(const kept&) = delete;

  T& operator*() const { return *object_; }
  T* operator->() const { return object_.get(); }

private:
  std::unique_ptr<T> object_;

  static std::unique_ptr<T>& last() {
    thread_local std::unique_ptr<T> instance;
    return instance;
  }
};

} // namespace treelize::detail
