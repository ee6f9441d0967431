// The leaves of a tree: one contiguous, exactly sized array that can be filled in place.
// Not std::vector, because that has no bool array, no way to construct element by element into
// uninitialised storage from a loop that vectorises, and would initialise twice.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class Type>
class leaf_buffer {
public:
  leaf_buffer() = default;

  leaf_buffer(const leaf_buffer& other) : leaf_buffer(uninitialised(other.size_)) {
    fill(other.size_, [&](std::size_t index) -> const Type& { return other.data_[index]; });
  }
  leaf_buffer(leaf_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  leaf_buffer& operator=(leaf_buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~leaf_buffer() {
    for (std::size_t index = 0; index < size_; ++index)
      data_[index].~Type();
    if (data_)
      std::allocator<Type>().deallocate(data_, capacity_);
  }

  /// Room for that many leaves, none of them constructed yet.
  static leaf_buffer uninitialised(std::size_t capacity) {
    leaf_buffer buffer;
    if (capacity)
      buffer.data_ = std::allocator<Type>().allocate(capacity);
    buffer.capacity_ = capacity;
    return buffer;
  }

  /// Constructs the next `count` leaves from make(0), make(1), ...
  template <class Make>
  void fill(std::size_t count, const Make& make) {
    Type* out = data_ + size_;
    if constexpr (std::is_trivially_destructible_v<Type>) {
      for (std::size_t index = 0; index < count; ++index)
        ::new (static_cast<void*>(out + index)) Type(make(index));
      size_ += count;
    } else {
      for (std::size_t index = 0; index < count; ++index, ++size_)
        ::new (static_cast<void*>(out + index)) Type(make(index));
    }
  }
  template <class Other>
  void push_back(Other&& value) {
    ::new (static_cast<void*>(data_ + size_)) Type(std::forward<Other>(value));
    ++size_;
  }

  Type* data() { return data_; }
  const Type* data() const { return data_; }
  std::size_t size() const { return size_; }

private:
  Type* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

} // namespace treelize::detail
