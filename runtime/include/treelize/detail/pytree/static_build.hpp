// A static tree put together from a structure and leaves.
// Objects are made by `make`, as aggregates, or default constructed and assigned; a class that
// offers neither is copied from a model and assigned. A validating constructor never runs. What the
// structure says is compared with the type on the way, so that any structure may be offered.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/leaf_source.hpp"
#include "treelize/detail/pytree/static_structure.hpp"
#include "treelize/error.hpp"

#include <charconv>
#include <limits>
#include <optional>

namespace treelize::detail {

[[noreturn]] void throw_not_of_class(const treedef_node* node, std::string_view type,
                                     const std::string& wanted, const path_frame* path);
[[noreturn]] void throw_no_such_key(std::string_view key, std::string_view type,
                                    const path_frame* path);

template <class Type>
inline constexpr bool braces_make_node = false;
template <listed_node Type>
  requires requires { requires node_traits<Type>::aggregate; }
inline constexpr bool braces_make_node<Type> = []<std::size_t... Member>(
                                                   std::index_sequence<Member...>) {
  for (bool array :
       {false, std::is_array_v<typename node_traits<Type>::members::template at<Member>::type>...})
    if (array)
      return false;
  return true;
}(std::make_index_sequence<node_traits<Type>::members::size>{});

template <class Whole, class Source>
class static_builder {
public:
  explicit static_builder(Source source) : source_(source) {}

  /// `model` is null where no object is needed to start from.
  template <class Type>
  Type build(const treedef_node* node, const Type* model, const path_frame* path) {
    constexpr shape_kind kind = kind_of<Type>;
    if constexpr (!is_part<Type, Whole>) {
      require(node->is_leaf(), node, type_name<Type>(), "a leaf", path);
      return source_.template take<Type>(path);
    } else if constexpr (kind == shape_kind::dynamic) {
      return build_dynamic<Type>(node, path);
    } else if constexpr (kind == shape_kind::optional) {
      using element = typename shape_of<Type>::element_type;
      if (node->kind == node_kind::none)
        return Type();
      return Type(build<element>(node, model && *model ? &**model : nullptr, path));
    } else if constexpr (kind == shape_kind::mapping) {
      return build_map<Type>(node, model, path);
    } else if constexpr (kind == shape_kind::sequence) {
      return build_sequence<Type>(node, model, path);
    } else if constexpr (kind == shape_kind::array) {
      Type out{};
      fill_array(out, node, model, path);
      return out;
    } else if constexpr (node_by_functions<Type>) {
      return build_by_functions<Type>(node, model, path);
    } else if constexpr (listed_node<Type>) {
      return build_listed<Type>(node, model, path);
    } else {
      require(node->kind == node_kind::tuple && node->size == shape_of<Type>::size, node,
              type_name<Type>(), "a tuple of " + std::to_string(shape_of<Type>::size), path);
      return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return Type{child<Type, Index>(node, model, path)...};
      }(std::make_index_sequence<shape_of<Type>::size>{});
    }
  }

private:
  Source source_;

  static void require(bool holds, const treedef_node* node, std::string_view type,
                      const std::string& wanted, const path_frame* path) {
    if (!holds)
      throw_not_of_class(node, type, wanted, path);
  }

  template <class Type>
  Type build_dynamic(const treedef_node* node, const path_frame* path) {
    using leaf = typename Type::leaf_type;
    auto leaves = leaf_buffer<leaf>::uninitialised(node->leaves);
    leaves.fill(node->leaves, [&](std::size_t) { return source_.template take<leaf>(path); });
    return Type(treedef::share(node), std::move(leaves));
  }

  // ---- containers ----

  template <class Type>
  Type build_sequence(const treedef_node* node, const Type* model, const path_frame* path) {
    using element = typename shape_of<Type>::element_type;
    require(node->kind == node_kind::list, node, type_name<Type>(), "a list", path);
    Type out;
    out.reserve(node->size);
    for (std::size_t position = 0; position < node->size; ++position) {
      const path_frame frame = path_frame::indexed(path, position);
      if constexpr (is_part<element, Whole>)
        out.push_back(build<element>(
            node->child(position),
            model && position < model->size() ? &(*model)[position] : nullptr, &frame));
      else
        out.push_back(build<element>(node->child(position), nullptr, &frame));
    }
    return out;
  }

