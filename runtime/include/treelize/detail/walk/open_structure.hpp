// The declaration of open_leaf, for those who only ask whether a leaf type has one.
#pragma once

#include "treelize/detail/walk/options.hpp"

#include <concepts>
#include <optional>
#include <string>

namespace treelize {

class treedef;
template <class Type>
class tree;
template <class Type>
struct open_container;

/// Specialised for leaf types that may hold containers and trees:
///   static std::optional<open_container<T>> open(const Type&);   // empty: no container
///   static Type close(open_container<T>);
///   static const tree<T>* tree_of(const Type&);                  // null: no tree
///   static Type from_tree(tree<T>);
template <class Type>
struct open_leaf {};

template <class Type>
concept opens_leaf = requires(const Type& value) { open_leaf<Type>::tree_of(value); };

namespace detail {

// In open_leaf.hpp, which whoever specialises open_leaf includes.
template <class Type>
tree<Type> subside_open(const Type& value, const subside_options& options);
/// The template may be null.
template <class Type>
Type rise_open(const tree<Type>& whole, const Type* like);

[[noreturn]] void throw_unlike_results(const treedef& structure, std::size_t leaf,
                                       const std::string& here, const std::string& elsewhere);

} // namespace detail
} // namespace treelize
