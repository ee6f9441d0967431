// flatten, unflatten, structure, leaves and flatten_with_path, for static and dynamic trees.
// The leaves of a tree<T> are a vector of Type; those of a static tree a vector of its leaf type,
// or of a variant of its leaf types. A static tree's treedef remembers its class, so that unflatten
// gives an object of it.
#pragma once

#include "treelize/detail/pytree/is_leaf.hpp"
#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/detail/pytree/static_build.hpp"

#include <initializer_list>
#include <memory>
#include <ranges>

namespace treelize {

/// The structure of a static tree of class X.
template <class Static, class Whole = leaf_types<>>
class treedef_of : public treedef {
public:
  using tree_type = Static;
  using leaf_type = detail::leaf_of<Static, Whole>;

  treedef_of(treedef structure, const Static& model) : treedef(std::move(structure)) {
    if constexpr (detail::needs_model<Static, Whole>())
      model_ = std::make_shared<const Static>(model);
  }
  /// An object to start from, where the class needs one.
  const Static* model() const { return model_.get(); }

private:
  std::shared_ptr<const Static> model_;
};

/// What flatten gives: the leaves, in the order of the structure, and the structure.
template <class Leaf, class Structure>
struct flattened {
  std::vector<Leaf> leaves;
  Structure structure;
};

/// A leaf with its place.
template <class Leaf>
struct path_leaf {
  key_path path;
  Leaf value;

  friend bool operator==(const path_leaf&, const path_leaf&) = default;
};
/// What flatten_with_path gives: leaves with their places, and the structure.
template <class Leaf, class Structure>
struct flattened_with_path {
  std::vector<path_leaf<Leaf>> leaves;
  Structure structure;
};

namespace detail {

/// What the pytree functions take as a static tree: anything else than a tree<T> and its parts;
/// what is no container is one leaf.
template <class Static>
concept static_tree = !is_dynamic_tree<std::remove_cvref_t<Static>>;

[[noreturn]] void throw_leaf_count(const treedef& structure, std::size_t given);

inline void require_leaf_count(const treedef& structure, std::size_t given) {
  if (structure.leaf_count() != given)
    throw_leaf_count(structure, given);
}

struct flatten_fn {
  template <class Type>
  flattened<Type, treedef> operator()(const tree<Type>& root) const {
    return {{root.leaves().begin(), root.leaves().end()}, root.structure()};
  }
  template <class Tree>
  auto operator()(const tree_view<Tree>& view) const {
    return (*this)(view.copy());
  }
  /// Sub-trees that the predicate holds for are leaves.
  template <class Type, leaf_predicate<Type> Predicate>
  flattened<tree<Type>, treedef> operator()(const tree<Type>& root,
                                            const Predicate& is_leaf) const {
    auto [structure, parts] = prune(root, is_leaf);
    return {copies(parts), std::move(structure)};
  }

  template <static_tree Static>
  auto operator()(const Static& object) const {
    return (*this)(object, leaf_types<>{});
  }
  template <static_tree Static, class... Which>
  auto operator()(const Static& object, leaf_types<Which...>) const {
    using whole = leaf_types<Which...>;
    using leaf = leaf_of<Static, whole>;
    std::vector<leaf> leaves;
    auto visit = [&](const auto& value) { leaves.push_back(leaf(value)); };
    treedef structure = structure_of<whole>(object, visit);
    return flattened<leaf, treedef_of<Static, whole>>{std::move(leaves),
                                                      {std::move(structure), object}};
  }

  template <class Static, class Predicate>
  auto operator()(const Static& object, keyword_argument<"is_leaf", Predicate> option) const {
    return (*this)(object, option.get());
  }
};

struct leaves_fn {
  template <class Static, class... Option>
  auto operator()(const Static& object, const Option&... option) const {
    return flatten_fn{}(object, option...).leaves;
  }
};

struct structure_fn {
  template <class Type>
  treedef operator()(const tree<Type>& root) const {
    return root.structure();
  }
  template <class Tree>
  treedef operator()(const tree_view<Tree>& view) const {
    return view.structure();
  }
  template <class Type, leaf_predicate<Type> Predicate>
  treedef operator()(const tree<Type>& root, const Predicate& is_leaf) const {
    return prune(root, is_leaf).structure;
  }
  template <static_tree Static, class... Which>
  treedef_of<Static, leaf_types<Which...>> operator()(const Static& object,
                                                      leaf_types<Which...> = {}) const {
    auto visit = [](const auto&) {};
    return {structure_of<leaf_types<Which...>>(object, visit), object};
  }
  template <class Static, class Predicate>
  auto operator()(const Static& object, keyword_argument<"is_leaf", Predicate> option) const {
    return (*this)(object, option.get());
  }
};

template <class Leaf>
leaf_source<Leaf> source_of(const std::vector<Leaf>& leaves) {
  if constexpr (std::same_as<Leaf, bool>)
    return leaf_source<bool>(leaves.begin());
  else
    return leaf_source<Leaf>(leaves.data());
}

/// Leaves of this type can become leaves of a static tree without loss.
template <class Leaf, class To>
concept leaf_for = std::same_as<Leaf, To> ||
                   (!is_leaf_variant<To> && requires(const Leaf& object) { To{object}; });

template <class Static>
struct unflatten_as_fn {
  /// A Static of these leaves, if the structure is one of it. Throws mismatch_error where it is
  /// not, and leaf_count_error.
  template <leaf_for<leaf_of<Static>> Leaf>
  Static operator()(const treedef& structure, const std::vector<Leaf>& leaves) const {
    require_leaf_count(structure, leaves.size());
    if constexpr (is_dynamic_tree<Static>) {
      auto source = source_of(leaves);
      return static_builder<leaf_types<>, decltype(source)>(source).template build<Static>(
          structure.node(), nullptr, nullptr);
    } else {
      return build(structure, leaves, nullptr, leaf_types<>{});
    }
  }