  template <class Argument>
  void fill_array(Argument& out, const treedef_node* node, const Argument* model,
                  const path_frame* path) {
    using element = std::remove_cvref_t<decltype(out[0])>;
    require(node->kind == node_kind::list && node->size == std::size(out), node,
            type_name<Argument>(), "a list of " + std::to_string(std::size(out)), path);
    for (std::size_t position = 0; position < node->size; ++position) {
      const path_frame frame = path_frame::indexed(path, position);
      const element* part = model ? &(*model)[position] : nullptr;
      if constexpr (std::is_array_v<element>)
        fill_array(out[position], node->child(position), part, &frame);
      else
        out[position] = build<element>(node->child(position), part, &frame);
    }
  }

  template <class Type>
  Type build_map(const treedef_node* node, const Type* model, const path_frame* path) {
    using key_type = typename shape_of<Type>::key_type;
    using element = typename shape_of<Type>::element_type;
    constexpr bool is_dict = is_integer_key<key_type> || is_name_key<key_type>;
    const std::vector<key_type>* keys = nullptr;
    if constexpr (is_dict) {
      require(node->kind == node_kind::dict &&
                  (node->size == 0 || node->numeric == is_integer_key<key_type>),
              node, type_name<Type>(), "a dict", path);
    } else {
      keys = node->data() ? node->data()->template aux<std::vector<key_type>>() : nullptr;
      require(keys && keys->size() == node->size, node, type_name<Type>(), "a map", path);
    }
    Type out;
    for (std::size_t position = 0; position < node->size; ++position) {
      const path_frame frame = is_dict ? path_frame::named(path, node->key(position))
                                       : path_frame::indexed(path, position);
      key_type key = [&] {
        if constexpr (is_dict)
          return key_from<key_type>(node->key(position), path);
        else
          return (*keys)[position];
      }();
      const element* part = nullptr;
      if (model)
        if (auto it = model->find(key); it != model->end())
          part = &it->second;
      out.emplace(std::move(key), build<element>(node->child(position), part, &frame));
    }
    return out;
  }
  template <class Keys>
  static Keys key_from(std::string_view text, const path_frame* path) {
    if constexpr (is_integer_key<Keys>) {
      Keys key{};
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
      if (error != std::errc() || end != text.data() + text.size())
        throw_no_such_key(text, type_name<Keys>(), path);
      return key;
    } else {
      return Keys(text);
    }
  }

  // ---- records ----

  template <class Type, std::size_t Index>
  auto child(const treedef_node* node, const Type* model, const path_frame* path) {
    using type = std::remove_cv_t<typename shape_of<Type>::template child_type<Index>>;
    const path_frame frame = frame_of<Type, Index>(path);
    if constexpr (is_part<type, Whole>)
      if (model) {
        auto&& part = shape_of<Type>::template get<Index>(*model);
        return build<type>(node->child(Index), &part, &frame);
      }
    return build<type>(node->child(Index), nullptr, &frame);
  }
  template <class Type, std::size_t Index>
  static path_frame frame_of(const path_frame* path) {
    constexpr static_key key = shape_of<Type>::key(Index);
    return key.is_index ? path_frame::indexed(path, key.index) : path_frame::named(path, key.name);
  }

  template <class Type>
  static void require_node(const treedef_node* node, const path_frame* path) {
    bool fits = node->kind == node_kind::custom && node->size == shape_of<Type>::size &&
                node->data()->same_type(node_data::of<Type>(node_name<Type>()));
    if constexpr (listed_node<Type>)
      if constexpr (aux_fields<Type>::count > 0)
        fits = fits && node->data()->template aux<typename aux_fields<Type>::type>();
    require(fits, node, node_name<Type>(), "a node " + std::string(node_name<Type>()), path);
  }

