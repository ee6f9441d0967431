// Types as values, also where a program is built without the compiler's own (-fno-rtti).
#pragma once

#include "treelize/detail/pytree/type_name.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace treelize::detail {

template <class Type>
inline constexpr char type_mark = 0;

/// One number for each type. Units with and without -fno-rtti agree on it.
class type_identity {
public:
  template <class Type>
  static type_identity of() {
    return type_identity(&type_mark<Type>);
  }
  friend bool operator==(type_identity, type_identity) = default;

private:
  const char* mark_;

  explicit type_identity(const char* mark) : mark_(mark) {}
};

/// A text that no other type has: two closures of one function are spelled alike by some compilers.
template <class Type>
std::string distinct_name() {
#if defined(__cpp_rtti)
  return typeid(Type).name();
#else
  return std::string(type_name<Type>()) + '@' +
         std::to_string(reinterpret_cast<std::uintptr_t>(&type_mark<Type>));
#endif
}

#if defined(__cpp_rtti)
/// The class that an object with virtual methods is of.
template <class Object>
const std::type_info& dynamic_class_of(const Object& object) {
  return typeid(object);
}
template <class Class>
const std::type_info& class_itself() {
  return typeid(Class);
}
#else
template <class Class>
const std::type_info& class_itself();
template <class Object>
const std::type_info& dynamic_class_of(const Object&) {
  static_assert(sizeof(Object) == 0,
                "treelize: a kernel asks for the class of an object with virtual methods: build "
                "without -fno-rtti");
  return class_itself<Object>();
}
#endif

} // namespace treelize::detail
