// A filter whose kind is chosen when the program runs, for leaves of one type: filter_for<T> holds
// any filter or literal, filter_list<T> is a sequence of them that split and its kin take as a
// whole.
#pragma once

#include "treelize/detail/filter/combinators.hpp"
#include "treelize/detail/filter/errors.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace treelize {

template <class T>
class filter_for : public detail::filter_base<filter_for<T>> {
  struct erased {
    virtual ~erased() = default;
    virtual detail::verdict test(const detail::site<T>& s) const = 0;
    virtual std::string str() const = 0;
    bool reads = false;
    bool is_rest = false;
  };

  template <class F>
  struct holder final : erased {
    F held;

    explicit holder(F f) : held(std::move(f)) {
      this->reads = F::template reads_leaf<T>;
      if constexpr (std::same_as<F, detail::rest_filter>)
        this->is_rest = true;
      if constexpr (std::same_as<F, detail::bool_filter>)
        this->is_rest = held.value;
    }
    detail::verdict test(const detail::site<T>& s) const override { return held.test(s); }
    std::string str() const override { return held.str(); }
  };

  std::shared_ptr<const erased> held_;

public:
  template <class Leaf>
  static constexpr bool reads_leaf = true;

  template <class L>
    requires(!std::same_as<std::remove_cvref_t<L>, filter_for>)
  filter_for(const L& literal)
      : held_(std::make_shared<holder<detail::filter_of<L>>>(detail::as_filter(literal))) {}

  detail::verdict test(const detail::site<T>& s) const { return held_->test(s); }
  std::string str() const { return held_->str(); }
  /// The verdict depends on the leaf itself.
  bool reads() const { return held_->reads; }
  /// A literal that only its like may follow.
  bool is_rest() const { return held_->is_rest; }
};

template <class T>
class filter_list {
public:
  filter_list() = default;
  filter_list(std::initializer_list<filter_for<T>> filters) : filters_(filters) {}
  explicit filter_list(std::vector<filter_for<T>> filters) : filters_(std::move(filters)) {}

  void push_back(filter_for<T> f) { filters_.push_back(std::move(f)); }
  std::size_t size() const { return filters_.size(); }
  const filter_for<T>& operator[](std::size_t i) const { return filters_[i]; }

private:
  std::vector<filter_for<T>> filters_;
};

namespace detail {

template <class T>
inline constexpr bool is_filter_list = false;
template <class T>
inline constexpr bool is_filter_list<filter_list<T>> = true;

template <class F>
constexpr bool is_rest(const F& f) {
  if constexpr (std::same_as<F, rest_filter>)
    return true;
  else if constexpr (std::same_as<F, bool_filter>)
    return f.value;
  else if constexpr (requires { f.is_rest(); })
    return f.is_rest();
  else
    return false;
}

/// Filters in their order, of types that are known: the first that selects a leaf has it.
template <class... F>
class filter_row {
public:
  static constexpr std::size_t count = sizeof...(F);
  /// All that they are is in their types.
  static constexpr bool is_constant = (true && ... && std::is_empty_v<F>);
  template <class Leaf>
  static constexpr bool reads_leaf = (false || ... || F::template reads_leaf<Leaf>);

  constexpr filter_row() = default;
  constexpr explicit filter_row(F... filters)
    requires(count > 0)
      : filters_(std::move(filters)...) {}

  constexpr std::size_t size() const { return count; }
  template <class Leaf>
  constexpr std::size_t first_match(const site<Leaf>& s) const {
    std::size_t i = 0, found = count;
    for_each_value(filters_, [&](const auto& f) {
      if (found == count && f.test(s) == verdict::yes)
        found = i;
      ++i;
    });
    return found;
  }
  /// Calls `f(index, filter)` for each.
  template <class Visit>
  constexpr void visit(const Visit& f) const {
    std::size_t i = 0;
    for_each_value(filters_, [&](const auto& one) { f(i++, one); });
  }
  template <class Leaf>
  bool reads() const {
    return reads_leaf<Leaf>;
  }

private:
  value_pack<F...> filters_;
};

/// The same for filters chosen at run time.
template <class T>
class filter_sequence {
public:
  explicit filter_sequence(const filter_list<T>& filters) : filters_(filters) {}

  std::size_t size() const { return filters_.size(); }
  std::size_t first_match(const site<T>& s) const {
    std::size_t i = 0;
    while (i < filters_.size() && filters_[i].test(s) != verdict::yes)
      ++i;
    return i;
  }
  template <class Visit>
  void visit(const Visit& f) const {
    for (std::size_t i = 0; i < filters_.size(); ++i)
      f(i, filters_[i]);
  }
  template <class Leaf>
  bool reads() const {
    bool result = false;
    visit([&](std::size_t, const auto& f) { result = result || f.reads(); });
    return result;
  }

private:
  const filter_list<T>& filters_;
};

template <class... T>
constexpr auto make_row(const T&... literals) {
  return filter_row<filter_of<T>...>(as_filter(literals)...);
}
constexpr auto make_row() {
  return filter_row<rest_filter>(rest_filter());
}

template <class Row>
std::string row_text(const Row& row) {
  std::string text;
  row.visit([&](std::size_t i, const auto& f) { text += (i == 0 ? "" : ", ") + f.str(); });
  return text;
}

/// Refuses `rest` or `true` before a filter of another kind.
template <class Row>
void check_rest_is_last(const Row& row) {
  std::size_t rest_at = row.size();
  row.visit([&](std::size_t i, const auto& f) {
    if (is_rest(f))
      rest_at = std::min(rest_at, i);
    else if (rest_at < i)
      throw filter_error("treelize: filter " + std::to_string(rest_at) +
                         " is `rest` or `true`, which takes all that is left, but " + f.str() +
                         " follows");
  });
}

} // namespace detail
} // namespace treelize