  template <class Type>
  Type build_by_functions(const treedef_node* node, const Type* model, const path_frame* path) {
    require_node<Type>(node, path);
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      using children =
          std::tuple<std::remove_cv_t<typename shape_of<Type>::template child_type<Index>>...>;
      children parts{child<Type, Index>(node, model, path)...};
      if constexpr (with_aux_function<Type>) {
        using aux = std::decay_t<decltype(node_traits<Type>::aux(std::declval<const Type&>()))>;
        const aux* kept = node->data()->template aux<aux>();
        require(kept, node, node_name<Type>(), "a node " + std::string(node_name<Type>()), path);
        return node_traits<Type>::make(*kept, std::get<Index>(std::move(parts))...);
      } else {
        return node_traits<Type>::make(std::get<Index>(std::move(parts))...);
      }
    }(std::make_index_sequence<shape_of<Type>::size>{});
  }

  template <class Type>
  Type build_listed(const treedef_node* node, const Type* model, const path_frame* path) {
    using members = typename node_traits<Type>::members;
    require_node<Type>(node, path);
    return [&]<std::size_t... Member>(std::index_sequence<Member...>) -> Type {
      if constexpr (braces_make_node<Type>) {
        return Type{member<Type, Member>(node, model, path)...};
      } else if constexpr (std::is_default_constructible_v<Type>) {
        Type out{};
        in_order({(fill_member<Type, Member>(out, node, model, path), true)...});
        return out;
      } else {
        static_assert(
            std::is_copy_constructible_v<Type>,
            "treelize: unflatten cannot make this node: give it a default constructor, or "
            "node_traits with `make`");
        require(model, node, node_name<Type>(),
                "an object to start from (the treedef of one that was flattened)", path);
        Type out(*model);
        in_order({(fill_member<Type, Member>(out, node, model, path), true)...});
        return out;
      }
    }(std::make_index_sequence<members::size>{});
  }

  template <class Type, std::size_t Member>
  auto member(const treedef_node* node, const Type* model, const path_frame* path) {
    using members = typename node_traits<Type>::members;
    if constexpr (members::template at<Member>::is_aux)
      return std::get<aux_index<members>(Member)>(
          *node->data()->template aux<typename aux_fields<Type>::type>());
    else
      return child<Type, members::child_of_member[Member]>(node, model, path);
  }

  template <class Type, std::size_t Member>
  void fill_member(Type& out, const treedef_node* node, const Type* model, const path_frame* path) {
    using members = typename node_traits<Type>::members;
    using field = typename members::template at<Member>;
    auto& place = out.*field::pointer;
    if constexpr (field::is_aux) {
      kept_aux<typename field::type>::restore(member<Type, Member>(node, model, path), place);
    } else if constexpr (std::is_array_v<typename field::type>) {
      constexpr std::size_t Index = members::child_of_member[Member];
      const path_frame frame = frame_of<Type, Index>(path);
      fill_array(place, node->child(Index), model ? &(model->*field::pointer) : nullptr, &frame);
    } else {
      place = member<Type, Member>(node, model, path);
    }
  }
};

/// Unflattening needs an object to start from somewhere in T.
template <class Type, class Whole>
constexpr bool needs_model();

template <class Type, class Whole, class Seen>
constexpr bool find_needs_model() {
  if constexpr (!is_part<Type, Whole> || kind_of<Type> == shape_kind::dynamic ||
                was_seen<Seen, Type>) {
    return false;
  } else if constexpr (kind_of<Type> == shape_kind::record) {
    if constexpr (listed_node<Type> && !braces_make_node<Type> &&
                  !std::is_default_constructible_v<Type>)
      return true;
    else
      return []<std::size_t... Index>(std::index_sequence<Index...>) {
        bool needed = false;
        in_order(
            {(needed = needed ||
                       find_needs_model<
                           std::remove_cv_t<typename shape_of<Type>::template child_type<Index>>,
                           Whole, typename with_seen<Seen, Type>::type>())...});
        return needed;
      }(std::make_index_sequence<shape_of<Type>::size>{});
  } else {
    return find_needs_model<std::remove_cv_t<typename shape_of<Type>::element_type>, Whole, Seen>();
  }
}
template <class Type, class Whole>
constexpr bool needs_model() {
  return find_needs_model<Type, Whole, type_list<>>();
}

} // namespace treelize::detail
