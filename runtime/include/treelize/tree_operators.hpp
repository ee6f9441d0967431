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
template <class Type>
inline constexpr bool has_tree_operators = false;
template <class Type>
inline constexpr bool has_tree_operators<tree<Type>> = true;

namespace detail {

/// Whether a leaf takes part is asked where its type is known at once: for tree<T> and plain
/// values.
template <class Type>
struct operand_leaf {
  using type = Type;
};
template <class Type>
struct operand_leaf<tree<Type>> {
  using type = Type;
};
template <class Tree>
struct operand_leaf<tree_view<Tree>> {
  using type = typename tree_view<Tree>::leaf_type;
};

template <class Operation, class... Left>
concept has_operation =
    (false || ... || has_tree_operators<Left>) &&
    ((false || ... ||
      (kind_of<Left> != shape_kind::leaf && kind_of<Left> != shape_kind::dynamic)) ||
     (false || ... || (kind_of<typename operand_leaf<Left>::type> != shape_kind::leaf)) ||
     std::is_invocable_v<const Operation&, const typename operand_leaf<Left>::type&...>);

#define TREELIZE_UNARY(name, op)                                                                   \
  struct name##_leaf {                                                                             \
    static constexpr walk_options options{};                                                       \
    using parameters = treelize::parameters<deduced>;                                              \
    template <class Left>                                                                          \
    auto operator()(const Left& left) const -> decltype(op left) {                                 \
      return op left;                                                                              \
    }                                                                                              \
  };
#define TREELIZE_BINARY(name, op)                                                                  \
  struct name##_leaf {                                                                             \
    static constexpr walk_options options{};                                                       \
    using parameters = treelize::parameters<deduced, deduced>;                                     \
    template <class Left, class Right>                                                             \
    auto operator()(const Left& left, const Right& right) const -> decltype(left op right) {       \
      return left op right;                                                                        \
    }                                                                                              \
  };
#define TREELIZE_ASSIGNING(name, op) TREELIZE_BINARY(name, op)
#include "treelize/detail/walk/tree_operators.def"

} // namespace detail

inline namespace operators {

#define TREELIZE_UNARY(name, op)                                                                   \
  template <class Left>                                                                            \
    requires detail::has_operation<detail::name##_leaf, Left>                                      \
  auto operator op(const Left& left) {                                                             \
    return walk(detail::name##_leaf{}, left);                                                      \
  }
#define TREELIZE_BINARY(name, op)                                                                  \
  template <class Left, class Right>                                                               \
    requires detail::has_operation<detail::name##_leaf, Left, Right>                               \
  auto operator op(const Left& left, const Right& right) {                                         \
    return walk(detail::name##_leaf{}, left, right);                                               \
  }
#define TREELIZE_ASSIGNING(name, op)                                                               \
  TREELIZE_BINARY(name, op)                                                                        \
  template <class Left, class Right>                                                               \
    requires has_tree_operators<Left> && detail::has_operation<detail::name##_leaf, Left, Right>   \
  Left& operator op##=(Left & left, const Right & right) {                                         \
    return left = walk(detail::name##_leaf{}, std::as_const(left), right);                         \
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