  template <class Leaf, class Whole>
  static Static build(const treedef& structure, const std::vector<Leaf>& leaves,
                      const Static* model, Whole) {
    auto source = source_of(leaves);
    return static_builder<Whole, decltype(source)>(source).template build<Static>(structure.node(),
                                                                                  model, nullptr);
  }
};

struct unflatten_fn {
  /// The tree of the class that the structure is of.
  template <class Static, class Whole, leaf_for<leaf_of<Static, Whole>> Leaf>
  Static operator()(const treedef_of<Static, Whole>& structure,
                    const std::vector<Leaf>& leaves) const {
    require_leaf_count(structure, leaves.size());
    return unflatten_as_fn<Static>::build(structure, leaves, structure.model(), Whole{});
  }
  template <class Static, class Whole>
  Static
  operator()(const treedef_of<Static, Whole>& structure,
             std::initializer_list<std::type_identity_t<leaf_of<Static, Whole>>> leaves) const {
    return (*this)(structure, std::vector<leaf_of<Static, Whole>>(leaves));
  }

  template <class Type>
    requires(!is_dynamic_tree<Type>)
  tree<Type> operator()(const treedef& structure, const std::vector<Type>& leaves) const {
    require_leaf_count(structure, leaves.size());
    auto buffer = leaf_buffer<Type>::uninitialised(leaves.size());
    buffer.fill(leaves.size(), [&](std::size_t index) -> Type { return leaves[index]; });
    return tree<Type>(structure, std::move(buffer));
  }
  template <std::same_as<treedef> Structure, class Type>
    requires(!is_dynamic_tree<Type>)
  tree<Type> operator()(const Structure& structure, std::initializer_list<Type> leaves) const {
    return (*this)(structure, std::vector<Type>(leaves));
  }
  /// Trees in place of leaves become part of the structure.
  template <class Type>
  tree<Type> operator()(const treedef& structure, const std::vector<tree<Type>>& parts) const {
    require_leaf_count(structure, parts.size());
    std::vector<treedef> structures;
    std::vector<const tree<Type>*> pointers;
    for (const tree<Type>& part : parts) {
      structures.push_back(part.structure());
      pointers.push_back(&part);
    }
    return tree<Type>(structure.graft(structures), concatenated<Type>(pointers));
  }
};

struct flatten_with_path_fn {
  template <class Static, class... Option>
  auto operator()(const Static& object, const Option&... option) const {
    auto flat = flatten_fn{}(object, option...);
    using leaf = typename decltype(flat.leaves)::value_type;
    using structure = decltype(flat.structure);
    std::vector<path_leaf<leaf>> leaves;
    leaves.reserve(flat.leaves.size());
    visit_paths(flat.structure.node(), [&](const key_path& path, std::size_t index) {
      leaves.push_back({path, std::move(flat.leaves[index])});
    });
    return flattened_with_path<leaf, structure>{std::move(leaves), std::move(flat.structure)};
  }
};

} // namespace detail

/// `auto [leaves, def] = flatten(tree)`, `flatten(tree, is_leaf)`
inline constexpr detail::flatten_fn flatten{};
/// The leaves alone, in the order of the structure.
inline constexpr detail::leaves_fn leaves{};
/// The structure alone.
inline constexpr detail::structure_fn structure{};
/// `unflatten(def, leaves)`: the inverse of flatten. Throws leaf_count_error, and access_error with
/// the path where a leaf is not of the type that its place has.
inline constexpr detail::unflatten_fn unflatten{};
/// `unflatten_as<Params>(def, leaves)`: of a structure whose class is not known while compiling.
template <class Static>
inline constexpr detail::unflatten_as_fn<Static> unflatten_as{};
/// As flatten, every leaf with its key path: `for (auto& [path, value] :
/// flatten_with_path(t).leaves)`.
inline constexpr detail::flatten_with_path_fn flatten_with_path{};

} // namespace treelize
