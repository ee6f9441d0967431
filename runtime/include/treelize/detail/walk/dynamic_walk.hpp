// The walk where a structure is known only when the program runs: a plan for the structures, then
// flat loops over the leaves. A tree<T> has its leaves in one array; a static tree that meets one
// is seen as a structure and a list of pointers to its leaves (static_side.hpp), so that nothing is
// copied.
#pragma once

#include "treelize/detail/raise.hpp"
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
template <class Function, class Done, class... Sides>
struct choices;
template <class Function, class... Done>
struct choices<Function, arg_list<Done...>> {
  static auto find() {
    if constexpr ((true && ... && Done::missing))
      return std::type_identity<no_leaves>{};
    else if constexpr ((false || ... || Done::branch))
      return walk_result<Function, arg_list<Done...>>{};
    else
      return leaf_result<Function, arg_list<Done...>>{};
  }
  using type = typename decltype(find())::type;
};
template <class Function, class... Done, class... Leaf, class... More>
struct choices<Function, arg_list<Done...>, arg_list<Leaf...>, More...>
    : fold_common<typename choices<Function, arg_list<Done..., Leaf>, More...>::type...> {};

/// The leaf types of an argument, and the mark where it may lack a leaf.
template <class Function, class Input, class Leaves = typename side_of<Input>::leaves>
struct leaf_choices {
  using type = Leaves;
};
template <class Function, class Input, class... Leaf>
  requires(fills_gaps<Function> && Input::branch)
struct leaf_choices<Function, Input, arg_list<Leaf...>> {
  using type = arg_list<Leaf..., arg<typename Input::parameter, const missing_mark>>;
};

template <class Function, class... Input>
struct dynamic_leaf_result<Function, arg_list<Input...>> {
  /// What the function gives; where that is a tree, its leaves are those of the result.
  using given =
      typename choices<Function, arg_list<>, typename leaf_choices<Function, Input>::type...>::type;
  using type = typename grafted_leaf<given>::type;
  static_assert(!std::same_as<given, no_leaves>,
                "treelize: the function cannot be called with the leaves of these trees");
  static_assert(
      !std::same_as<given, no_common_type>,
      "treelize: the results for the leaves have no type in common, no tree can hold them");
};

// ---- the engine ----

template <class Function>
class dynamic_walker {
public:
  using source_type = missing_source<Function>;

  dynamic_walker(Function& function, source_type& missing)
      : function_(function), missing_(missing) {}

  template <class... Input>
  void check(const path_frame* path, typename Input::type&... object) {
    with_plan(
        path, [](const treedef_node*, const walk_plan*, auto&...) {},
        side_of<Input>(make_side<Input>(object))...);
  }

  template <class... Input>
  void apply(typename Input::type&... object) {
    with_plan(
        nullptr,
        [&](const treedef_node* common, const walk_plan* plan, const auto&... side) {
          run_plan<void>(
              common, plan,
              [](std::size_t count, auto call) {
                for (std::size_t place = 0; place < count; ++place)
                  call(place);
              },
              side...);
        },
        make_side<Input>(object)...);
  }

  /// A tree of the results, or the class that they fit.
  template <class Target, class... Input>
  Target build(typename Input::type&... object) {
    using given = typename dynamic_leaf_result<Function, arg_list<Input...>>::given;
    auto result = build_tree<given, Input...>(nullptr, object...);
    if constexpr (std::same_as<Target, decltype(result)>)
      return result;
    else if constexpr (is_dynamic_tree<Target>)
      return Target(result);
    else
      return assemble<leader_rule<Input...>, Target>(result, leader_prototype<Input...>(object...));
  }

  /// Result is what the function gives for a leaf; where that is a tree, it becomes a sub-tree.
  template <class Result, class... Input>
  auto build_tree(const path_frame* path, typename Input::type&... object) {
    return with_plan(
        path,
        [&](const treedef_node* common, const walk_plan* plan, const auto&... side) {
          const treedef_node* structure = common ? common : plan->result.node();
          if constexpr (is_dynamic_tree<Result>) {
            std::vector<Result> parts;
            run_plan<Result>(
                common, plan,
                [&](std::size_t count, auto call) {
                  for (std::size_t place = 0; place < count; ++place)
                    parts.push_back(call(place));
                },
                side...);
            return grafted(treedef::share(structure), parts);
          } else {
            auto leaves = leaf_buffer<Result>::uninitialised(structure->leaves);
            run_plan<Result>(
                common, plan, [&](std::size_t count, auto call) { leaves.fill(count, call); },
                side...);
            if constexpr (opens_leaf<Result>)
              return grafted_open(tree<Result>(treedef::share(structure), std::move(leaves)));
            else
              return tree<Result>(treedef::share(structure), std::move(leaves));
          }
        },
        make_side<Input>(object)...);
  }

private:
  Function& function_;
  source_type& missing_;

