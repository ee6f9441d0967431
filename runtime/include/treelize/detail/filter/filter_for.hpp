// A filter whose kind is chosen when the program runs, for leaves of one type: filter_for<T> holds
// any filter or literal, filter_list<T> is a sequence of them that split and its kin take as a
// whole.
#pragma once

#include "treelize/detail/filter/combinators.hpp"
#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/raise.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace treelize {

/// Any filter for leaves of one type, chosen while the program runs.
template <class Type>
class filter_for : public detail::filter_base<filter_for<Type>> {
  struct erased {
    virtual ~erased() = default;
    virtual detail::verdict test(const detail::site<Type>& here) const = 0;
    virtual std::string str() const = 0;
    bool reads = false;
    bool is_rest = false;
  };

  template <class Filter>
  struct holder final : erased {
    Filter held;

    explicit holder(Filter chosen) : held(std::move(chosen)) {
      this->reads = Filter::template reads_leaf<Type>;
      if constexpr (std::same_as<Filter, detail::rest_filter>)
        this->is_rest = true;
      if constexpr (std::same_as<Filter, detail::bool_filter>)
        this->is_rest = held.value;
    }
    detail::verdict test(const detail::site<Type>& here) const override { return held.test(here); }
    std::string str() const override { return held.str(); }
  };

  std::shared_ptr<const erased> held_;

public:
  template <class Leaf>
  static constexpr bool reads_leaf = true;

  template <class Alternative>
    requires(!std::same_as<std::remove_cvref_t<Alternative>, filter_for>)
  filter_for(const Alternative& literal)
      : held_(
            std::make_shared<holder<detail::filter_of<Alternative>>>(detail::as_filter(literal))) {}

  detail::verdict test(const detail::site<Type>& here) const { return held_->test(here); }
  std::string str() const { return held_->str(); }
  /// The verdict depends on the leaf itself.
  bool reads() const { return held_->reads; }
  /// A literal that only its like may follow.
  bool is_rest() const { return held_->is_rest; }
};

/// As many filters as are known while the program runs, for split and state.
template <class Type>
class filter_list {
public:
  filter_list() = default;
  filter_list(std::initializer_list<filter_for<Type>> filters) : filters_(filters) {}
  explicit filter_list(std::vector<filter_for<Type>> filters) : filters_(std::move(filters)) {}

  void push_back(filter_for<Type> chosen) { filters_.push_back(std::move(chosen)); }
  std::size_t size() const { return filters_.size(); }
  const filter_for<Type>& operator[](std::size_t index) const { return filters_[index]; }

private:
  std::vector<filter_for<Type>> filters_;
};

namespace detail {

template <class Type>
inline constexpr bool is_filter_list = false;
template <class Type>
inline constexpr bool is_filter_list<filter_list<Type>> = true;

template <class Filter>
constexpr bool is_rest(const Filter& chosen) {
  if constexpr (std::same_as<Filter, rest_filter>)
    return true;
  else if constexpr (std::same_as<Filter, bool_filter>)
    return chosen.value;
  else if constexpr (requires { chosen.is_rest(); })
    return chosen.is_rest();
  else
    return false;
}

/// Filters in their order, of types that are known: the first that selects a leaf has it.
template <class... Filter>
class filter_row {
public:
  static constexpr std::size_t count = sizeof...(Filter);
  /// All that they are is in their types.
  static constexpr bool is_constant = (true && ... && std::is_empty_v<Filter>);
  template <class Leaf>
  static constexpr bool reads_leaf = (false || ... || Filter::template reads_leaf<Leaf>);

  constexpr filter_row() = default;
  constexpr explicit filter_row(Filter... filters)
    requires(count > 0)
      : filters_(std::move(filters)...) {}

  constexpr std::size_t size() const { return count; }
  template <class Leaf>
  constexpr std::size_t first_match(const site<Leaf>& here) const {
    std::size_t index = 0, found = count;
    for_each_value(filters_, [&](const auto& chosen) {
      if (found == count && chosen.test(here) == verdict::yes)
        found = index;
      ++index;
    });
    return found;
  }
  /// Calls `chosen(index, filter)` for each.
  template <class Visit>
  constexpr void visit(const Visit& chosen) const {
    std::size_t index = 0;
    for_each_value(filters_, [&](const auto& one) { chosen(index++, one); });
  }
  template <class Leaf>
  bool reads() const {
    return reads_leaf<Leaf>;
  }

private:
  value_pack<Filter...> filters_;
};

/// The same for filters chosen at run time.
template <class Type>
class filter_sequence {
public:
  explicit filter_sequence(const filter_list<Type>& filters) : filters_(filters) {}

  std::size_t size() const { return filters_.size(); }
  std::size_t first_match(const site<Type>& here) const {
    std::size_t index = 0;
    while (index < filters_.size() && filters_[index].test(here) != verdict::yes)
      ++index;
    return index;
  }
  template <class Visit>
  void visit(const Visit& chosen) const {
    for (std::size_t index = 0; index < filters_.size(); ++index)
      chosen(index, filters_[index]);
  }
  template <class Leaf>
  bool reads() const {
    bool result = false;
    visit([&](std::size_t, const auto& chosen) { result = result || chosen.reads(); });
    return result;
  }

private:
  const filter_list<Type>& filters_;
};

template <class... Type>
constexpr auto make_row(const Type&... literals) {
  return filter_row<filter_of<Type>...>(as_filter(literals)...);
}
constexpr auto make_row() {
  return filter_row<rest_filter>(rest_filter());
}

template <class Row>
std::string row_text(const Row& row) {
  std::string text;
  row.visit([&](std::size_t index, const auto& chosen) {
    text += (index == 0 ? "" : ", ") + chosen.str();
  });
  return text;
}

/// Refuses `rest` or `true` before a filter of another kind.
template <class Row>
void check_rest_is_last(const Row& row) {
  std::size_t rest_at = row.size();
  row.visit([&](std::size_t index, const auto& chosen) {
    if (is_rest(chosen))
      rest_at = (std::min)(rest_at, index);
    else if (rest_at < index)
      detail::raise(filter_error("treelize: filter " + std::to_string(rest_at) +
                                 " is `rest` or `true`, which takes all that is left, but " +
                                 chosen.str() + " follows"));
  });
}

} // namespace detail
} // namespace treelize
