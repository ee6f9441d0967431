// What filters select of a static tree, found from its types alone, and what is wrong with them: a
// filter that can match nothing, one whose leaves earlier filters take, a leaf that none of them
// selects. Keys of containers are open here, and so is all that only the leaves' values decide.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/leaf_walk.hpp"
#include "treelize/detail/raise.hpp"
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

/// Calls `visit(site, leaf known)` for each place where a tree of type Type can have leaves.
template <class Type, class... Above, class Visit>
constexpr void visit_places(const site_step* up, const Visit& visit) {
  constexpr shape_kind kind = kind_of<Type>;
  if constexpr ((false || ... || std::same_as<Type, Above>) || kind == shape_kind::dynamic) {
    visit(site<void>{up, nullptr});
  } else if constexpr (kind == shape_kind::leaf) {
    visit(site<Type>{up, nullptr});
  } else if constexpr (kind == shape_kind::record) {
    [&]<std::size_t... Number>(std::index_sequence<Number...>) {
      const auto at = [&]<std::size_t Inner>(std::integral_constant<std::size_t, Inner>) {
        using child = std::remove_cv_t<typename shape_of<Type>::template child_type<Inner>>;
        const site_step step = field_step<Type, Inner>(up);
        visit_places<child, Above..., Type>(&step, visit);
      };
      (at(std::integral_constant<std::size_t, Number>{}), ...);
    }(std::make_index_sequence<shape_of<Type>::size>{});
  } else if constexpr (kind == shape_kind::optional) {
    visit_places<typename shape_of<Type>::element_type, Above...>(up, visit);
  } else {
    const site_step step{
        up, {}, 0, kind == shape_kind::mapping ? step_kind::open_name : step_kind::open_index, {}};
    visit_places<typename shape_of<Type>::element_type, Above...>(&step, visit);
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
  constexpr void at(const site<Leaf>& here) {
    any_place = true;
    bool taken = false, maybe_taken = false;
    row.visit([&](std::size_t place, const auto& chosen) {
      verdict answer = verdict::maybe;
      if constexpr (!std::is_void_v<Leaf>)
        answer = chosen.test(here);
      matches[place] = matches[place] || answer != verdict::no;
      has_some[place] = has_some[place] || (answer != verdict::no && !taken);
      taken = taken || answer == verdict::yes;
      maybe_taken = maybe_taken || answer != verdict::no;
    });
    if (!maybe_taken && covered) {
      covered = false;
      print_steps(uncovered, here.last);
    }
  }
};

/// A filter that may be idle: it says nothing about the tree's leaves, or takes what is left.
template <class Filter>
constexpr bool may_be_idle(const Filter& chosen) {
  return std::same_as<Filter, nothing_filter> || std::same_as<Filter, bool_filter> ||
         std::same_as<Filter, everything_filter> || is_rest(chosen);
}

template <class Type, class Row>
constexpr row_finding find_row_problem(const Row& row, bool must_cover) {
  row_findings<Row> findings{row};
  visit_places<Type>(nullptr, [&](const auto& here) { findings.at(here); });
  row_finding result;
  row.visit([&](std::size_t place, const auto& chosen) {
    if (result.kind != row_problem::none || may_be_idle(chosen) || !findings.any_place)
      return;
    if (!findings.matches[place])
      result = {row_problem::matches_nothing, place, {}};
    else if (!findings.has_some[place])
      result = {row_problem::shadowed, place, {}};
  });
  if (result.kind == row_problem::none && must_cover && !findings.covered)
    result = {row_problem::not_covered, 0, findings.uncovered};
  return result;
}

template <class Type, class Row, bool MustCover>
inline constexpr row_finding constant_finding = find_row_problem<Type>(Row(), MustCover);

template <class Type, class Row, bool MustCover>
inline constexpr problem constant_gap = constant_finding<Type, Row, MustCover>.path;

template <class Type, class Row, bool MustCover>
consteval auto uncovered_path() {
  return []<std::size_t... Number>(std::index_sequence<Number...>) {
#if defined(__clang__) && __clang_major__ < 15
    return std::type_identity<key_path_is<constant_gap<Type, Row, MustCover>.path[Number]...>>{};
#else
    constexpr char text[] = {constant_gap<Type, Row, MustCover>.path[Number]..., '\0'};
    return std::type_identity<key_path_is<fixed_string<sizeof...(Number)>(text)>>{};
#endif
  }(std::make_index_sequence<constant_gap<Type, Row, MustCover>.length>{});
}

/// Instantiates the template that is the message, if filters that are constants do not suit the
/// type.
template <class Type, class Row, bool MustCover>
constexpr void check_constant_row() {
  constexpr const row_finding& found = constant_finding<Type, Row, MustCover>;
  if constexpr (found.kind == row_problem::matches_nothing)
    static_assert(sizeof(filter_matches_nothing<found.filter, Row, Type>) != 0);
  else if constexpr (found.kind == row_problem::shadowed)
    static_assert(sizeof(filter_is_shadowed<found.filter, Row, Type>) != 0);
  else if constexpr (found.kind == row_problem::not_covered)
    static_assert(
        sizeof(leaf_not_covered<typename decltype(uncovered_path<Type, Row, MustCover>())::type,
                                Row, Type>) != 0);
}

template <class Row>
[[noreturn]] void throw_row_problem(const Row& row, const row_finding& found) {
  std::string text;
  row.visit([&](std::size_t place, const auto& chosen) {
    if (place == found.filter)
      text = "treelize: filter " + std::to_string(place) + ", " + chosen.str();
  });
  if (found.kind == row_problem::matches_nothing)
    detail::raise(filter_error(text + ", can select no leaf of this class"));
  if (found.kind == row_problem::shadowed)
    detail::raise(filter_error(text + ", selects only leaves that filters before it take"));
  const std::string path(found.path.path, found.path.length);
  detail::raise(filter_error("treelize: no filter selects the leaf " + at_path(path) +
                                 ": the filters are " + row_text(row),
                             path));
}

/// A row of filters on a static tree: found while compiling if the filters are constants, else now.
template <class Type, bool MustCover, class Row>
void check_row(const Row& row) {
  check_rest_is_last(row);
  if constexpr (Row::is_constant) {
    check_constant_row<Type, Row, MustCover>();
  } else {
    const row_finding found = find_row_problem<Type>(row, MustCover);
    if (found.kind != row_problem::none)
      throw_row_problem(row, found);
  }
}

} // namespace detail
} // namespace treelize
