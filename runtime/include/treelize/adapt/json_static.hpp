// Static trees as JSON and back: a node is an object of its fields, aux data among them; vectors,
// arrays, tuples and pairs are arrays, maps objects, an empty optional null. Reading wants exactly
// the fields and lengths that the class has.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/json_tree.hpp"
#include "treelize/detail/pytree/static_build.hpp"

namespace treelize::detail {

template <class T>
json json_of(const T& x);

template <class T>
std::string json_key_of(const T& key) {
  if constexpr (is_integer_key<T>)
    return std::to_string(key);
  else
    return std::string(std::string_view(key));
}

template <class T>
json json_of_node(const T& x) {
  json object = json::object();
  if constexpr (listed_node<T>) {
    using members = typename node_traits<T>::members;
    [&]<std::size_t... M>(std::index_sequence<M...>) {
      ((object[std::string(members::template at<M>::key)] =
            json_of(x.*members::template at<M>::pointer)),
       ...);
    }(std::make_index_sequence<members::size>{});
  } else {
    static_assert(!with_aux_function<T> && has_names<T>,
                  "treelize: JSON: a node by functions needs keys, and no aux data");
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((object[std::string(shape_of<T>::key(I).name)] = json_of(shape_of<T>::template get<I>(x))),
       ...);
    }(std::make_index_sequence<shape_of<T>::size>{});
  }
  return object;
}

template <class T>
json json_of(const T& x) {
  constexpr shape_kind kind = kind_of<T>;
  if constexpr (kind == shape_kind::dynamic) {
    return json_writer<typename T::leaf_type>(x).run();
  } else if constexpr (kind == shape_kind::leaf) {
    return json_of_leaf(x);
  } else if constexpr (kind == shape_kind::optional) {
    return x ? json_of(*x) : json(nullptr);
  } else if constexpr (kind == shape_kind::mapping) {
    json object = json::object();
    for (const auto& [key, value] : x)
      object[json_key_of(key)] = json_of(value);
    return object;
  } else if constexpr (node<T>) {
    return json_of_node(x);
  } else if constexpr (kind == shape_kind::record) {
    return std::apply([](const auto&... part) { return json::array({json_of(part)...}); }, x);
  } else {
    json list = json::array();
    for (const auto& part : x)
      list.push_back(json_of(static_cast<const typename shape_of<T>::element_type&>(part)));
    return list;
  }
}

// ---- reading ----

template <class T>
void read_json(const json& value, T& x, const path_frame* path);

inline const json& json_field(const json& object, std::string_view key, std::string_view type,
                              const path_frame* path) {
  const auto it = object.find(std::string(key));
  if (it == object.end())
    throw_format("a " + std::string(type) + " has no field '" + std::string(key) + "'",
                 path_text(path));
  return *it;
}

inline void require_json(bool holds, const json& value, const std::string& wanted,
                         const path_frame* path) {
  if (!holds)
    throw_format(json_text(value) + " is no " + wanted, path_text(path));
}

template <class T>
void read_json_node(const json& value, T& x, const path_frame* path) {
  using members = typename node_traits<T>::members;
  require_json(value.is_object(), value, std::string(node_name<T>()), path);
  [&]<std::size_t... M>(std::index_sequence<M...>) {
    auto field = [&]<class Member>(std::type_identity<Member>) {
      const path_frame frame = path_frame::named(path, Member::key);
      read_json(json_field(value, Member::key, node_name<T>(), path), x.*Member::pointer, &frame);
    };
    (field(std::type_identity<typename members::template at<M>>{}), ...);
  }(std::make_index_sequence<members::size>{});
  if (value.size() != members::size)
    for (const auto& [key, child] : value.items())
      if (std::find(members::keys.begin(), members::keys.end(), key) == members::keys.end())
        throw_format("a " + std::string(node_name<T>()) + " has a field '" + key + "' too many",
                     path_text(path));
}

template <class T>
void read_json_map(const json& value, T& x, const path_frame* path) {
  using key_type = typename shape_of<T>::key_type;
  require_json(value.is_object(), value, "map", path);
  x.clear();
  for (const auto& [text, child] : value.items()) {
    const path_frame frame = path_frame::named(path, text);
    key_type key{};
    if constexpr (is_integer_key<key_type>) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
      if (error != std::errc() || end != text.data() + text.size())
        throw_format("the key '" + text + "' is no " + std::string(type_name<key_type>()),
                     path_text(path));
    } else {
      key = key_type(std::string_view(text));
    }
    typename shape_of<T>::element_type element{};
    read_json(child, element, &frame);
    x.emplace(std::move(key), std::move(element));
  }
}

template <class T>
void read_json_elements(const json& value, T& x, const path_frame* path) {
  std::size_t i = 0;
  for (const json& child : value) {
    const path_frame frame = path_frame::indexed(path, i);
    if constexpr (kind_of<T> == shape_kind::sequence) {
      typename shape_of<T>::element_type element{};
      read_json(child, element, &frame);
      x.push_back(std::move(element));
    } else {
      read_json(child, x[i], &frame);
    }
    ++i;
  }
}

template <class T>
void read_json(const json& value, T& x, const path_frame* path) {
  constexpr shape_kind kind = kind_of<T>;
  if constexpr (kind == shape_kind::dynamic) {
    x = json_reader<typename T::leaf_type>(path).run(value);
  } else if constexpr (kind == shape_kind::leaf) {
    if (!read_leaf(value, x))
      throw_format(not_a_leaf<T>(value), path_text(path));
  } else if constexpr (kind == shape_kind::optional) {
    if (value.is_null())
      return x.reset();
    read_json(value, x.emplace(), path);
  } else if constexpr (kind == shape_kind::mapping) {
    read_json_map(value, x, path);
  } else if constexpr (listed_node<T>) {
    read_json_node(value, x, path);
  } else if constexpr (kind == shape_kind::record) {
    require_json(value.is_array() && value.size() == shape_of<T>::size, value,
                 "array of " + std::to_string(shape_of<T>::size), path);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto part = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
        const path_frame frame = path_frame::indexed(path, K);
        read_json(value[K], shape_of<T>::template get<K>(x), &frame);
      };
      (part(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<shape_of<T>::size>{});
  } else if constexpr (kind == shape_kind::sequence) {
    require_json(value.is_array(), value, "array", path);
    x.clear();
    read_json_elements(value, x, path);
  } else {
    require_json(value.is_array() && value.size() == std::size(x), value,
                 "array of " + std::to_string(std::size(x)), path);
    read_json_elements(value, x, path);
  }
}

} // namespace treelize::detail
