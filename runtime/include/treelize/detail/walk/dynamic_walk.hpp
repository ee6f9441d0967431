// The walk where a structure is known only when the program runs: a plan for the structures, then
// flat loops over the leaves. A tree<T> has its leaves in one array; a static tree that meets one
// is seen as a structure and a list of pointers to its leaves (static_side.hpp), so that nothing is
// copied.
#pragma once

#include "treelize/detail/walk/assemble.hpp"
#include "treelize/detail/walk/graft.hpp"
#include "treelize/detail/walk/sides.hpp"
#include "treelize/detail/walk/static_walk.hpp"
#include "treelize/detail/walk/walk_plan.hpp"

#include <array>
#include <cstddef>
#include <type_traits>

namespace treelize::detail {

// ---- results ----

/// Every choice of one leaf type for each argument, and the results' common type.
template <class F, class Done, class... Sides>
struct choices;
template <class F, class... Done>
struct choices<F, arg_list<Done...>> {
  static auto find() {
    if constexpr ((true && ... && Done::missing))
      return std::type_identity<no_leaves>{};
    else if constexpr ((false || ... || Done::branch))
      return walk_result<F, arg_list<Done...>>{};
    else
      return leaf_result<F, arg_list<Done...>>{};
  }
  using type = typename decltype(find())::type;
};
template <class F, class... Done, class... Leaf, class... More>
struct choices<F, arg_list<Done...>, arg_list<Leaf...>, More...>
    : fold_common<typename choices<F, arg_list<Done..., Leaf>, More...>::type...> {};

/// The leaf types of an argument, and the mark where it may lack a leaf.
template <class F, class X, class Leaves = typename side_of<X>::leaves>
struct leaf_choices {
  using type = Leaves;
};
template <class F, class X, class... Leaf>
  requires(fills_gaps<F> && X::branch)
struct leaf_choices<F, X, arg_list<Leaf...>> {
  using type = arg_list<Leaf..., arg<typename X::parameter, const missing_mark>>;
};

template <class F, class... X>
struct dynamic_leaf_result<F, arg_list<X...>> {
  /// What the function gives; where that is a tree, its leaves are those of the result.
  using given = typename choices<F, arg_list<>, typename leaf_choices<F, X>::type...>::type;
  using type = typename grafted_leaf<given>::type;
  static_assert(!std::same_as<given, no_leaves>,
                "treelize: the function cannot be called with the leaves of these trees");
  static_assert(
      !std::same_as<given, no_common_type>,
      "treelize: the results for the leaves have no type in common, no tree can hold them");
};

// ---- the engine ----

template <class F>
class dynamic_walker {
public:
  using source_type = missing_source<F>;

  dynamic_walker(F& function, source_type& missing) : function_(function), missing_(missing) {}

  template <class... X>
  void check(const path_frame* path, typename X::type&... a) {
    with_plan(
        path, [](const treedef_node*, const walk_plan*, auto&...) {},
        side_of<X>(make_side<X>(a))...);
  }

  template <class... X>
  void apply(typename X::type&... a) {
    with_plan(
        nullptr,
        [&](const treedef_node* common, const walk_plan* plan, const auto&... side) {
          run_plan<void>(
              common, plan,
              [](std::size_t count, auto call) {
                for (std::size_t k = 0; k < count; ++k)
                  call(k);
              },
              side...);
        },
        make_side<X>(a)...);
  }

  /// A tree of the results, or the class that they fit.
  template <class Target, class... X>
  Target build(typename X::type&... a) {
    using given = typename dynamic_leaf_result<F, arg_list<X...>>::given;
    auto result = build_tree<given, X...>(nullptr, a...);
    if constexpr (std::same_as<Target, decltype(result)>)
      return result;
    else if constexpr (is_dynamic_tree<Target>)
      return Target(result);
    else
      return assemble<leader_rule<X...>, Target>(result, leader_prototype<X...>(a...));
  }

  /// R is what the function gives for a leaf; where that is a tree, it becomes a sub-tree.
  template <class R, class... X>
  auto build_tree(const path_frame* path, typename X::type&... a) {
    return with_plan(
        path,
        [&](const treedef_node* common, const walk_plan* plan, const auto&... side) {
          const treedef_node* structure = common ? common : plan->result.node();
          if constexpr (is_dynamic_tree<R>) {
            std::vector<R> parts;
            run_plan<R>(
                common, plan,
                [&](std::size_t count, auto call) {
                  for (std::size_t k = 0; k < count; ++k)
                    parts.push_back(call(k));
                },
                side...);
            return grafted(treedef::share(structure), parts);
          } else {
            auto leaves = leaf_buffer<R>::uninitialised(structure->leaves);
            run_plan<R>(
                common, plan, [&](std::size_t count, auto call) { leaves.fill(count, call); },
                side...);
            if constexpr (opens_leaf<R>)
              return grafted_open(tree<R>(treedef::share(structure), std::move(leaves)));
            else
              return tree<R>(treedef::share(structure), std::move(leaves));
          }
        },
        make_side<X>(a)...);
  }

private:
  F& function_;
  source_type& missing_;

  static constexpr walk_rules rules{F::options.mode, F::options.inherit, fills_gaps<F>};

