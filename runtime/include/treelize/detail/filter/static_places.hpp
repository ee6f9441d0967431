// What filters select of a static tree, found from its types alone, and what is wrong with them: a
// filter that can match nothing, one whose leaves earlier filters take, a leaf that none of them
// selects. Keys of containers are open here, and so is all that only the leaves' values decide.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/leaf_walk.hpp"
#include "treelize/detail/walk/static_check.hpp"

#include <array>
#include <cstddef>

namespace treelize {

/// The names of these templates are the message; the number says which filter, counted from 0.
template <std::size_t Index, class Filters, class Tree>
struct filter_matches_nothing {
  static_assert(sizeof(Tree*) == 0, "treelize: the tree has no leaf that this filter could select");
};
template <std::size_t Index, class Filters, class Tree>
struct filter_is_shadowed {
  static_assert(sizeof(Tree*) == 0,
                "treelize: earlier filters take all leaves that this filter selects");
};
template <class Path, class Filters, class Tree>
struct leaf_not_covered {
  static_assert(sizeof(Path*) == 0,
                "treelize: no filter selects the leaf at the key path that key_path_is<...> names");
};

namespace detail {

/// Calls `visit(site, leaf known)` for each place where a tree of type T can have leaves.
template <class T, class... Above, class Visit>
constexpr void visit_places(const site_step* up, const Visit& visit) {
  constexpr shape_kind kind = kind_of<T>;
  if constexpr ((false || ... || std::same_as<T, Above>) || kind == shape_kind::dynamic) {
    visit(site<void>{up, nullptr});
  } else if constexpr (kind == shape_kind::leaf) {
    visit(site<T>{up, nullptr});
  } else if constexpr (kind == shape_kind::record) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto at = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
        using child = std::remove_cv_t<typename shape_of<T>::template child_type<J>>;
        const site_step step = field_step<T, J>(up);
        visit_places<child, Above..., T>(&step, visit);
      };
      (at(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<shape_of<T>::size>{});
  } else if constexpr (kind == shape_kind::optional) {
    visit_places<typename shape_of<T>::element_type, Above...>(up, visit);
  } else {
    const site_step step{
        up, {}, 0, kind == shape_kind::mapping ? step_kind::open_name : step_kind::open_index, {}};
    visit_places<typename shape_of<T>::element_type, Above...>(&step, visit);
  }
}

enum class row_problem { none, matches_nothing, shadowed, not_covered };

struct row_finding {
  row_problem kind = row_problem::none;
  std::size_t filter = 0;
  problem path = {};
};

constexpr void print_steps(problem& path, const site_step* last) {
  for (; last; last = last->up) {
    if (last->is_open())
      path.under_element();
    else
      path.under(last->kind == step_kind::index ? index_key(last->index)
                                                : static_key{last->name, 0, false});
  }
}

/// What a row of filters does to the places of a type.
template <class Row>
struct row_findings {
  const Row& row;
  std::array<bool, Row::count> matches{};
  std::array<bool, Row::count> has_some{};
  bool any_place = false;
  bool covered = true;
  problem uncovered = {};

  template <class Leaf>
  constexpr void at(const site<Leaf>& s) {
    any_place = true;
    bool taken = false, maybe_taken = false;
    row.visit([&](std::size_t i, const auto& f) {
      verdict v = verdict::maybe;
      if constexpr (!std::is_void_v<Leaf>)
        v = f.test(s);
      matches[i] = matches[i] || v != verdict::no;
      has_some[i] = has_some[i] || (v != verdict::no && !taken);
      taken = taken || v == verdict::yes;
      maybe_taken = maybe_taken || v != verdict::no;
    });
    if (!maybe_taken && covered) {
      covered = false;
      print_steps(uncovered, s.last);
    }
  }
};

/// A filter that may be idle: it says nothing about the tree's leaves, or takes what is left.
template <class F>
constexpr bool may_be_idle(const F& f) {
  return std::same_as<F, nothing_filter> || std::same_as<F, bool_filter> ||
         std::same_as<F, everything_filter> || is_rest(f);
}

template <class T, class Row>
constexpr row_finding find_row_problem(const Row& row, bool must_cover) {
  row_findings<Row> findings{row};
  visit_places<T>(nullptr, [&](const auto& s) { findings.at(s); });
  row_finding result;
  row.visit([&](std::size_t i, const auto& f) {
    if (result.kind != row_problem::none || may_be_idle(f) || !findings.any_place)
      return;
    if (!findings.matches[i])
      result = {row_problem::matches_nothing, i, {}};
    else if (!findings.has_some[i])
      result = {row_problem::shadowed, i, {}};
  });
  if (result.kind == row_problem::none && must_cover && !findings.covered)
    result = {row_problem::not_covered, 0, findings.uncovered};
  return result;
}

template <class T, class Row, bool MustCover>
inline constexpr row_finding constant_finding = find_row_problem<T>(Row(), MustCover);

template <class T, class Row, bool MustCover>
inline constexpr problem constant_gap = constant_finding<T, Row, MustCover>.path;

template <class T, class Row, bool MustCover>
consteval auto uncovered_path() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
#if defined(__clang__) && __clang_major__ < 15
    return std::type_identity<key_path_is<constant_gap<T, Row, MustCover>.path[I]...>>{};
#else
    constexpr char text[] = {constant_gap<T, Row, MustCover>.path[I]..., '\0'};
    return std::type_identity<key_path_is<fixed_string<sizeof...(I)>(text)>>{};
#endif
  }(std::make_index_sequence<constant_gap<T, Row, MustCover>.length>{});
}

/// Instantiates the template that is the message, if filters that are constants do not suit the
/// type.
template <class T, class Row, bool MustCover>
constexpr void check_constant_row() {
  constexpr const row_finding& found = constant_finding<T, Row, MustCover>;
  if constexpr (found.kind == row_problem::matches_nothing)
    static_assert(sizeof(filter_matches_nothing<found.filter, Row, T>) != 0);
  else if constexpr (found.kind == row_problem::shadowed)
    static_assert(sizeof(filter_is_shadowed<found.filter, Row, T>) != 0);
  else if constexpr (found.kind == row_problem::not_covered)
    static_assert(
        sizeof(leaf_not_covered<typename decltype(uncovered_path<T, Row, MustCover>())::type, Row,
                                T>) != 0);
}

template <class Row>
[[noreturn]] void throw_row_problem(const Row& row, const row_finding& found) {
  std::string text;
  row.visit([&](std::size_t i, const auto& f) {
    if (i == found.filter)
      text = "treelize: filter " + std::to_string(i) + ", " + f.str();
  });
  if (found.kind == row_problem::matches_nothing)
    throw filter_error(text + ", can select no leaf of this class");
  if (found.kind == row_problem::shadowed)
    throw filter_error(text + ", selects only leaves that filters before it take");
  const std::string path(found.path.path, found.path.length);
  throw filter_error("treelize: no filter selects the leaf " + at_path(path) +
                         ": the filters are " + row_text(row),
                     path);
}

/// A row of filters on a static tree: found while compiling if the filters are constants, else now.
template <class T, bool MustCover, class Row>
void check_row(const Row& row) {
  check_rest_is_last(row);
  if constexpr (Row::is_constant) {
    check_constant_row<T, Row, MustCover>();
  } else {
    const row_finding found = find_row_problem<T>(row, MustCover);
    if (found.kind != row_problem::none)
      throw_row_problem(row, found);
  }
}

} // namespace detail
} // namespace treelize
