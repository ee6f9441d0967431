// The walk over static trees: straight code for records, loops for arrays, vectors and maps.
// check() first compares what only the running program knows (lengths, keys, presence) and throws
// with the path; then build() makes the result in place, field by field, and apply() calls a void
// function.
#pragma once

#include "treelize/detail/walk/container_levels.hpp"
#include "treelize/detail/walk/same_aux.hpp"
#include "treelize/detail/walk/static_check.hpp"

namespace treelize::detail {

template <class F>
class dynamic_walker;

template <class F>
class static_walker {
public:
  static constexpr mode walk_mode = F::options.mode;
  using source_type = missing_source<F>;

  static_walker(F& function, source_type& missing) : function_(function), missing_(missing) {}

  /// The whole walk. Where structures meet that only the running program knows, their plan is the
  /// check.
  template <class Result, class... X>
  Result run(typename X::type&... a) {
    if constexpr (level_of<X...>() != level_kind::dynamic)
      check<X...>(nullptr, a...);
    if constexpr (std::is_void_v<Result>)
      apply<X...>(a...);
    else
      return build<Result, X...>(a...);
  }

  // ---- check ----

  template <class... X, class Path = arg_list<>>
  static constexpr bool needs_check(arg_list<X...>, Path = {}) {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf) {
      return false;
    } else if constexpr (on_path<arg_list<X...>, Path>) {
      return false;
    } else if constexpr (level == level_kind::record) {
      return []<std::size_t... K>(std::index_sequence<K...>) {
        bool needed = compares_aux<X...>();
        in_order({(needed = needed || needs_check(record_child_t<walk_mode, K, X...>{},
                                                  longer<Path, arg_list<X...>>{}))...});
        return needed;
      }(std::make_index_sequence<plan_of<walk_mode, X...>.size>{});
    } else if constexpr (level == level_kind::sequence) {
      return !lengths_known<X...>() || needs_check(parts_t<all_present<X...>, X...>{}, Path{});
    } else {
      return true;
    }
  }

  template <class... X>
  void check(const path_frame* path, typename X::type&... a) {
    constexpr level_kind level = level_of<X...>();
    if constexpr (!needs_check(arg_list<X...>{})) {
      return;
    } else if constexpr (level == level_kind::record) {
      if constexpr (compares_aux<X...>())
        check_aux<X...>(path, a...);
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        in_order({(check_child<K, X...>(path, a...), true)...});
      }(std::make_index_sequence<plan_of<walk_mode, X...>.size>{});
    } else if constexpr (level == level_kind::dynamic) {
      dynamic_walker<F>(function_, missing_).template check<X...>(path, a...);
    } else {
      using container = container_level<F, level, X...>;
      container::check(path, a...);
      if constexpr (needs_check(parts_t<all_present<X...>, X...>{}))
        container::for_each_frame(
            path,
            [&]<class... Y>(arg_list<Y...>, const path_frame* frame, auto&&... part) {
              this->check<Y...>(frame, part...);
            },
            a...);
    }
  }

  // ---- apply: the function returns nothing ----

  template <class... X>
  void apply(typename X::type&... a) {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf) {
      if constexpr (accepts_leaves<F, typename X::type...>())
        call_leaf(function_, missing_, a...);
      else
        throw_leaves_not_accepted();
    } else if constexpr (level == level_kind::record) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        in_order({(apply_child<K, X...>(std::index_sequence_for<X...>{}, a...), true)...});
      }(std::make_index_sequence<plan_of<walk_mode, X...>.size>{});
    } else if constexpr (level == level_kind::dynamic) {
      dynamic_walker<F>(function_, missing_).template apply<X...>(a...);
    } else {
      container_level<F, level, X...>::for_each(
          [&]<class... Y>(arg_list<Y...>, auto&&... part) { this->apply<Y...>(part...); }, a...);
    }
  }

  // ---- build: the result of type Target ----

  template <class Target, class... X>
  Target build(typename X::type&... a) {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf) {
      if constexpr (accepts_leaves<F, typename X::type...>())
        return static_cast<Target>(call_leaf(function_, missing_, a...));
      else
        throw_leaves_not_accepted();
    } else if constexpr (level == level_kind::record) {
      return build_record<Target, X...>(a...);
    } else if constexpr (level == level_kind::dynamic) {
      return dynamic_walker<F>(function_, missing_).template build<Target, X...>(a...);
    } else if constexpr (unwraps<F, Target, level, X...>()) {
      return container_level<F, level, X...>::present(
          [&]<class... Y>(arg_list<Y...>, auto&&... part) -> Target {
            return this->build<Target, Y...>(part...);
          },
          a...);
    } else {
      return build_container<Target, X...>(a...);
    }
  }

