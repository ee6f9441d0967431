// The walk over static trees: straight code for records, loops for arrays, vectors and maps.
// check() first compares what only the running program knows (lengths, keys, presence) and throws
// with the path; then build() makes the result in place, field by field, and apply() calls a void
// function.
#pragma once

#include "treelize/detail/walk/container_levels.hpp"
#include "treelize/detail/walk/same_aux.hpp"
#include "treelize/detail/walk/static_check.hpp"

namespace treelize::detail {

template <class Function>
class dynamic_walker;

template <class Function>
class static_walker {
public:
  static constexpr mode walk_mode = Function::options.mode;
  using source_type = missing_source<Function>;

  static_walker(Function& function, source_type& missing)
      : function_(function), missing_(missing) {}

  /// The whole walk. Where structures meet that only the running program knows, their plan is the
  /// check.
  template <class Result, class... Side>
  Result run(typename Side::type&... object) {
    if constexpr (level_of<Side...>() != level_kind::dynamic)
      check<Side...>(nullptr, object...);
    if constexpr (std::is_void_v<Result>)
      apply<Side...>(object...);
    else
      return build<Result, Side...>(object...);
  }

  // ---- check ----

  template <class... Side, class Path = arg_list<>>
  static constexpr bool needs_check(arg_list<Side...>, Path = {}) {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (level == level_kind::leaf) {
      return false;
    } else if constexpr (on_path<arg_list<Side...>, Path>) {
      return false;
    } else if constexpr (level == level_kind::record) {
      return []<std::size_t... Key>(std::index_sequence<Key...>) {
        bool needed = compares_aux<Side...>();
        in_order({(needed = needed || needs_check(record_child_t<walk_mode, Key, Side...>{},
                                                  longer<Path, arg_list<Side...>>{}))...});
        return needed;
      }(std::make_index_sequence<plan_of<walk_mode, Side...>.size>{});
    } else if constexpr (level == level_kind::sequence) {
      return !lengths_known<Side...>() ||
             needs_check(parts_t<all_present<Side...>, Side...>{}, Path{});
    } else {
      return true;
    }
  }

  template <class... Side>
  void check(const path_frame* path, typename Side::type&... object) {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (!needs_check(arg_list<Side...>{})) {
      return;
    } else if constexpr (level == level_kind::record) {
      if constexpr (compares_aux<Side...>())
        check_aux<Side...>(path, object...);
      [&]<std::size_t... Key>(std::index_sequence<Key...>) {
        in_order({(check_child<Key, Side...>(path, object...), true)...});
      }(std::make_index_sequence<plan_of<walk_mode, Side...>.size>{});
    } else if constexpr (level == level_kind::dynamic) {
      dynamic_walker<Function>(function_, missing_).template check<Side...>(path, object...);
    } else {
      using container = container_level<Function, level, Side...>;
      container::check(path, object...);
      if constexpr (needs_check(parts_t<all_present<Side...>, Side...>{}))
        container::for_each_frame(
            path,
            [&]<class... Other>(arg_list<Other...>, const path_frame* frame, auto&&... part) {
              this->check<Other...>(frame, part...);
            },
            object...);
    }
  }

  // ---- apply: the function returns nothing ----

  template <class... Side>
  void apply(typename Side::type&... object) {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (level == level_kind::leaf) {
      if constexpr (accepts_leaves<Function, typename Side::type...>())
        call_leaf(function_, missing_, object...);
      else
        refuse_leaves<Function, Side...>();
    } else if constexpr (level == level_kind::record) {
      [&]<std::size_t... Key>(std::index_sequence<Key...>) {
        in_order(
            {(apply_child<Key, Side...>(std::index_sequence_for<Side...>{}, object...), true)...});
      }(std::make_index_sequence<plan_of<walk_mode, Side...>.size>{});
    } else if constexpr (level == level_kind::dynamic) {
      dynamic_walker<Function>(function_, missing_).template apply<Side...>(object...);
    } else {
      container_level<Function, level, Side...>::for_each(
          [&]<class... Other>(arg_list<Other...>, auto&&... part) {
            this->apply<Other...>(part...);
          },
          object...);
    }
  }

  // ---- build: the result of type Target ----

  template <class Target, class... Side>
  Target build(typename Side::type&... object) {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (level == level_kind::leaf) {
      if constexpr (accepts_leaves<Function, typename Side::type...>())
        return static_cast<Target>(call_leaf(function_, missing_, object...));
      else
        refuse_leaves<Function, Side...>();
    } else if constexpr (level == level_kind::record) {
      return build_record<Target, Side...>(object...);
    } else if constexpr (level == level_kind::dynamic) {
      return dynamic_walker<Function>(function_, missing_)
          .template build<Target, Side...>(object...);
    } else if constexpr (unwraps<Function, Target, level, Side...>()) {
      return container_level<Function, level, Side...>::present(
          [&]<class... Other>(arg_list<Other...>, auto&&... part) -> Target {
            return this->build<Target, Other...>(part...);
          },
          object...);
    } else {
      return build_container<Target, Side...>(object...);
    }
  }

private:
  Function& function_;
  source_type& missing_;

