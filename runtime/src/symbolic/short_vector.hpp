// A vector of plain data that allocates only when it grows large.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace treelize::symbolic {

template <class T, std::size_t Inline = 8>
class short_vector {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  short_vector() = default;
  short_vector(const short_vector& other) { append(other); }
  short_vector(short_vector&& other) noexcept { take(other); }
  short_vector& operator=(short_vector other) noexcept {
    take(other);
    return *this;
  }

  void push_back(T value) {
    if (size_ == capacity_)
      reserve(2 * capacity_);
    data()[size_++] = value;
  }
  void append(std::span<const T> values) {
    reserve(size_ + values.size());
    std::copy(values.begin(), values.end(), end());
    size_ += values.size();
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_)
      return;
    std::unique_ptr<T[]> larger(new T[capacity]);
    std::copy(begin(), end(), larger.get());
    heap_ = std::move(larger);
    capacity_ = capacity;
  }
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ ? heap_.get() : inline_; }
  const T* data() const { return heap_ ? heap_.get() : inline_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  operator std::span<const T>() const { return {data(), size_}; }

private:
  void take(short_vector& other) noexcept {
    heap_ = std::move(other.heap_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, Inline);
    if (!heap_)
      std::copy(other.inline_, other.inline_ + size_, inline_);
  }

  T inline_[Inline];
  std::size_t size_ = 0, capacity_ = Inline;
  std::unique_ptr<T[]> heap_;
};

} // namespace treelize::symbolic