private:
  F& function_;
  source_type& missing_;

  template <class... X>
  static constexpr bool compares_aux() {
    if constexpr (F::options.same_aux && node<leader_type<X...>>)
      return has_aux<leader_type<X...>>();
    else
      return false;
  }
  template <class... X>
  static void check_aux(const path_frame* path, typename X::type&... a) {
    const auto& first = std::get<leader_index<X...>()>(std::tie(a...));
    const std::size_t odd = odd_aux<X...>(first, a...);
    if (odd != absent)
      throw_aux_differs(path, leader_index<X...>(), odd);
  }

  // Child access may give a value (a hand-written trait, a bit of a vector<bool>): it is bound to a
  // name by `part` before it goes on.

  template <std::size_t K, class... X>
  void check_child(const path_frame* path, typename X::type&... a) {
    constexpr static_key key = plan_of<walk_mode, X...>.keys[K];
    path_frame frame{path, key.name, key.index, key.is_index};
    with_child<K, X...>(
        [&]<class... Y>(arg_list<Y...>, auto&&... part) { this->check<Y...>(&frame, part...); },
        a...);
  }
  template <std::size_t K, class... X, std::size_t... I>
  void apply_child(std::index_sequence<I...>, typename X::type&... a) {
    if constexpr (calls_function<F>(record_child_t<walk_mode, K, X...>{}))
      call_leaf(function_, missing_, child_of<X, plan_of<walk_mode, X...>.positions[K][I]>(a)...);
    else
      with_child<K, X...>(
          [&]<class... Y>(arg_list<Y...>, auto&&... part) { this->apply<Y...>(part...); }, a...);
  }
  /// Result for the K-th key, of type Target.
  template <class Target, std::size_t K, class... X>
  Target build_child(typename X::type&... a) {
    return with_child<K, X...>(
        [&]<class... Y>(arg_list<Y...>, auto&&... part) -> Target {
          return this->build<Target, Y...>(part...);
        },
        a...);
  }

  template <std::size_t K, class... X, class Then>
  static decltype(auto) with_child(const Then& then, typename X::type&... a) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return then(record_child_t<walk_mode, K, X...>{},
                  child_of<X, plan_of<walk_mode, X...>.positions[K][I]>(a)...);
    }(std::index_sequence_for<X...>{});
  }

  template <class Target, class... X>
  Target build_record(typename X::type&... a) {
    if constexpr (listed_node<Target>)
      return build_listed<Target, X...>(a...);
    else if constexpr (node_by_functions<Target>)
      return build_made<Target, X...>(a...);
    else
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return Target{build_at<Target, I, X...>(a...)...};
      }(std::make_index_sequence<shape_of<Target>::size>{});
  }

  /// Which key of the plan each child of Target is.
  template <class Target, class... X>
  static constexpr auto keys_of = [] {
    constexpr const auto& plan = plan_of<walk_mode, X...>;
    std::array<std::size_t, shape_of<Target>::size> keys{};
    for (std::size_t i = 0; i < keys.size(); ++i)
      keys[i] = plan.find(shape_of<Target>::key(i), i);
    return keys;
  }();
  template <class Target, std::size_t Position, class... X>
  auto build_at(typename X::type&... a) ->
      typename shape_of<Target>::template child_type<Position> {
    using child = typename shape_of<Target>::template child_type<Position>;
    return build_child<child, keys_of<Target, X...>[Position], X...>(a...);
  }

  // ---- nodes that list their members ----

  template <class Target, class... X>
  Target build_listed(typename X::type&... a) {
    constexpr std::make_index_sequence<node_traits<Target>::members::size> all{};
    if constexpr (builds_as_aggregate<Target>())
      return build_aggregate<Target, X...>(all, a...);
    else if constexpr (std::is_default_constructible_v<Target>)
      return build_filled<Target, X...>(all, a...);
    else
      return build_copied<Target, X...>(all, a...);
  }
  // Functions of their own: GCC makes a result in place only if it is declared at the top.
  template <class Target, class... X, std::size_t... M>
  Target build_aggregate(std::index_sequence<M...>, typename X::type&... a) {
    return Target{build_member<Target, M, X...>(std::index_sequence_for<X...>{}, a...)...};
  }
  template <class Target, class... X, std::size_t... M>
  Target build_filled(std::index_sequence<M...>, typename X::type&... a) {
    Target out{};
    in_order({(fill_member<Target, M, X...>(out, a...), true)...});
    return out;
  }
  template <class Target, class... X, std::size_t... M>
  Target build_copied(std::index_sequence<M...>, typename X::type&... a) {
    Target out(aux_source<Target, X...>(a...));
    in_order({(fill_member<Target, M, X...>(out, a...), true)...});
    return out;
  }

  /// Braces can initialise every member; a C array they cannot, as no function returns one.
  template <class Target>
  static constexpr bool builds_as_aggregate() {
    using members = typename node_traits<Target>::members;
    if constexpr (requires { requires node_traits<Target>::aggregate; })
      return []<std::size_t... M>(std::index_sequence<M...>) {
        for (bool array : {false, std::is_array_v<typename members::template at<M>::type>...})
          if (array)
            return false;
        return true;
      }(std::make_index_sequence<members::size>{});
    else
      return false;
  }

  /// One function a field where that is a leaf: a class may have hundreds of them.
  template <class Target, std::size_t M, class... X, std::size_t... I>
  auto build_member(std::index_sequence<I...>, typename X::type&... a) ->
      typename node_traits<Target>::members::template at<M>::type {
    using members = typename node_traits<Target>::members;
    using member = typename members::template at<M>;
    if constexpr (member::is_aux) {
      return aux_source<Target, X...>(a...).*aux_member<Target, M, X...>::pointer;
    } else {
      constexpr std::size_t key = keys_of<Target, X...>[members::child_of_member[M]];
      if constexpr (calls_function<F>(record_child_t<walk_mode, key, X...>{}))
        return static_cast<typename member::type>(call_leaf(
            function_, missing_, child_of<X, plan_of<walk_mode, X...>.positions[key][I]>(a)...));
      else
        return build_child<typename member::type, key, X...>(a...);
    }
  }

  template <class Target, std::size_t M, class... X>
  void fill_member(Target& out, typename X::type&... a) {
    using members = typename node_traits<Target>::members;
    using member = typename members::template at<M>;
    if constexpr (std::is_array_v<typename member::type>) {
      if constexpr (member::is_aux) {
        const auto& source = aux_source<Target, X...>(a...).*aux_member<Target, M, X...>::pointer;
        std::copy(std::begin(source), std::end(source), std::begin(out.*member::pointer));
      } else {
        constexpr std::size_t key = keys_of<Target, X...>[members::child_of_member[M]];
        with_child<key, X...>(
            [&]<class... Y>(arg_list<Y...>, auto&&... part) {
              this->fill_array<Y...>(out.*member::pointer, part...);
            },
            a...);
      }
    } else {
      out.*member::pointer = build_member<Target, M, X...>(std::index_sequence_for<X...>{}, a...);
    }
  }

  template <class... X, class E, std::size_t N>
  void fill_array(E (&out)[N], typename X::type&... a) {
    if constexpr (level_of<X...>() == level_kind::record) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((out[I] = build_at<std::array<E, N>, I, X...>(a...)), ...);
      }(std::make_index_sequence<N>{});
    } else {
      std::size_t i = 0;
      container_level<F, level_kind::sequence, X...>::for_each(
          [&]<class... Y>(arg_list<Y...>, auto&&... part) {
            if constexpr (std::is_array_v<E>)
              this->fill_array<Y...>(out[i++], part...);
            else
              out[i++] = this->build<E, Y...>(part...);
          },
          a...);
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
  template <class Target, std::size_t M, class... X>
  using aux_member = typename node_traits<std::remove_cvref_t<decltype(aux_source<Target, X...>(
      std::declval<typename X::type&>()...))>>::members::template at<M>;

  // ---- nodes by functions ----

  template <class Target, class... X>
  Target build_made(typename X::type&... a) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<typename shape_of<Target>::template child_type<I>...> children{
          build_at<Target, I, X...>(a...)...};
      return std::apply(
          [&](auto&... child) {
            if constexpr (has_aux<Target>())
              return node_traits<Target>::make(
                  node_traits<Target>::aux(aux_source<Target, X...>(a...)), std::move(child)...);
            else
              return node_traits<Target>::make(std::move(child)...);
          },
          children);
    }(std::make_index_sequence<shape_of<Target>::size>{});
  }

  // ---- sequences, maps, optionals ----

  template <class Target, class... X>
  Target build_container(typename X::type&... a) {
    constexpr level_kind level = level_of<X...>();
    using container = container_level<F, level, X...>;
    using element = typename shape_of<Target>::element_type;
    auto make = [&]<class... Y>(arg_list<Y...>, auto&&... part) -> element {
      return this->build<element, Y...>(part...);
    };
    return container::template collect<Target>(make, a...);
  }
};

} // namespace treelize::detail
