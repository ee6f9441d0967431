// An object whose kernels are recorded: its shadow for the time of `backward`, and what a checked
// program asks of it.
#pragma once

#include "treelize/bound.hpp"
#include "treelize/detail/recording/value_marks.hpp"
#include "treelize/detail/type_identity.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

namespace treelize::detail {

class recorded_object {
public:
  recorded_object(const void* address, std::size_t size, type_identity type)
      : address_(address), size_(size), type_(type) {}
  recorded_object(const recorded_object&) = delete;
  recorded_object& operator=(const recorded_object&) = delete;
  virtual ~recorded_object();

  /// The adjoints of the fields go to the shadow. Where this throws, nothing has happened.
  virtual void open() = 0;
  /// They come back, or those of before `open` do.
  virtual void close(bool hasSucceeded) noexcept = 0;

  /// Remembers the values, and looks for gradients that are taken by hand from now on.
  virtual void remember() = 0;
  /// The path of a value that is not the one remembered.
  virtual std::string first_change() const = 0;
  virtual bool has_adjoints() const = 0;

  type_identity type() const { return type_; }
  bool has(const void* object) const;

  bool is_used = false;           ///< by a call that is recorded
  bool is_graded_by_hand = false; ///< since it is watched

protected:
  void watch();

private:
  const void* address_;
  std::size_t size_;
  type_identity type_;
  bool is_watched_ = false;
};

template <class Type>
class recorded_object_of final : public recorded_object {
  static_assert(known_members<Type>,
                "treelize::recording: the members of the object's class are not known: give the "
                "class a kernel of its own");

public:
  explicit recorded_object_of(Type& object)
      : recorded_object(&object, sizeof(Type), type_identity::of<Type>()), object_(object) {}

  void open() override {
    shadow_.emplace(copy_without_fields(object_));
    set_zero_outside_fields(*shadow_);
    struct exchanged {
      recorded_object_of& self;
      bool stays = false;
      explicit exchanged(recorded_object_of& of) : self(of) { self.swap(*self.shadow_); }
      ~exchanged() {
        if (!stays)
          self.swap(*self.shadow_);
      }
    } adjoints(*this);
    if constexpr (std::is_copy_assignable_v<Type>)
      before_ = *shadow_; // in the memory that it has
    else
      before_.emplace(*shadow_);
    adjoints.stays = true;
  }
  void close(bool hasSucceeded) noexcept override { swap(hasSucceeded ? *shadow_ : *before_); }

  void remember() override {
    marks_.take(object_);
    watch();
  }
  std::string first_change() const override { return marks_.first_change(object_); }
  bool has_adjoints() const override {
    bool result = false;
    for_each_field_in(object_, [&](const auto& field) {
      result |= std::any_of(field.grad.begin(), field.grad.end(),
                            [](const auto& adjoint) { return adjoint != adjoint - adjoint; });
    });
    return result;
  }

  Type& shadow() { return *shadow_; }

private:
  Type& object_;
  std::optional<Type> shadow_, before_; // between open and close they hold the fields' adjoints
  value_marks marks_;

  void swap(Type& with) { swap_field_adjoints(object_, with); }
};

} // namespace treelize::detail
