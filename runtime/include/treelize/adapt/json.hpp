// Trees and JSON, with nlohmann's library: `parse_json<tree<double>>(text)`,
// `parse_json<Params>(text)`, `write_json(tree)`; and `nlohmann::ordered_json value = tree`,
// `value.get<Params>()`. Errors are treelize::format_error with the key path, also for text that is
// no JSON and for a key twice.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/json_static.hpp"

#include <string_view>
#include <unordered_set>
#include <vector>

namespace treelize {
namespace detail {

/// Builds a JSON value from the parser's events, and knows where it is when something is wrong.
class json_events : public nlohmann::json_sax<json> {
public:
  json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    if (!seen_.back().insert(key_).second)
      throw_format("the key '" + key_ + "' occurs twice", path().str());
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const json::exception& error) override {
    throw_format("character " + std::to_string(position) + ": " + error.what(), path().str());
  }

private:
  json root_;
  std::vector<json*> open_;
  std::vector<std::string> keys_; ///< of the open objects, as far as they are in one
  std::string key_;
  std::vector<std::unordered_set<std::string>> seen_; ///< keys of the open objects

  json* place(json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &parent.get_ref<json::object_t&>().emplace_back(key_, std::move(value)).second;
  }
  bool add(json value) {
    place(std::move(value));
    return true;
  }
  bool open(json value) {
    json* placed = place(std::move(value));
    keys_.push_back(key_);
    open_.push_back(placed);
    seen_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    seen_.pop_back();
    return true;
  }
  key_path path() const {
    key_path path;
    for (std::size_t index = 1; index < open_.size(); ++index)
      path.push_back(open_[index - 1]->is_array() ? path_key(open_[index - 1]->size() - 1)
                                                  : path_key(keys_[index]));
    if (!open_.empty())
      path.push_back(open_.back()->is_array() ? path_key(open_.back()->size()) : path_key(key_));
    return path;
  }
};

template <class Side>
struct parse_json_fn {
  /// Throws format_error.
  Side operator()(std::string_view text) const {
    json_events events;
    json::sax_parse(text.begin(), text.end(), &events);
    Side result{};
    read_json(events.take(), result, nullptr);
    return result;
  }
};

struct write_json_fn {
  /// With an indentation for people; without one in one line.
  template <class Side>
  std::string operator()(const Side& element, int indent = -1) const {
    return json_of(element).dump(indent);
  }
};

} // namespace detail

/// `parse_json<tree<double>>(text)`, `parse_json<Params>(text)`
template <class Side>
inline constexpr detail::parse_json_fn<Side> parse_json{};
/// `write_json(tree)`, `write_json(params, 2)`
inline constexpr detail::write_json_fn write_json{};

} // namespace treelize

template <class Side>
  requires(treelize::detail::is_dynamic_tree<Side> || treelize::node<Side>)
struct nlohmann::adl_serializer<Side> {
  static void to_json(treelize::detail::json& value, const Side& element) {
    value = treelize::detail::json_of(element);
  }
  static void from_json(const treelize::detail::json& value, Side& element) {
    treelize::detail::read_json(value, element, nullptr);
  }
};
