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

template <class T>
inline constexpr bool braces_make_node = false;
template <listed_node T>
  requires requires { requires node_traits<T>::aggregate; }
inline constexpr bool braces_make_node<T> = []<std::size_t... M>(std::index_sequence<M...>) {
  for (bool array :
       {false, std::is_array_v<typename node_traits<T>::members::template at<M>::type>...})
    if (array)
      return false;
  return true;
}(std::make_index_sequence<node_traits<T>::members::size>{});

template <class Whole, class Source>
class static_builder {
public:
  explicit static_builder(Source source) : source_(source) {}

  /// `model` is null where no object is needed to start from.
  template <class T>
  T build(const treedef_node* node, const T* model, const path_frame* path) {
    constexpr shape_kind kind = kind_of<T>;
    if constexpr (!is_part<T, Whole>) {
      require(node->is_leaf(), node, type_name<T>(), "a leaf", path);
      return source_.template take<T>(path);
    } else if constexpr (kind == shape_kind::dynamic) {
      return build_dynamic<T>(node, path);
    } else if constexpr (kind == shape_kind::optional) {
      using element = typename shape_of<T>::element_type;
      if (node->kind == node_kind::none)
        return T();
      return T(build<element>(node, model && *model ? &**model : nullptr, path));
    } else if constexpr (kind == shape_kind::mapping) {
      return build_map<T>(node, model, path);
    } else if constexpr (kind == shape_kind::sequence) {
      return build_sequence<T>(node, model, path);
    } else if constexpr (kind == shape_kind::array) {
      T out{};
      fill_array(out, node, model, path);
      return out;
    } else if constexpr (node_by_functions<T>) {
      return build_by_functions<T>(node, model, path);
    } else if constexpr (listed_node<T>) {
      return build_listed<T>(node, model, path);
    } else {
      require(node->kind == node_kind::tuple && node->size == shape_of<T>::size, node,
              type_name<T>(), "a tuple of " + std::to_string(shape_of<T>::size), path);
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return T{child<T, I>(node, model, path)...};
      }(std::make_index_sequence<shape_of<T>::size>{});
    }
  }

