// Bound kernels: `treelize::bound<T>` is a T whose kernels are objects, `treelize::bind(x)` gives
// the same to an object that already exists.
//
// The generator specialises `bound` and `binding` for each data-oriented class. Both inherit one
// empty slot per kernel; a slot holds a proxy without an address of its own, so that a proxy finds
// its slot by a cast, the slot its owner by a static_cast, and sizeof(bound<T>) == sizeof(T).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/raise.hpp"
#include "treelize/detail/type_identity.hpp"
#include "treelize/kernel.hpp"

#include <concepts>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace treelize {

/// A T with bound kernels: a specialisation in a generated header.
template <class Type>
class bound {
  static_assert(detail::never<Type>,
                "treelize::bound<T>: T is not a data-oriented class whose generated header is "
                "included, or T is final; for a final class use treelize::bind(object)");
};

/// The kernels of an object elsewhere: a specialisation in a generated header. `T` may be const.
template <class Type>
class binding {
  static_assert(detail::never<Type>,
                "treelize::bind(object): the object's class is not data-oriented, "
                "or its generated header is not included");
};

namespace detail {

/// The object behind a binding.
template <class Type>
class bound_reference {
public:
  explicit bound_reference(Type& object) : object_(std::addressof(object)) {}

protected:
  Type& target() const { return *object_; }

private:
  template <class Self, class Slot>
  friend auto& bound_object(Slot& slot);
  Type* object_;
};

template <class Owner>
struct owner_traits;
template <class Type>
struct owner_traits<bound<Type>> {
  using object = Type;
};
template <class Type>
struct owner_traits<binding<Type>> {
  using object = Type;
};

/// The class that a bound object or an object is.
template <class Type>
struct data_class {
  using type = Type;
};
template <class Type>
struct data_class<bound<Type>> {
  using type = Type;
};
template <class Type>
struct data_class<const bound<Type>> {
  using type = const Type;
};

/// The object that the owner of a slot is or refers to, as a `Self`.
template <class Self, class Slot>
auto& bound_object(Slot& slot) {
  using owner_type = typename std::remove_const_t<Slot>::owner_type;
  using object = typename owner_traits<owner_type>::object;
  if constexpr (std::is_same_v<owner_type, binding<object>>) {
    using self = std::conditional_t<std::is_const_v<object>, const Self, Self>;
    auto& reference =
        static_cast<const bound_reference<object>&>(static_cast<const owner_type&>(slot));
    return static_cast<self&>(*reference.object_);
  } else {
    using owner = std::conditional_t<std::is_const_v<Slot>, const owner_type, owner_type>;
    using self = std::conditional_t<std::is_const_v<Slot>, const Self, Self>;
    return static_cast<self&>(static_cast<owner&>(slot));
  }
}

/// The same for a kernel that changes the object.
template <class Self, class Slot>
Self& changed_object(Slot& slot) {
  using object = typename owner_traits<typename Slot::owner_type>::object;
  static_assert(!std::is_const_v<object>,
                "treelize::bind(object): this kernel changes its object, but the object is const");
  return const_cast<Self&>(bound_object<Self>(slot)); // the message above is enough of it
}

/// The slot that holds a proxy.
template <class Slot, class Proxy>
auto& slot_of(Proxy& proxy) {
  static_assert(std::is_standard_layout_v<Slot> && std::is_empty_v<Slot>,
                "treelize bug: a slot is an empty class that starts with its proxy");
  using slot = std::conditional_t<std::is_const_v<Proxy>, const Slot, Slot>;
  return reinterpret_cast<slot&>(proxy);
}

/// The proxy that a slot holds.
template <class Proxy, class Slot>
Proxy& proxy_of(Slot& slot) {
  return reinterpret_cast<Proxy&>(slot);
}

/// Refuses an object of a class that may override what a derivative has taken from `T`.
template <class Type>
void check_exact_class(const Type& object) {
  bool is_exact = detail::dynamic_class_of(object) == detail::class_itself<Type>();
  if constexpr (!std::is_final_v<Type>)
    is_exact = is_exact || detail::dynamic_class_of(object) == detail::class_itself<bound<Type>>();
  if (!is_exact)
    detail::raise(std::invalid_argument(
        "treelize: a derivative of a kernel that calls virtual methods is that "
        "of its own class: declare the kernel anew in the object's class"));
}

/// In programs with TREELIZE_CHECK: a recording that the object belongs to hears of it.
void note_gradient_by_hand(const void* object);

/// Exchanges the adjoints of an object's fields with the values of its shadow's.
template <class Type>
void swap_field_adjoints(const Type& object, Type& shadow) {
  if constexpr (requires { object.grad.swap(shadow); }) {
    object.grad.swap(shadow);
  } else if constexpr (!std::is_scalar_v<Type>) {
    if constexpr (shadow_range<Type>)
      if (std::size(object) != std::size(shadow))
        return; // the kernel changes its length, so it holds no fields
    for_each_part(
        [](auto&& part, auto&& shadow_part) {
          if constexpr (writable_part<decltype(shadow_part)>)
            swap_field_adjoints(part, shadow_part);
          else
            static_assert(
                !requires { shadow_part.set_copies_empty(true); },
                "treelize: a const field is a constant and gets no adjoint; declare the "
                "member without const");
        },
        object, shadow);
  }
}

/// Calls `f` with every field of an object.
template <class Type, class Function>
void for_each_field_in(Type& other, const Function& function) {
  if constexpr (requires { other.set_copies_empty(true); }) {
    function(other);
  } else if constexpr (!std::is_scalar_v<Type>) {
    for_each_part(
        [&](auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            for_each_field_in(part, function);
        },
        other);
  }
}

/// Makes floating leaves zero, but leaves fields alone: their values are about to be exchanged.
template <class Type>
void set_zero_outside_fields(Type& other) {
  if constexpr (std::is_const_v<Type> || requires { other.set_copies_empty(true); }) {
    return;
  } else if constexpr (shadow_scalar<Type>) {
    other = Type{};
  } else {
    for_each_part(
        [](auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            set_zero_outside_fields(part);
        },
        other);
  }
}

} // namespace detail

