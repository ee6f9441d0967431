// A vector of plain data that allocates only when it grows large.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace treelize::symbolic {

template <class T, std::size_t Inline = 8> class short_vector {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  void push_back(T value) {
    if (!spilled_.empty() || size_ == Inline) {
      if (spilled_.empty())
        spilled_.assign(inline_, inline_ + size_);
      spilled_.push_back(value);
    } else {
      inline_[size_] = value;
    }
    ++size_;
  }
  void reserve(std::size_t capacity) {
    if (capacity > Inline)
      spilled_.reserve(capacity);
  }
  void clear() {
    spilled_.clear();
    size_ = 0;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return spilled_.empty() ? inline_ : spilled_.data(); }
  const T* data() const { return spilled_.empty() ? inline_ : spilled_.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  operator std::span<const T>() const { return {data(), size_}; }

private:
  T inline_[Inline];
  std::vector<T> spilled_;
  std::size_t size_ = 0;
};

} // namespace treelize::symbolic