  template <class... Side>
  static constexpr bool compares_aux() {
    if constexpr (node<leader_type<Side...>>)
      return has_aux<leader_type<Side...>>();
    else
      return false;
  }
  template <class... Side>
  static void check_aux(const path_frame* path, typename Side::type&... object) {
    const auto& first = std::get<leader_index<Side...>()>(std::tie(object...));
    const std::size_t odd = odd_aux<Side...>(first, object...);
    if (odd != absent)
      throw_aux_differs(path_text(path), leader_index<Side...>(), odd);
  }

  // Child access may give a value (a hand-written trait, a bit of a vector<bool>): it is bound to a
  // name by `part` before it goes on.

  template <std::size_t Key, class... Side>
  void check_child(const path_frame* path, typename Side::type&... object) {
    constexpr static_key key = plan_of<walk_mode, Side...>.keys[Key];
    path_frame frame{path, key.name, key.index, key.is_index};
    with_child<Key, Side...>(
        [&]<class... Other>(arg_list<Other...>, auto&&... part) {
          this->check<Other...>(&frame, part...);
        },
        object...);
  }
  template <std::size_t Key, class... Side, std::size_t... Index>
  void apply_child(std::index_sequence<Index...>, typename Side::type&... object) {
    if constexpr (calls_function<Function>(record_child_t<walk_mode, Key, Side...>{}))
      call_leaf(function_, missing_,
                child_of<Side, plan_of<walk_mode, Side...>.positions[Key][Index]>(object)...);
    else
      with_child<Key, Side...>(
          [&]<class... Other>(arg_list<Other...>, auto&&... part) {
            this->apply<Other...>(part...);
          },
          object...);
  }
  /// Result for the Key-th key, of type Target.
  template <class Target, std::size_t Key, class... Side>
  Target build_child(typename Side::type&... object) {
    return with_child<Key, Side...>(
        [&]<class... Other>(arg_list<Other...>, auto&&... part) -> Target {
          return this->build<Target, Other...>(part...);
        },
        object...);
  }