/// A copy of an object whose fields have no elements.
template <class Type>
Type copy_without_fields(const Type& object) {
  struct emptiness {
    const Type& object;
    explicit emptiness(const Type& given) : object(given) { set(true); }
    ~emptiness() { set(false); }
    void set(bool empty) {
      detail::for_each_field_in(object,
                                [empty](const auto& other) { other.set_copies_empty(empty); });
    }
  };
  const emptiness guard(object);
  return object;
}

/// The shadow of an object for the time of a bound `grad`: its fields hold the adjoints of the
/// object's fields, everything else is zero. At its end the fields get their adjoints back.
template <class Type>
class object_shadow {
public:
  object_shadow(const Type& object, Type& shadow) : object_(object), shadow_(shadow) {
#ifdef TREELIZE_CHECK
    detail::note_gradient_by_hand(&object);
#endif
    detail::set_zero_outside_fields(shadow);
    detail::swap_field_adjoints(object_, shadow_);
  }
  object_shadow(const object_shadow&) = delete;
  object_shadow& operator=(const object_shadow&) = delete;
  ~object_shadow() { detail::swap_field_adjoints(object_, shadow_); }

private:
  const Type& object_;
  Type& shadow_;
};

struct bind_needs_an_object_with_a_name {};

/// `bind(object)`: the kernels of an object that lives elsewhere, and longer.
struct bind_function {
  template <class Type>
  binding<typename detail::data_class<Type>::type> operator()(Type& object) const {
    return binding<typename detail::data_class<Type>::type>(object);
  }
  /// A temporary would be gone before its kernels run.
  template <class Type>
  bind_needs_an_object_with_a_name operator()(const Type&& object) const
      TREELIZE_ABSENT("treelize: bind refers to its object, and a temporary is gone at once: give it "
                      "a name, or construct a treelize::bound");
};
/// `treelize::bind(object)` gives an object whose kernels are those of `object`, which is of a
/// data-oriented class and outlives it. A temporary, and a kernel that changes a const object, do
/// not compile.
inline constexpr bind_function bind{};

} // namespace treelize
