// Where something stands in a tree: a list of keys, a key being a name or an index.
// Printed as it is written in a program: `a.b[0]`; a name that is no identifier is quoted: `["a
// b"]`. A path_frame is the cheap form for walks: a linked list on the call stack, made text only
// when something fails.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treelize {

/// One step of a key path.
class path_key {
public:
  path_key(std::string name) : name_(std::move(name)) {}
  path_key(std::string_view name) : name_(name) {}
  path_key(const char* name) : name_(name) {}
  path_key(std::size_t index) : index_(index) {}

  bool is_index() const { return index_ != no_index; }
  /// Of a key that is an index.
  std::size_t index() const { return index_; }
  /// Of a key that is a name.
  const std::string& name() const { return name_; }

  /// Appends `.name` or `[index]`; the first name of a path has no dot.
  void print_to(std::string& text) const;

  friend bool operator==(const path_key&, const path_key&) = default;

private:
  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

  std::string name_;
  std::size_t index_ = no_index;
};

/// The way from the root of a tree to a part of it; empty for the root. str() prints it like
/// `layers[0].w`.
class key_path {
public:
  key_path() = default;
  key_path(std::vector<path_key> keys) : keys_(std::move(keys)) {}

  void push_back(path_key key) { keys_.push_back(std::move(key)); }
  void pop_back() { keys_.pop_back(); }
  std::size_t size() const { return keys_.size(); }
  bool empty() const { return keys_.empty(); }
  const path_key& operator[](std::size_t at) const { return keys_[at]; }
  auto begin() const { return keys_.begin(); }
  auto end() const { return keys_.end(); }

  std::string str() const;

  friend bool operator==(const key_path&, const key_path&) = default;

private:
  std::vector<path_key> keys_;
};

/// `a.b[0]`
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const key_path& path) {
  return out << path.str();
}

namespace detail {

/// `at 'a.b'`, or `at the root`.
std::string at_path(const std::string& path);

struct path_frame {
  const path_frame* up = nullptr;
  std::string_view name = {};
  std::size_t index = 0;
  bool is_index = false;

  static path_frame named(const path_frame* up, std::string_view name) {
    return {up, name, 0, false};
  }
  static path_frame indexed(const path_frame* up, std::size_t index) {
    return {up, {}, index, true};
  }
};

/// The text of the path that ends in this frame; a null pointer is the root.
std::string path_text(const path_frame* frame);

} // namespace detail
} // namespace treelize
