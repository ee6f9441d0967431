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

template <class F>
struct declared_parameters {
  using type = void;
};
template <class F>
  requires requires { &F::operator(); }
struct declared_parameters<F> : declared_parameters<decltype(&F::operator())> {};
template <class R, class... P>
struct declared_parameters<R (*)(P...)> {
  using type = std::tuple<P...>;
};
template <class R, class... P>
struct declared_parameters<R (*)(P...) noexcept> : declared_parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct declared_parameters<R (C::*)(P...)> : declared_parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct declared_parameters<R (C::*)(P...) const> : declared_parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct declared_parameters<R (C::*)(P...) noexcept> : declared_parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct declared_parameters<R (C::*)(P...) const noexcept> : declared_parameters<R (*)(P...)> {};

template <class P>
inline constexpr bool is_tree_parameter = is_dynamic_tree<std::remove_cvref_t<P>>;
template <class T>
inline constexpr bool is_tree_parameter<subtree<T>> = true;
template <class T>
inline constexpr bool is_tree_parameter<const subtree<T>&> = true;

template <class F, std::size_t I>
constexpr bool declares_tree() {
  using declared = typename declared_parameters<F>::type;
  if constexpr (std::is_void_v<declared>)
    return false;
  else if constexpr (I < std::tuple_size_v<declared>)
    return is_tree_parameter<std::tuple_element_t<I, declared>>;
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

template <bool Declared, class T>
class handed {
public:
  handed(const subtree<T>& part, const handing& where, std::size_t leaf) {
    if (part.is_leaf())
      value_ = part.leaves().data();
    else if constexpr (std::is_constructible_v<T, const subtree<T>&> && std::is_class_v<T>)
      made_.emplace(part);
    else
      throw_subtree(where, leaf, part.node());
  }
  const T& get() const { return made_ ? *made_ : *value_; }

private:
  const T* value_ = nullptr;
  std::optional<T> made_;
};
template <class T>
class handed<true, T> {
public:
  handed(const subtree<T>& part, const handing&, std::size_t) : part_(part) {}
  const subtree<T>& get() const { return part_; }

private:
  subtree<T> part_;
};

template <class F, std::size_t I, class T>
using handed_to = handed<declares_tree<std::decay_t<F>, I>(), T>;
template <class F, std::size_t I, class T>
using handed_type = decltype(std::declval<const handed_to<F, I, T>&>().get());

} // namespace treelize::detail
