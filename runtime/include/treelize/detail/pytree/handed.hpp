// What a mapped function is handed of a tree<T> at one place: a leaf, or the whole sub-tree that
// stands there. A sub-tree goes to a parameter that is declared as one (subtree<T>, tree<T>), or
// becomes a leaf value where the leaf type can be made of it; otherwise it is an error.
#pragma once

#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/detail/pytree/subtree.hpp"
#include "treelize/error.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace treelize::detail {

// ---- the declared parameters of a function; unknown for templates and overload sets ----

template <class Function>
struct declared_parameters {
  using type = void;
};
template <class Function>
  requires requires { &Function::operator(); }
struct declared_parameters<Function> : declared_parameters<decltype(&Function::operator())> {};
template <class Result, class... Parameter>
struct declared_parameters<Result (*)(Parameter...)> {
  using type = std::tuple<Parameter...>;
};
template <class Result, class... Parameter>
struct declared_parameters<Result (*)(Parameter...) noexcept>
    : declared_parameters<Result (*)(Parameter...)> {};
template <class Result, class Class, class... Parameter>
struct declared_parameters<Result (Class::*)(Parameter...)>
    : declared_parameters<Result (*)(Parameter...)> {};
template <class Result, class Class, class... Parameter>
struct declared_parameters<Result (Class::*)(Parameter...) const>
    : declared_parameters<Result (*)(Parameter...)> {};
template <class Result, class Class, class... Parameter>
struct declared_parameters<Result (Class::*)(Parameter...) noexcept>
    : declared_parameters<Result (*)(Parameter...)> {};
template <class Result, class Class, class... Parameter>
struct declared_parameters<Result (Class::*)(Parameter...) const noexcept>
    : declared_parameters<Result (*)(Parameter...)> {};

template <class Parameter>
inline constexpr bool is_tree_parameter = is_dynamic_tree<std::remove_cvref_t<Parameter>>;
template <class Type>
inline constexpr bool is_tree_parameter<subtree<Type>> = true;
template <class Type>
inline constexpr bool is_tree_parameter<const subtree<Type>&> = true;

template <class Function, std::size_t Index>
constexpr bool declares_tree() {
  using declared = typename declared_parameters<Function>::type;
  if constexpr (std::is_void_v<declared>)
    return false;
  else if constexpr (Index < std::tuple_size_v<declared>)
    return is_tree_parameter<std::tuple_element_t<Index, declared>>;
  else
    return false;
}

// ---- one argument ----

struct handing {
  std::string_view call;
  std::size_t argument;
  const treedef_node* structure; ///< that the leaf is counted in
};
[[noreturn]] void throw_subtree(const handing& where, std::size_t leaf, const treedef_node* part);

template <bool Declared, class Type>
class handed {
public:
  handed(const subtree<Type>& part, const handing& where, std::size_t leaf) {
    if (part.is_leaf())
      value_ = part.leaves().data();
    else if constexpr (std::is_constructible_v<Type, const subtree<Type>&> && std::is_class_v<Type>)
      made_.emplace(part);
    else
      throw_subtree(where, leaf, part.node());
  }
  const Type& get() const { return made_ ? *made_ : *value_; }

private:
  const Type* value_ = nullptr;
  std::optional<Type> made_;
};
template <class Type>
class handed<true, Type> {
public:
  handed(const subtree<Type>& part, const handing&, std::size_t) : part_(part) {}
  const subtree<Type>& get() const { return part_; }

private:
  subtree<Type> part_;
};

template <class Function, std::size_t Index, class Type>
using handed_to = handed<declares_tree<std::decay_t<Function>, Index>(), Type>;
template <class Function, std::size_t Index, class Type>
using handed_type = decltype(std::declval<const handed_to<Function, Index, Type>&>().get());

} // namespace treelize::detail
