// Printing of key paths.
#include "treelize/detail/key_path.hpp"

#include <algorithm>

namespace treelize {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_identifier(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

void print_name(std::string& text, std::string_view name) {
  if (is_identifier(name)) {
    if (!text.empty())
      text += '.';
    text += name;
    return;
  }
  text += "[\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  text += "\"]";
}

void print_index(std::string& text, std::size_t index) {
  text += '[' + std::to_string(index) + ']';
}

} // namespace

void path_key::print_to(std::string& text) const {
  if (is_index())
    print_index(text, index());
  else
    print_name(text, name());
}

std::string key_path::str() const {
  std::string text;
  for (const path_key& key : keys_)
    key.print_to(text);
  return text;
}

namespace detail {

std::string at_path(const std::string& path) {
  return path.empty() ? "at the root" : "at '" + path + "'";
}

std::string path_text(const path_frame* frame) {
  std::vector<const path_frame*> frames;
  for (; frame; frame = frame->up)
    frames.push_back(frame);
  std::string text;
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    if ((*it)->is_index)
      print_index(text, (*it)->index);
    else
      print_name(text, (*it)->name);
  }
  return text;
}

} // namespace detail
} // namespace treelize
