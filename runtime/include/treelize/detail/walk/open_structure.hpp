// The declaration of open_leaf, for those who only ask whether a leaf type has one.
#pragma once

#include "treelize/detail/walk/options.hpp"

#include <concepts>
#include <optional>
#include <string>

namespace treelize {

class treedef;
template <class T>
class tree;
template <class T>
struct open_container;

/// Specialised for leaf types that may hold containers and trees:
///   static std::optional<open_container<T>> open(const T&);   // empty: no container
///   static T close(open_container<T>);
///   static const tree<T>* tree_of(const T&);                  // null: no tree
///   static T from_tree(tree<T>);
template <class T>
struct open_leaf {};

template <class T>
concept opens_leaf = requires(const T& value) { open_leaf<T>::tree_of(value); };

namespace detail {

// In open_leaf.hpp, which whoever specialises open_leaf includes.
template <class T>
tree<T> subside_open(const T& value, const subside_options& options);
/// The template may be null.
template <class T>
T rise_open(const tree<T>& t, const T* like);

[[noreturn]] void throw_unlike_results(const treedef& structure, std::size_t leaf,
                                       const std::string& here, const std::string& elsewhere);

} // namespace detail
} // namespace treelize