  static constexpr walk_rules rules{Function::options.mode, Function::options.inherit,
                                    fills_gaps<Function>};

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
  template <class Result, class Loop, class... Side>
  void run_plan(const treedef_node* common, const walk_plan* plan, const Loop& loop,
                const Side&... side) {
    if (common)
      return run_common<Result>(common->leaves, loop, side...);
    for (std::size_t index = 0; index < plan->lengths.size(); ++index)
      run<Result>(plan->lengths[index], plan->run(index), loop, std::index_sequence_for<Side...>{},
                  side...);
  }

  template <class... Side>
  static constexpr bool one_type =
      (true && ... && requires(plan_source here) { std::declval<const Side&>().cursor(here); });

  template <class Result, class Loop, class... Side>
  void run_common(std::size_t length, const Loop& loop, const Side&... side) {
    const plan_source whole{0, 1, false, false}, leaf{0, 0, false, true};
    if constexpr (one_type<Side...>)
      if ((true && ... && (!Side::moves || !side.node()->is_leaf())))
        return flat<typename Side::leaves...>(length, loop, side.cursor(whole)...);
    const std::array sources{side.node()->is_leaf() ? leaf : whole...};
    run<Result>(length, sources, loop, std::index_sequence_for<Side...>{}, side...);
  }

  template <class Result, class Loop, std::size_t... Index, class... Side>
  void run(std::size_t length, std::span<const plan_source> sources, const Loop& loop,
           std::index_sequence<Index...>, const Side&... side) {
    (require_leaf<Side>(sources[Index]), ...);
    if constexpr (one_type<Side...>) {
      const bool gap = (false || ... || (Side::moves && sources[Index].missing));
      if (!gap) {
        const bool advance = (true && ... && (!Side::moves || sources[Index].stride == 1));
        if (advance || length == 1)
          flat<typename Side::leaves...>(length, loop, side.cursor(sources[Index])...);
        else
          flat<typename Side::leaves...>(length, loop, strided(side, sources[Index])...);
        return;
      }
    }
    const auto sides = std::tie(side...);
    loop(length,
         [&](std::size_t place) { return choose<Result, 0>(place, sources, sides, arg_list<>{}); });
  }

  /// A leaf that is a tree to the function cannot be handed down to the leaves of another tree.
  template <class Side>
  static void require_leaf(const plan_source& source) {
    [&]<class... Other>(arg_list<Other...>) {
      if constexpr ((false || ... || Other::branch))
        if (Side::moves && source.inherited)
          detail::raise(access_error(
              "treelize: a leaf that is itself a static tree meets a sub-tree of another "
              "argument; this is not supported yet"));
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
    [&]<class... Other>(arg_list<Other>...) {
      loop(length, [&, cursor...](std::size_t place) -> decltype(auto) {
        return call<Other...>(cursor(place)...);
      });
    }(Leaves{}...);
  }

  /// One leaf of each; where the leaf is a static tree to the function, the walk goes on in it.
  template <class... Other>
  decltype(auto) call(typename Other::type&... object) {
    if constexpr (!(false || ... || Other::branch)) {
      return call_leaf(function_, missing_, object...);
    } else {
      using result = walk_result_t<Function, arg_list<Other...>>;
      return static_walker<Function>(function_, missing_).template run<result, Other...>(object...);
    }
  }

  // ---- leaf by leaf, where types or gaps differ from one to the next ----

  template <class Result, std::size_t Index, class Sides, class... Done>
  Result choose(std::size_t place, std::span<const plan_source> sources, const Sides& sides,
                arg_list<Done...>, typename Done::type&... done) {
    if constexpr (Index == std::tuple_size_v<Sides>) {
      return finish<Result, Done...>(done...);
    } else {
      auto next = [&]<class Other>(Other, typename Other::type& leaf) -> Result {
        return choose<Result, Index + 1>(place, sources, sides, arg_list<Done..., Other>{}, done...,
                                         leaf);
      };
      const auto& side = std::get<Index>(sides);
      using side_type = std::remove_cvref_t<decltype(side)>;
      if constexpr (side_type::moves && fills_gaps<Function>)
        if (sources[Index].missing)
          return next(typename side_type::gap{}, the_missing_part);
      return side.visit(sources[Index].offset + place * sources[Index].stride, next);
    }
  }
  template <class Result, class... Other>
  Result finish(typename Other::type&... object) {
    if constexpr ((false || ... || Other::branch) ||
                  accepts_leaves<Function, typename Other::type...>())
      return static_cast<Result>(call<Other...>(object...));
    else
      refuse_leaves<Function, Other...>();
  }
};

} // namespace treelize::detail
