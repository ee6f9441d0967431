// Static trees as JSON and back: a node is an object of its fields, aux data among them; vectors,
// arrays, tuples and pairs are arrays, maps objects, an empty optional null. Reading wants exactly
// the fields and lengths that the class has.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/json_tree.hpp"
#include "treelize/detail/pytree/static_build.hpp"

namespace treelize::detail {

template <class Type>
json json_of(const Type& target);

template <class Type>
std::string json_key_of(const Type& key) {
  if constexpr (is_integer_key<Type>)
    return std::to_string(key);
  else
    return std::string(std::string_view(key));
}

template <class Type>
json json_of_node(const Type& target) {
  json object = json::object();
  if constexpr (listed_node<Type>) {
    using members = typename node_traits<Type>::members;
    [&]<std::size_t... Mode>(std::index_sequence<Mode...>) {
      ((object[std::string(members::template at<Mode>::key)] =
            json_of(target.*members::template at<Mode>::pointer)),
       ...);
    }(std::make_index_sequence<members::size>{});
  } else {
    static_assert(!with_aux_function<Type> && has_names<Type>,
                  "treelize: JSON: a node by functions needs keys, and no aux data");
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      ((object[std::string(shape_of<Type>::key(Index).name)] =
            json_of(shape_of<Type>::template get<Index>(target))),
       ...);
    }(std::make_index_sequence<shape_of<Type>::size>{});
  }
  return object;
}

template <class Type>
json json_of(const Type& target) {
  constexpr shape_kind kind = kind_of<Type>;
  if constexpr (kind == shape_kind::dynamic) {
    return json_writer<typename Type::leaf_type>(target).run();
  } else if constexpr (kind == shape_kind::leaf) {
    return json_of_leaf(target);
  } else if constexpr (kind == shape_kind::optional) {
    return target ? json_of(*target) : json(nullptr);
  } else if constexpr (kind == shape_kind::mapping) {
    json object = json::object();
    for (const auto& [key, value] : target)
      object[json_key_of(key)] = json_of(value);
    return object;
  } else if constexpr (node<Type>) {
    return json_of_node(target);
  } else if constexpr (kind == shape_kind::record) {
    return std::apply([](const auto&... part) { return json::array({json_of(part)...}); }, target);
  } else {
    json list = json::array();
    for (const auto& part : target)
      list.push_back(json_of(static_cast<const typename shape_of<Type>::element_type&>(part)));
    return list;
  }
}

// ---- reading ----

template <class Type>
void read_json(const json& value, Type& target, const path_frame* path);

inline const json& json_field(const json& object, std::string_view key, std::string_view type,
                              const path_frame* path) {
  const auto it = object.find(std::string(key));
  if (it == object.end())
    throw_format("the text has no field '" + std::string(key) + "' of '" + std::string(type) + "'",
                 path_text(path));
  return *it;
}

inline void require_json(bool holds, const json& value, const std::string& wanted,
                         const path_frame* path) {
  if (!holds)
    throw_format(json_text(value) + " is no " + wanted, path_text(path));
}

template <class Type>
void read_json_node(const json& value, Type& target, const path_frame* path) {
  using members = typename node_traits<Type>::members;
  require_json(value.is_object(), value, std::string(node_name<Type>()), path);
  [&]<std::size_t... Mode>(std::index_sequence<Mode...>) {
    auto field = [&]<class Member>(std::type_identity<Member>) {
      const path_frame frame = path_frame::named(path, Member::key);
      read_json(json_field(value, Member::key, node_name<Type>(), path), target.*Member::pointer,
                &frame);
    };
    (field(std::type_identity<typename members::template at<Mode>>{}), ...);
  }(std::make_index_sequence<members::size>{});
  if (value.size() != members::size)
    for (const auto& [key, child] : value.items())
      if (std::find(members::keys.begin(), members::keys.end(), key) == members::keys.end())
        throw_format("a " + std::string(node_name<Type>()) + " has a field '" + key + "' too many",
                     path_text(path));
}

template <class Type>
void read_json_map(const json& value, Type& target, const path_frame* path) {
  using key_type = typename shape_of<Type>::key_type;
  require_json(value.is_object(), value, "map", path);
  target.clear();
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
    typename shape_of<Type>::element_type element{};
    read_json(child, element, &frame);
    target.emplace(std::move(key), std::move(element));
  }
}

template <class Type>
void read_json_elements(const json& value, Type& target, const path_frame* path) {
  std::size_t index = 0;
  for (const json& child : value) {
    const path_frame frame = path_frame::indexed(path, index);
    if constexpr (kind_of<Type> == shape_kind::sequence) {
      typename shape_of<Type>::element_type element{};
      read_json(child, element, &frame);
      target.push_back(std::move(element));
    } else {
      read_json(child, target[index], &frame);
    }
    ++index;
  }
}

template <class Type>
void read_json(const json& value, Type& target, const path_frame* path) {
  constexpr shape_kind kind = kind_of<Type>;
  if constexpr (kind == shape_kind::dynamic) {
    target = json_reader<typename Type::leaf_type>(path).run(value);
  } else if constexpr (kind == shape_kind::leaf) {
    if (!read_leaf(value, target))
      throw_format(not_a_leaf<Type>(value), path_text(path));
  } else if constexpr (kind == shape_kind::optional) {
    if (value.is_null())
      return target.reset();
    read_json(value, target.emplace(), path);
  } else if constexpr (kind == shape_kind::mapping) {
    read_json_map(value, target, path);
  } else if constexpr (listed_node<Type>) {
    read_json_node(value, target, path);
  } else if constexpr (kind == shape_kind::record) {
    require_json(value.is_array() && value.size() == shape_of<Type>::size, value,
                 "array of " + std::to_string(shape_of<Type>::size), path);
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      auto part = [&]<std::size_t Key>(std::integral_constant<std::size_t, Key>) {
        const path_frame frame = path_frame::indexed(path, Key);
        read_json(value[Key], shape_of<Type>::template get<Key>(target), &frame);
      };
      (part(std::integral_constant<std::size_t, Index>{}), ...);
    }(std::make_index_sequence<shape_of<Type>::size>{});
  } else if constexpr (kind == shape_kind::sequence) {
    require_json(value.is_array(), value, "array", path);
    target.clear();
    read_json_elements(value, target, path);
  } else {
    require_json(value.is_array() && value.size() == std::size(target), value,
                 "array of " + std::to_string(std::size(target)), path);
    read_json_elements(value, target, path);
  }
}

} // namespace treelize::detail
