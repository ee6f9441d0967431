// The key of a pattern: the lengths of the containers and the whole numbers among the arguments of a
// kernel, which decide it, in their order.
#pragma once

#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/leaf_path.hpp"
#include "treelize/detail/signature.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace treelize::detail {

/// For the walks that nobody asks for the path.
struct no_path {};

template <class Path, class Key>
struct path_step;
template <class Key>
struct path_step<no_path, Key> {
  path_step(no_path&, const Key&) {}
};
template <class Key>
struct path_step<leaf_path, Key> : leaf_step {
  using leaf_step::leaf_step;
};

template <class Type>
concept mere_bytes =
    std::is_trivially_copyable_v<Type> && std::has_unique_object_representations_v<Type>;

/// Calls `visit(number, path, what)` for every length and every whole number of a value.
template <class Type, class Path, class Visit>
void for_each_decider(const Type& value, Path& path, const Visit& visit) {
  using plain = std::remove_cv_t<Type>;
  const auto parts = [&](const auto& all) {
    std::size_t index = 0;
    for (const auto& part : all) {
      const path_step<Path, std::size_t> step(path, index++);
      for_each_decider(part, path, visit);
    }
  };
  if constexpr (std::is_floating_point_v<plain> || is_complex<plain>::value) {
    return;
  } else if constexpr (std::is_integral_v<plain> || std::is_enum_v<plain>) {
    visit(static_cast<long long>(value), path, "");
  } else if constexpr (dense_object<plain>) {
    if constexpr (requires { value.rows(); }) {
      visit(static_cast<long long>(value.rows()), path, ".rows()");
      visit(static_cast<long long>(value.cols()), path, ".cols()");
    }
  } else if constexpr (requires { value.shape(); }) {
    for (const std::size_t extent : value.shape())
      visit(static_cast<long long>(extent), path, ".shape()");
    parts(value);
  } else if constexpr (shadow_map<plain>) {
    visit(static_cast<long long>(value.size()), path, ".size()");
    std::size_t index = 0;
    for (const auto& [key, part] : value) {
      const path_step<Path, std::size_t> step(path, index++);
      for_each_decider(key, path, visit);
      for_each_decider(part, path, visit);
    }
  } else if constexpr (shadow_range<plain> || is_span<plain>::value || is_string<plain>::value) {
    visit(static_cast<long long>(std::size(value)), path, ".size()");
    using element = std::remove_cvref_t<decltype(*std::begin(value))>;
    if constexpr (!std::is_floating_point_v<element>)
      parts(value);
  } else if constexpr (shadow_optional<plain>) {
    visit(value.has_value(), path, ".has_value()");
    if (value.has_value())
      for_each_decider(*value, path, visit);
  } else if constexpr (record<plain> || shadow_tuple<plain>) {
    std::size_t index = 0;
    for_each_part(
        [&](const auto& part) {
          if constexpr (named_parts<plain>) {
            const path_step<Path, std::string_view> step(path, part_names<plain>()[index]);
            for_each_decider(part, path, visit);
          } else {
            const path_step<Path, std::size_t> step(path, index);
            for_each_decider(part, path, visit);
          }
          ++index;
        },
        value);
  } else if constexpr (mere_bytes<plain> && !std::is_pointer_v<plain>) {
    for (const unsigned char byte :
         std::bit_cast<std::array<unsigned char, sizeof(plain)>>(value))
      visit(byte, path, " (a byte)");
  }
}

/// Whole numbers that the kernel only sets decide nothing.
template <class Parameter>
bool decides(const kernel_parameter& parameter) {
  return has_shadow<Parameter>::value || parameter.use != parameter_use::written;
}

/// The lengths and whole numbers of the arguments.
template <class Result, class... Parameter, class... Args>
std::vector<long long> pattern_key(const signature<Result, Parameter...>& of, const Args&... args) {
  std::vector<long long> key;
  no_path path;
  std::size_t at = 0;
  const auto add = [&](long long number, no_path&, const char*) { key.push_back(number); };
  const auto take = [&]<class Type>(std::type_identity<Type>, const auto& argument) {
    if (decides<Type>(of.parameters[at++]))
      for_each_decider(argument, path, add);
  };
  (take(std::type_identity<Parameter>(), args), ...);
  return key;
}

[[noreturn]] void throw_other_pattern(const char* kernel, const std::string& what, long long before,
                                      long long now);

/// Refuses a matrix whose pattern other lengths or whole numbers have decided.
template <class Result, class... Parameter, class... Args>
void check_pattern(const char* kernel, const signature<Result, Parameter...>& of,
                   const std::vector<long long>& key, const Args&... args) {
  std::size_t next = 0, at = 0;
  bool is_other = false;
  no_path none;
  const auto compare = [&](long long number, no_path&, const char*) {
    is_other = is_other || next >= key.size() || key[next] != number;
    ++next;
  };
  const auto take = [&]<class Type>(std::type_identity<Type>, const auto& argument) {
    if (decides<Type>(of.parameters[at++]))
      for_each_decider(argument, none, compare);
  };
  (take(std::type_identity<Parameter>(), args), ...);
  if (!is_other && next == key.size())
    return;
  next = at = 0;
  const auto tell = [&]<class Type>(std::type_identity<Type>, const auto& argument) {
    const kernel_parameter& parameter = of.parameters[at++];
    leaf_path path{std::string(parameter.name), ""};
    if (decides<Type>(parameter))
      for_each_decider(argument, path,
                       [&](long long number, const leaf_path& where, const char* what) {
                         if (next >= key.size() || key[next] != number)
                           throw_other_pattern(kernel, where.text + what,
                                               next < key.size() ? key[next] : 0, number);
                         ++next;
                       });
  };
  (tell(std::type_identity<Parameter>(), args), ...);
  throw_other_pattern(kernel, "the number of lengths and whole numbers",
                      static_cast<long long>(key.size()), static_cast<long long>(next));
}

} // namespace treelize::detail
