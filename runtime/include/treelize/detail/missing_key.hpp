// What a derivative throws where the kernel's `map.at(key)` does.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace treelize {

/// `the map 'net.rates' has no key 'a'`; a key that is neither text nor a number is not told.
template <class Key>
std::out_of_range missing_key(const char* map, const Key& key) {
  std::string text = " such key";
  if constexpr (std::convertible_to<const Key&, std::string_view>)
    text = " key '" + std::string(std::string_view(key)) + "'";
  else if constexpr (std::is_arithmetic_v<Key>)
    text = " key " + std::to_string(key);
  return std::out_of_range("treelize: the map '" + std::string(map) + "' has no" + text);
}

inline std::out_of_range missing_key(const char* map) {
  return std::out_of_range("treelize: the map '" + std::string(map) + "' has no such key");
}

} // namespace treelize
