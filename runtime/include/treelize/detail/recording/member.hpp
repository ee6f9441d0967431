// A member of an object, as a recording knows it: a place whose values are kept and put back.
#pragma once

#include "treelize/detail/recording/saved.hpp"
#include "treelize/detail/type_identity.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace treelize::detail {

/// A value of a member. What is let go is taken again for the next one.
struct saved_value {
  virtual ~saved_value() = default;
};

class recorded_member {
public:
  explicit recorded_member(type_identity type) : type_(type) {}
  recorded_member(const recorded_member&) = delete;
  recorded_member& operator=(const recorded_member&) = delete;
  virtual ~recorded_member() = default;

  /// A copy of the present value.
  std::unique_ptr<saved_value> save() {
    std::unique_ptr<saved_value> value = spare_.empty() ? make() : std::move(spare_.back());
    if (!spare_.empty())
      spare_.pop_back();
    else
      spare_.reserve(++made_); // so that letting go never throws
    take(*value);
    return value;
  }
  void let_go(std::unique_ptr<saved_value> value) noexcept { spare_.push_back(std::move(value)); }

  virtual void put(saved_value& value) = 0;
  virtual void exchange(saved_value& value) = 0;
  /// What the present value takes of memory.
  virtual std::size_t bytes() const = 0;

  type_identity type() const { return type_; }

  bool is_written = false;   ///< by a call that is recorded
  bool has_end_kept = false; ///< its value at the end is put back after the adjoints

protected:
  virtual std::unique_ptr<saved_value> make() const = 0;
  virtual void take(saved_value& value) const = 0;

private:
  type_identity type_;
  std::size_t made_ = 0;
  std::vector<std::unique_ptr<saved_value>> spare_;
};

template <class Type>
class recorded_member_of final : public recorded_member {
public:
  explicit recorded_member_of(Type& place)
      : recorded_member(type_identity::of<Type>()), place_(place) {}

  void put(saved_value& value) override { of(value).put(place_); }
  void exchange(saved_value& value) override { of(value).exchange(place_); }
  std::size_t bytes() const override { return bytes_of(place_); }

private:
  struct value final : saved_value, saved<Type> {};

  Type& place_;

  static value& of(saved_value& any) { return static_cast<value&>(any); }
  std::unique_ptr<saved_value> make() const override { return std::make_unique<value>(); }
  void take(saved_value& any) const override { of(any).take(place_); }
};

} // namespace treelize::detail