  /// Calls then(structure, null, sides...) where one structure serves all, else then(null, plan,
  /// sides...).
  template <class Then, class... Side>
  static auto with_plan(const path_frame* path, const Then& then, const Side&... side) {
    common_structure common(rules);
    (common.add(side.node()), ...);
    if (common.node())
      return then(common.node(), static_cast<const walk_plan*>(nullptr), side...);
    const std::array<const treedef_node*, sizeof...(Side)> nodes{side.node()...};
    const auto plan = find_plan(rules, nodes, path);
    return then(static_cast<const treedef_node*>(nullptr), plan.get(), side...);
  }

  /// Hands each run to `loop` as a number of leaves and a call.
  template <class R, class Loop, class... Side>
  void run_plan(const treedef_node* common, const walk_plan* plan, const Loop& loop,
                const Side&... side) {
    if (common)
      return run_common<R>(common->leaves, loop, side...);
    for (std::size_t i = 0; i < plan->lengths.size(); ++i)
      run<R>(plan->lengths[i], plan->run(i), loop, std::index_sequence_for<Side...>{}, side...);
  }

  template <class... Side>
  static constexpr bool one_type =
      (true && ... && requires(plan_source s) { std::declval<const Side&>().cursor(s); });

  template <class R, class Loop, class... Side>
  void run_common(std::size_t length, const Loop& loop, const Side&... side) {
    const plan_source whole{0, 1, false, false}, leaf{0, 0, false, true};
    if constexpr (one_type<Side...>)
      if ((true && ... && (!Side::moves || !side.node()->is_leaf())))
        return flat<typename Side::leaves...>(length, loop, side.cursor(whole)...);
    const std::array sources{side.node()->is_leaf() ? leaf : whole...};
    run<R>(length, sources, loop, std::index_sequence_for<Side...>{}, side...);
  }

  template <class R, class Loop, std::size_t... I, class... Side>
  void run(std::size_t length, std::span<const plan_source> sources, const Loop& loop,
           std::index_sequence<I...>, const Side&... side) {
    (require_leaf<Side>(sources[I]), ...);
    if constexpr (one_type<Side...>) {
      const bool gap = (false || ... || (Side::moves && sources[I].missing));
      if (!gap) {
        const bool advance = (true && ... && (!Side::moves || sources[I].stride == 1));
        if (advance || length == 1)
          flat<typename Side::leaves...>(length, loop, side.cursor(sources[I])...);
        else
          flat<typename Side::leaves...>(length, loop, strided(side, sources[I])...);
        return;
      }
    }
    const auto sides = std::tie(side...);
    loop(length, [&](std::size_t k) { return choose<R, 0>(k, sources, sides, arg_list<>{}); });
  }

  /// A leaf that is a tree to the function cannot be handed down to the leaves of another tree.
  template <class Side>
  static void require_leaf(const plan_source& source) {
    [&]<class... Y>(arg_list<Y...>) {
      if constexpr ((false || ... || Y::branch))
        if (Side::moves && source.inherited)
          throw access_error(
              "treelize: a leaf that is itself a static tree meets a sub-tree of another "
              "argument; this is not supported yet");
    }(typename Side::leaves{});
  }

  template <class Side>
  static auto strided(const Side& side, const plan_source& source) {
    if constexpr (Side::moves)
      return side.strided(source);
    else
      return side.cursor(source);
  }

  template <class... Leaves, class Loop, class... Cursor>
  void flat(std::size_t length, const Loop& loop, Cursor... cursor) {
    [&]<class... Y>(arg_list<Y>...) {
      loop(length,
           [&, cursor...](std::size_t k) -> decltype(auto) { return call<Y...>(cursor(k)...); });
    }(Leaves{}...);
  }

  /// One leaf of each; where the leaf is a static tree to the function, the walk goes on in it.
  template <class... Y>
  decltype(auto) call(typename Y::type&... a) {
    if constexpr (!(false || ... || Y::branch)) {
      return call_leaf(function_, missing_, a...);
    } else {
      using result = walk_result_t<F, arg_list<Y...>>;
      return static_walker<F>(function_, missing_).template run<result, Y...>(a...);
    }
  }

  // ---- leaf by leaf, where types or gaps differ from one to the next ----

  template <class R, std::size_t I, class Sides, class... Done>
  R choose(std::size_t k, std::span<const plan_source> sources, const Sides& sides,
           arg_list<Done...>, typename Done::type&... done) {
    if constexpr (I == std::tuple_size_v<Sides>) {
      return finish<R, Done...>(done...);
    } else {
      auto next = [&]<class Y>(Y, typename Y::type& leaf) -> R {
        return choose<R, I + 1>(k, sources, sides, arg_list<Done..., Y>{}, done..., leaf);
      };
      const auto& side = std::get<I>(sides);
      using side_type = std::remove_cvref_t<decltype(side)>;
      if constexpr (side_type::moves && fills_gaps<F>)
        if (sources[I].missing)
          return next(typename side_type::gap{}, the_missing_part);
      return side.visit(sources[I].offset + k * sources[I].stride, next);
    }
  }
  template <class R, class... Y>
  R finish(typename Y::type&... a) {
    if constexpr ((false || ... || Y::branch) || accepts_leaves<F, typename Y::type...>())
      return static_cast<R>(call<Y...>(a...));
    else
      throw_leaves_not_accepted();
  }
};

} // namespace treelize::detail
