// Operators on trees: `t1 + t2 * 2`, `1.0 + t`, `-t`, `t < 3`, leaf by leaf in strict mode; a value
// goes to every leaf. They are there for tree<T>; a node class asks for them by
//
//   namespace app { TREELIZE_TREE_OPERATORS } // once for a namespace: where they are found
//   template <> inline constexpr bool treelize::has_tree_operators<app::Model> = true;
//
// `==` compares whole trees, and the parts of a tree calculate as what they hold.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/tree_function.hpp"

#include <concepts>
#include <type_traits>

namespace treelize {

/// Specialised by node classes that calculate as trees.
template <class T>
inline constexpr bool has_tree_operators = false;
template <class T>
inline constexpr bool has_tree_operators<tree<T>> = true;

namespace detail {

/// Whether a leaf takes part is asked where its type is known at once: for tree<T> and plain
/// values.
template <class T>
struct operand_leaf {
  using type = T;
};
template <class T>
struct operand_leaf<tree<T>> {
  using type = T;
};
template <class Tree>
struct operand_leaf<tree_view<Tree>> {
  using type = typename tree_view<Tree>::leaf_type;
};

template <class Operation, class... A>
concept has_operation =
    (false || ... || has_tree_operators<A>) &&
    ((false || ... || (kind_of<A> != shape_kind::leaf && kind_of<A> != shape_kind::dynamic)) ||
     (false || ... || (kind_of<typename operand_leaf<A>::type> != shape_kind::leaf)) ||
     std::is_invocable_v<const Operation&, const typename operand_leaf<A>::type&...>);

#define TREELIZE_UNARY(name, op)                                                                   \
  struct name##_leaf {                                                                             \
    static constexpr walk_options options{};                                                       \
    using parameters = treelize::parameters<deduced>;                                              \
    template <class A>                                                                             \
    auto operator()(const A& a) const -> decltype(op a) {                                          \
      return op a;                                                                                 \
    }                                                                                              \
  };
#define TREELIZE_BINARY(name, op)                                                                  \
  struct name##_leaf {                                                                             \
    static constexpr walk_options options{};                                                       \
    using parameters = treelize::parameters<deduced, deduced>;                                     \
    template <class A, class B>                                                                    \
    auto operator()(const A& a, const B& b) const -> decltype(a op b) {                            \
      return a op b;                                                                               \
    }                                                                                              \
  };
#define TREELIZE_ASSIGNING(name, op) TREELIZE_BINARY(name, op)
#include "treelize/detail/walk/tree_operators.def"

} // namespace detail

inline namespace operators {

#define TREELIZE_UNARY(name, op)                                                                   \
  template <class A>                                                                               \
    requires detail::has_operation<detail::name##_leaf, A>                                         \
  auto operator op(const A& a) {                                                                   \
    return walk(detail::name##_leaf{}, a);                                                         \
  }
#define TREELIZE_BINARY(name, op)                                                                  \
  template <class A, class B>                                                                      \
    requires detail::has_operation<detail::name##_leaf, A, B>                                      \
  auto operator op(const A& a, const B& b) {                                                       \
    return walk(detail::name##_leaf{}, a, b);                                                      \
  }
#define TREELIZE_ASSIGNING(name, op)                                                               \
  TREELIZE_BINARY(name, op)                                                                        \
  template <class A, class B>                                                                      \
    requires has_tree_operators<A> && detail::has_operation<detail::name##_leaf, A, B>             \
  A& operator op##=(A & a, const B & b) {                                                          \
    return a = walk(detail::name##_leaf{}, std::as_const(a), b);                                   \
  }
#include "treelize/detail/walk/tree_operators.def"

} // namespace operators
} // namespace treelize

/// In a namespace: the node classes in it that ask for tree operators have them.
#define TREELIZE_TREE_OPERATORS                                                                    \
  using treelize::operators::operator+;                                                            \
  using treelize::operators::operator-;                                                            \
  using treelize::operators::operator*;                                                            \
  using treelize::operators::operator/;                                                            \
  using treelize::operators::operator%;                                                            \
  using treelize::operators::operator&;                                                            \
  using treelize::operators::operator|;                                                            \
  using treelize::operators::operator^;                                                            \
  using treelize::operators::operator~;                                                            \
  using treelize::operators::operator!;                                                            \
  using treelize::operators::operator<;                                                            \
  using treelize::operators::operator<=;                                                           \
  using treelize::operators::operator>;                                                            \
  using treelize::operators::operator>=;                                                           \
  using treelize::operators::operator+=;                                                           \
  using treelize::operators::operator-=;                                                           \
  using treelize::operators::operator*=;                                                           \
  using treelize::operators::operator/=;                                                           \
  using treelize::operators::operator%=;                                                           \
  using treelize::operators::operator&=;                                                           \
  using treelize::operators::operator|=;                                                           \
  using treelize::operators::operator^=;
