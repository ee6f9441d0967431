// The name of a type as the compiler spells it, for structures' texts and messages.
#pragma once

#include <string_view>

namespace treelize::detail {

template <class Type>
constexpr std::string_view spelled_signature() {
  return __PRETTY_FUNCTION__;
}

/// `app::Params`
template <class Type>
constexpr std::string_view type_name() {
  constexpr std::string_view text = spelled_signature<Type>();
  constexpr std::string_view mark = "Type = ";
  constexpr std::size_t begin = text.find(mark) + mark.size();
  constexpr std::size_t semicolon = text.find(';', begin); // GCC: another alias follows
  constexpr std::size_t end = semicolon == text.npos ? text.rfind(']') : semicolon;
  return text.substr(begin, end - begin);
}

} // namespace treelize::detail