private:
  Source source_;

  static void require(bool holds, const treedef_node* node, std::string_view type,
                      const std::string& wanted, const path_frame* path) {
    if (!holds)
      throw_not_of_class(node, type, wanted, path);
  }

  template <class T>
  T build_dynamic(const treedef_node* node, const path_frame* path) {
    using leaf = typename T::leaf_type;
    auto leaves = leaf_buffer<leaf>::uninitialised(node->leaves);
    leaves.fill(node->leaves, [&](std::size_t) { return source_.template take<leaf>(path); });
    return T(treedef::share(node), std::move(leaves));
  }

  // ---- containers ----

  template <class T>
  T build_sequence(const treedef_node* node, const T* model, const path_frame* path) {
    using element = typename shape_of<T>::element_type;
    require(node->kind == node_kind::list, node, type_name<T>(), "a list", path);
    T out;
    out.reserve(node->size);
    for (std::size_t i = 0; i < node->size; ++i) {
      const path_frame frame = path_frame::indexed(path, i);
      if constexpr (is_part<element, Whole>)
        out.push_back(build<element>(node->child(i),
                                     model && i < model->size() ? &(*model)[i] : nullptr, &frame));
      else
        out.push_back(build<element>(node->child(i), nullptr, &frame));
    }
    return out;
  }

  template <class A>
  void fill_array(A& out, const treedef_node* node, const A* model, const path_frame* path) {
    using element = std::remove_cvref_t<decltype(out[0])>;
    require(node->kind == node_kind::list && node->size == std::size(out), node, type_name<A>(),
            "a list of " + std::to_string(std::size(out)), path);
    for (std::size_t i = 0; i < node->size; ++i) {
      const path_frame frame = path_frame::indexed(path, i);
      const element* part = model ? &(*model)[i] : nullptr;
      if constexpr (std::is_array_v<element>)
        fill_array(out[i], node->child(i), part, &frame);
      else
        out[i] = build<element>(node->child(i), part, &frame);
    }
  }

  template <class T>
  T build_map(const treedef_node* node, const T* model, const path_frame* path) {
    using key_type = typename shape_of<T>::key_type;
    using element = typename shape_of<T>::element_type;
    constexpr bool is_dict = is_integer_key<key_type> || is_name_key<key_type>;
    const std::vector<key_type>* keys = nullptr;
    if constexpr (is_dict) {
      require(node->kind == node_kind::dict &&
                  (node->size == 0 || node->numeric == is_integer_key<key_type>),
              node, type_name<T>(), "a dict", path);
    } else {
      keys = node->data() ? node->data()->template aux<std::vector<key_type>>() : nullptr;
      require(keys && keys->size() == node->size, node, type_name<T>(), "a map", path);
    }
    T out;
    for (std::size_t i = 0; i < node->size; ++i) {
      const path_frame frame =
          is_dict ? path_frame::named(path, node->key(i)) : path_frame::indexed(path, i);
      key_type key = [&] {
        if constexpr (is_dict)
          return key_from<key_type>(node->key(i), path);
        else
          return (*keys)[i];
      }();
      const element* part = nullptr;
      if (model)
        if (auto it = model->find(key); it != model->end())
          part = &it->second;
      out.emplace(std::move(key), build<element>(node->child(i), part, &frame));
    }
    return out;
  }
  template <class K>
  static K key_from(std::string_view text, const path_frame* path) {
    if constexpr (is_integer_key<K>) {
      K key{};
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
      if (error != std::errc() || end != text.data() + text.size())
        throw_no_such_key(text, type_name<K>(), path);
      return key;
    } else {
      return K(text);
    }
  }

  // ---- records ----

  template <class T, std::size_t I>
  auto child(const treedef_node* node, const T* model, const path_frame* path) {
    using type = std::remove_cv_t<typename shape_of<T>::template child_type<I>>;
    const path_frame frame = frame_of<T, I>(path);
    if constexpr (is_part<type, Whole>)
      if (model) {
        auto&& part = shape_of<T>::template get<I>(*model);
        return build<type>(node->child(I), &part, &frame);
      }
    return build<type>(node->child(I), nullptr, &frame);
  }
  template <class T, std::size_t I>
  static path_frame frame_of(const path_frame* path) {
    constexpr static_key key = shape_of<T>::key(I);
    return key.is_index ? path_frame::indexed(path, key.index) : path_frame::named(path, key.name);
  }

  template <class T>
  static void require_node(const treedef_node* node, const path_frame* path) {
    bool fits = node->kind == node_kind::custom && node->size == shape_of<T>::size &&
                node->data()->same_type(node_data::of<T>(node_name<T>()));
    if constexpr (listed_node<T>)
      if constexpr (aux_fields<T>::count > 0)
        fits = fits && node->data()->template aux<typename aux_fields<T>::type>();
    require(fits, node, node_name<T>(), "a node " + std::string(node_name<T>()), path);
  }

  template <class T>
  T build_by_functions(const treedef_node* node, const T* model, const path_frame* path) {
    require_node<T>(node, path);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      using children =
          std::tuple<std::remove_cv_t<typename shape_of<T>::template child_type<I>>...>;
      children parts{child<T, I>(node, model, path)...};
      if constexpr (with_aux_function<T>) {
        using aux = std::decay_t<decltype(node_traits<T>::aux(std::declval<const T&>()))>;
        const aux* kept = node->data()->template aux<aux>();
        require(kept, node, node_name<T>(), "a node " + std::string(node_name<T>()), path);
        return node_traits<T>::make(*kept, std::get<I>(std::move(parts))...);
      } else {
        return node_traits<T>::make(std::get<I>(std::move(parts))...);
      }
    }(std::make_index_sequence<shape_of<T>::size>{});
  }

  template <class T>
  T build_listed(const treedef_node* node, const T* model, const path_frame* path) {
    using members = typename node_traits<T>::members;
    require_node<T>(node, path);
    return [&]<std::size_t... M>(std::index_sequence<M...>) -> T {
      if constexpr (braces_make_node<T>) {
        return T{member<T, M>(node, model, path)...};
      } else if constexpr (std::is_default_constructible_v<T>) {
        T out{};
        in_order({(fill_member<T, M>(out, node, model, path), true)...});
        return out;
      } else {
        static_assert(
            std::is_copy_constructible_v<T>,
            "treelize: unflatten cannot make this node: give it a default constructor, or "
            "node_traits with `make`");
        require(model, node, node_name<T>(),
                "an object to start from (the treedef of one that was flattened)", path);
        T out(*model);
        in_order({(fill_member<T, M>(out, node, model, path), true)...});
        return out;
      }
    }(std::make_index_sequence<members::size>{});
  }

  template <class T, std::size_t M>
  auto member(const treedef_node* node, const T* model, const path_frame* path) {
    using members = typename node_traits<T>::members;
    if constexpr (members::template at<M>::is_aux)
      return std::get<aux_index<members>(M)>(
          *node->data()->template aux<typename aux_fields<T>::type>());
    else
      return child<T, members::child_of_member[M]>(node, model, path);
  }

  template <class T, std::size_t M>
  void fill_member(T& out, const treedef_node* node, const T* model, const path_frame* path) {
    using members = typename node_traits<T>::members;
    using field = typename members::template at<M>;
    auto& place = out.*field::pointer;
    if constexpr (field::is_aux) {
      kept_aux<typename field::type>::restore(member<T, M>(node, model, path), place);
    } else if constexpr (std::is_array_v<typename field::type>) {
      constexpr std::size_t I = members::child_of_member[M];
      const path_frame frame = frame_of<T, I>(path);
      fill_array(place, node->child(I), model ? &(model->*field::pointer) : nullptr, &frame);
    } else {
      place = member<T, M>(node, model, path);
    }
  }
};

/// Unflattening needs an object to start from somewhere in T.
template <class T, class Whole>
constexpr bool needs_model();

template <class T, class Whole, class Seen>
constexpr bool find_needs_model() {
  if constexpr (!is_part<T, Whole> || kind_of<T> == shape_kind::dynamic || was_seen<Seen, T>) {
    return false;
  } else if constexpr (kind_of<T> == shape_kind::record) {
    if constexpr (listed_node<T> && !braces_make_node<T> && !std::is_default_constructible_v<T>)
      return true;
    else
      return []<std::size_t... I>(std::index_sequence<I...>) {
        bool needed = false;
        in_order(
            {(needed =
                  needed ||
                  find_needs_model<std::remove_cv_t<typename shape_of<T>::template child_type<I>>,
                                   Whole, typename with_seen<Seen, T>::type>())...});
        return needed;
      }(std::make_index_sequence<shape_of<T>::size>{});
  } else {
    return find_needs_model<std::remove_cv_t<typename shape_of<T>::element_type>, Whole, Seen>();
  }
}
template <class T, class Whole>
constexpr bool needs_model() {
  return find_needs_model<T, Whole, type_list<>>();
}

} // namespace treelize::detail