  template <std::size_t Key, class... Side, class Then>
  static decltype(auto) with_child(const Then& then, typename Side::type&... object) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) -> decltype(auto) {
      return then(record_child_t<walk_mode, Key, Side...>{},
                  child_of<Side, plan_of<walk_mode, Side...>.positions[Key][Index]>(object)...);
    }(std::index_sequence_for<Side...>{});
  }

  template <class Target, class... Side>
  Target build_record(typename Side::type&... object) {
    if constexpr (listed_node<Target>)
      return build_listed<Target, Side...>(object...);
    else if constexpr (node_by_functions<Target>)
      return build_made<Target, Side...>(object...);
    else
      return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return Target{build_at<Target, Index, Side...>(object...)...};
      }(std::make_index_sequence<shape_of<Target>::size>{});
  }

  /// Which key of the plan each child of Target is.
  template <class Target, class... Side>
  static constexpr auto keys_of = [] {
    constexpr const auto& plan = plan_of<walk_mode, Side...>;
    std::array<std::size_t, shape_of<Target>::size> keys{};
    for (std::size_t place = 0; place < keys.size(); ++place)
      keys[place] = plan.find(shape_of<Target>::key(place), place);
    return keys;
  }();
  template <class Target, std::size_t Position, class... Side>
  auto build_at(typename Side::type&... object) ->
      typename shape_of<Target>::template child_type<Position> {
    using child = typename shape_of<Target>::template child_type<Position>;
    return build_child<child, keys_of<Target, Side...>[Position], Side...>(object...);
  }

  // ---- nodes that list their members ----

  template <class Target, class... Side>
  Target build_listed(typename Side::type&... object) {
    constexpr std::make_index_sequence<node_traits<Target>::members::size> all{};
    if constexpr (builds_as_aggregate<Target>())
      return build_aggregate<Target, Side...>(all, object...);
    else if constexpr (std::is_default_constructible_v<Target>)
      return build_filled<Target, Side...>(all, object...);
    else
      return build_copied<Target, Side...>(all, object...);
  }
  // Functions of their own: GCC makes a result in place only if it is declared at the top.
  template <class Target, class... Side, std::size_t... Member>
  Target build_aggregate(std::index_sequence<Member...>, typename Side::type&... object) {
    return Target{
        build_member<Target, Member, Side...>(std::index_sequence_for<Side...>{}, object...)...};
  }
  template <class Target, class... Side, std::size_t... Member>
  Target build_filled(std::index_sequence<Member...>, typename Side::type&... object) {
    Target out{};
    in_order({(fill_member<Target, Member, Side...>(out, object...), true)...});
    return out;
  }
  template <class Target, class... Side, std::size_t... Member>
  Target build_copied(std::index_sequence<Member...>, typename Side::type&... object) {
    Target out(aux_source<Target, Side...>(object...));
    in_order({(fill_member<Target, Member, Side...>(out, object...), true)...});
    return out;
  }

  /// Braces can initialise every member; a C array they cannot, as no function returns one.
  template <class Target>
  static constexpr bool builds_as_aggregate() {
    using members = typename node_traits<Target>::members;
    if constexpr (requires { requires node_traits<Target>::aggregate; })
      return []<std::size_t... Member>(std::index_sequence<Member...>) {
        for (bool array : {false, std::is_array_v<typename members::template at<Member>::type>...})
          if (array)
            return false;
        return true;
      }(std::make_index_sequence<members::size>{});
    else
      return false;
  }

  /// One function a field where that is a leaf: a class may have hundreds of them.
  template <class Target, std::size_t Member, class... Side, std::size_t... Index>
  auto build_member(std::index_sequence<Index...>, typename Side::type&... object) ->
      typename node_traits<Target>::members::template at<Member>::type {
    using members = typename node_traits<Target>::members;
    using member = typename members::template at<Member>;
    if constexpr (member::is_aux) {
      return aux_source<Target, Side...>(object...).*aux_member<Target, Member, Side...>::pointer;
    } else {
      constexpr std::size_t key = keys_of<Target, Side...>[members::child_of_member[Member]];
      if constexpr (calls_function<Function>(record_child_t<walk_mode, key, Side...>{}))
        return static_cast<typename member::type>(call_leaf(
            function_, missing_,
            child_of<Side, plan_of<walk_mode, Side...>.positions[key][Index]>(object)...));
      else
        return build_child<typename member::type, key, Side...>(object...);
    }
  }

  template <class Target, std::size_t Member, class... Side>
  void fill_member(Target& out, typename Side::type&... object) {
    using members = typename node_traits<Target>::members;
    using member = typename members::template at<Member>;
    if constexpr (std::is_array_v<typename member::type>) {
      if constexpr (member::is_aux) {
        const auto& source =
            aux_source<Target, Side...>(object...).*aux_member<Target, Member, Side...>::pointer;
        std::copy(std::begin(source), std::end(source), std::begin(out.*member::pointer));
      } else {
        constexpr std::size_t key = keys_of<Target, Side...>[members::child_of_member[Member]];
        with_child<key, Side...>(
            [&]<class... Other>(arg_list<Other...>, auto&&... part) {
              this->fill_array<Other...>(out.*member::pointer, part...);
            },
            object...);
      }
    } else {
      out.*member::pointer =
          build_member<Target, Member, Side...>(std::index_sequence_for<Side...>{}, object...);
    }
  }

  template <class... Side, class Entry, std::size_t Count>
  void fill_array(Entry (&out)[Count], typename Side::type&... object) {
    if constexpr (level_of<Side...>() == level_kind::record) {
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        ((out[Index] = build_at<std::array<Entry, Count>, Index, Side...>(object...)), ...);
      }(std::make_index_sequence<Count>{});
    } else {
      std::size_t place = 0;
      container_level<Function, level_kind::sequence, Side...>::for_each(
          [&]<class... Other>(arg_list<Other...>, auto&&... part) {
            if constexpr (std::is_array_v<Entry>)
              this->fill_array<Other...>(out[place++], part...);
            else
              out[place++] = this->build<Entry, Other...>(part...);
          },
          object...);
    }
  }

  /// The first argument whose aux data the result takes over.
  template <class Target, class First, class... More>
  static const auto& aux_source(typename First::type& first, typename More::type&... more) {
    if constexpr (First::branch && same_family<Target, std::remove_cv_t<typename First::type>>())
      return first;
    else
      return aux_source<Target, More...>(more...);
  }
  template <class Target, std::size_t Member, class... Side>
  using aux_member = typename node_traits<std::remove_cvref_t<decltype(aux_source<Target, Side...>(
      std::declval<typename Side::type&>()...))>>::members::template at<Member>;

  // ---- nodes by functions ----

  template <class Target, class... Side>
  Target build_made(typename Side::type&... object) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      std::tuple<typename shape_of<Target>::template child_type<Index>...> children{
          build_at<Target, Index, Side...>(object...)...};
      return std::apply(
          [&](auto&... child) {
            if constexpr (has_aux<Target>())
              return node_traits<Target>::make(
                  node_traits<Target>::aux(aux_source<Target, Side...>(object...)),
                  std::move(child)...);
            else
              return node_traits<Target>::make(std::move(child)...);
          },
          children);
    }(std::make_index_sequence<shape_of<Target>::size>{});
  }

  // ---- sequences, maps, optionals ----

  template <class Target, class... Side>
  Target build_container(typename Side::type&... object) {
    constexpr level_kind level = level_of<Side...>();
    using container = container_level<Function, level, Side...>;
    using element = typename shape_of<Target>::element_type;
    auto make = [&]<class... Other>(arg_list<Other...>, auto&&... part) -> element {
      return this->build<element, Other...>(part...);
    };
    return container::template collect<Target>(make, object...);
  }
};

} // namespace treelize::detail
