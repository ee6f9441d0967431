// Leaves as JSON values, without loss: a number that does not fit the leaf's type is an error, and
// what JSON has no number for is written as {"$float": "nan"}.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/type_name.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <utility>

namespace treelize::detail {

using json = nlohmann::ordered_json;

[[noreturn]] inline void throw_format(const std::string& what, const std::string& path) {
  detail::raise(format_error("treelize: JSON: " + what + " " + at_path(path), path));
}

/// A value in a message: short.
inline std::string json_text(const json& value) {
  if (value.is_structured())
    return value.is_array() ? "an array" : "an object";
  const std::string text = value.dump();
  return text.size() > 60 ? text.substr(0, 60) + "..." : text;
}

inline constexpr std::string_view float_key = "$float";

template <class Type>
json json_of_leaf(const Type& leaf) {
  if constexpr (std::floating_point<Type>) {
    if (!std::isfinite(leaf))
      return json{{std::string(float_key), std::isnan(leaf) ? "nan" : leaf < 0 ? "-inf" : "inf"}};
  }
  return json(leaf);
}

inline bool is_special_float(const json& value) {
  return value.is_object() && value.size() == 1 && value.begin().key() == float_key;
}

template <std::floating_point Type>
bool read_special_float(const json& value, Type& leaf) {
  const json& name = value.begin().value();
  if (name == "nan")
    leaf = std::numeric_limits<Type>::quiet_NaN();
  else if (name == "inf" || name == "-inf")
    leaf = name == "inf" ? std::numeric_limits<Type>::infinity()
                         : -std::numeric_limits<Type>::infinity();
  else
    return false;
  return true;
}

/// Whether the value is one of T's; then the leaf has it.
template <class Type>
bool read_leaf(const json& value, Type& leaf) {
  if constexpr (std::same_as<Type, bool>) {
    if (!value.is_boolean())
      return false;
    leaf = value.template get<bool>();
  } else if constexpr (std::integral<Type>) {
    if (value.is_number_unsigned()) {
      const auto number = value.template get<std::uint64_t>();
      leaf = static_cast<Type>(number);
      return std::in_range<Type>(number);
    }
    if (!value.is_number_integer() || !std::in_range<Type>(value.template get<std::int64_t>()))
      return false;
    leaf = static_cast<Type>(value.template get<std::int64_t>());
  } else if constexpr (std::floating_point<Type>) {
    if (is_special_float(value))
      return read_special_float(value, leaf);
    if (!value.is_number())
      return false;
    leaf = value.template get<Type>();
  } else if constexpr (std::same_as<Type, std::string>) {
    if (!value.is_string())
      return false;
    leaf = value.template get<std::string>();
  } else {
    TREELIZE_TRY {
      leaf = value.template get<Type>();
    }
    TREELIZE_CATCH(const json::exception&) {
      return false;
    }
  }
  return true;
}

template <class Type>
std::string not_a_leaf(const json& value) {
  return json_text(value) + " is no " + std::string(type_name<Type>());
}

} // namespace treelize::detail
