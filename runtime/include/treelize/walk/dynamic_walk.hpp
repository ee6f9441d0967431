// The walk where a structure is known only when the program runs: a plan for the structures, then flat
// loops over the leaves. A tree<T> has its leaves in one array; a static tree that meets one is seen as a
// structure and a list of pointers to its leaves (static_side.hpp), so that nothing is copied.
#pragma once

#include "treelize/walk/assemble.hpp"
#include "treelize/walk/static_side.hpp"
#include "treelize/walk/static_walk.hpp"
#include "treelize/walk/walk_plan.hpp"

#include <array>
#include <cstddef>
#include <type_traits>

namespace treelize::detail {

// ---- sides: what an argument is to the engine ----
// node() is its structure; cursor(source) gives its leaf number k of a run, where all its leaves are of
// one type; visit(index, then) calls then(arg<P, L>{}, leaf) in general.

/// A leaf for all of the result, or a part that is missing altogether.
template <class X> struct value_side {
  using leaves = arg_list<X>;
  typename X::type& value;
  static constexpr bool moves = false;

  explicit value_side(typename X::type& a) : value(a) {}
  const treedef_node* node() const { return X::missing ? missing_node : leaf_node(); }
  auto cursor(const plan_source&) const { return make_cursor<X>(value); }
  template <class Then> decltype(auto) visit(std::size_t, const Then& then) const {
    return then(X{}, value);
  }
};

template <class T> struct strided_cursor {
  T* first;
  std::size_t stride;
  T& operator()(std::size_t k) const { return first[k * stride]; }
};

/// A tree<T> or a view into one.
template <class X> struct tree_side {
  using leaf = typename std::remove_reference_t<decltype(std::declval<typename X::type&>().leaves())>::element_type;
  using leaves = arg_list<arg<typename X::parameter, leaf>>;
  using gap = arg<typename X::parameter, const missing_mark>;
  static constexpr bool moves = true;
  treedef structure;
  leaf* first;

  explicit tree_side(typename X::type& a) : structure(a.structure()), first(a.leaves().data()) {}
  const treedef_node* node() const { return structure.node(); }
  auto cursor(const plan_source& s) const { return pointer_cursor<leaf>{first + s.offset}; }
  auto strided(const plan_source& s) const { return strided_cursor<leaf>{first + s.offset, s.stride}; }
  template <class Then> decltype(auto) visit(std::size_t i, const Then& then) const {
    return then(arg<typename X::parameter, leaf>{}, first[i]);
  }
};

template <class X> auto make_side(typename X::type& a) {
  if constexpr (!X::branch)
    return value_side<X>(a);
  else if constexpr (X::kind == shape_kind::dynamic)
    return tree_side<X>(a);
  else
    return static_side<X>(a);
}
template <class X>
using side_of = decltype(make_side<X>(std::declval<typename X::type&>()));

// ---- results ----

/// Every choice of one leaf type for each argument, and the results' common type.
template <class F, class Done, class... Sides> struct choices;
template <class F, class... Done> struct choices<F, arg_list<Done...>> {
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
template <class F, class X, class Leaves = typename side_of<X>::leaves> struct leaf_choices {
  using type = Leaves;
};
template <class F, class X, class... Leaf>
  requires(fills_gaps<F> && X::branch)
struct leaf_choices<F, X, arg_list<Leaf...>> {
  using type = arg_list<Leaf..., arg<typename X::parameter, const missing_mark>>;
};

template <class F, class... X> struct dynamic_leaf_result<F, arg_list<X...>> {
  using type = typename choices<F, arg_list<>, typename leaf_choices<F, X>::type...>::type;
  static_assert(!std::same_as<type, no_leaves>,
                "treelize: the function cannot be called with the leaves of these trees");
  static_assert(!std::same_as<type, no_common_type>,
                "treelize: the results for the leaves have no type in common, no tree can hold them");
  static_assert(!is_dynamic_tree<type>,
                "treelize: a function that returns a tree is not supported yet on trees whose "
                "structure is known only when the program runs: return a leaf");
};

// ---- the engine ----

template <class F> class dynamic_walker {
public:
  using source_type = missing_source<F>;

  dynamic_walker(F& function, source_type& missing) : function_(function), missing_(missing) {}

  template <class... X> void check(const path_frame* path, typename X::type&... a) {
    with_plan(path, [](const treedef_node*, const walk_plan*, auto&...) {},
              side_of<X>(make_side<X>(a))...);
  }

  template <class... X> void apply(typename X::type&... a) {
    run_plan<void>(nullptr, [&](std::size_t count, auto call) {
      for (std::size_t k = 0; k < count; ++k)
        call(k);
    }, [](treedef) {}, make_side<X>(a)...);
  }

  /// A tree of the results, or the class that they fit.
  template <class Target, class... X> Target build(typename X::type&... a) {
    using leaf = typename dynamic_leaf_result<F, arg_list<X...>>::type;
    tree<leaf> result = build_tree<leaf, X...>(nullptr, a...);
    if constexpr (std::same_as<Target, tree<leaf>>)
      return result;
    else if constexpr (is_dynamic_tree<Target>)
      return Target(result);
    else
      return assemble<typename leader<X...>::parameter, Target>(result);
  }

  template <class R, class... X> tree<R> build_tree(const path_frame* path, typename X::type&... a) {
    leaf_buffer<R> leaves;
    treedef structure;
    run_plan<R>(
        path, [&](std::size_t count, auto call) { leaves.fill(count, call); },
        [&](treedef result) {
          structure = std::move(result);
          leaves = leaf_buffer<R>::uninitialised(structure.leaf_count());
        },
        make_side<X>(a)...);
    return tree<R>(std::move(structure), std::move(leaves));
  }

private:
  F& function_;
  source_type& missing_;

  static constexpr walk_rules rules{F::options.mode, F::options.inherit, fills_gaps<F>};

  /// Calls then(structure, null, sides...) where one structure serves all, else then(null, plan, sides...).
  template <class Then, class... Side>
  static void with_plan(const path_frame* path, const Then& then, const Side&... side) {
    const std::array<const treedef_node*, sizeof...(Side)> nodes{side.node()...};
    if (const treedef_node* common = common_structure(rules, nodes))
      then(common, static_cast<const walk_plan*>(nullptr), side...);
    else
      then(static_cast<const treedef_node*>(nullptr), find_plan(rules, nodes, path).get(), side...);
  }

  /// Begins with the result's structure, then hands each run to `loop` as a number of leaves and a call.
  template <class R, class Loop, class Begin, class... Side>
  void run_plan(const path_frame* path, const Loop& loop, const Begin& begin, const Side&... side) {
    with_plan(
        path,
        [&](const treedef_node* common, const walk_plan* plan, const Side&... s) {
          if (common) {
            begin(treedef::share(common));
            run_common<R>(common->leaves, loop, s...);
          } else {
            begin(plan->result);
            for (std::size_t i = 0; i < plan->lengths.size(); ++i)
              run<R>(plan->lengths[i], plan->run(i), loop, std::index_sequence_for<Side...>{}, s...);
          }
        },
        side...);
  }

  template <class... Side>
  static constexpr bool one_type = (true && ... && requires(plan_source s) {
    std::declval<const Side&>().cursor(s);
  });

  template <class R, class Loop, class... Side>
  void run_common(std::size_t length, const Loop& loop, const Side&... side) {
    std::array<plan_source, sizeof...(Side)> sources{
        plan_source{0, side.node()->is_leaf() ? std::uint8_t(0) : std::uint8_t(1), false,
                    side.node()->is_leaf()}...};
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
  template <class Side> static void require_leaf(const plan_source& source) {
    [&]<class... Y>(arg_list<Y...>) {
      if constexpr ((false || ... || Y::branch))
        if (Side::moves && source.inherited)
          throw access_error("treelize: a leaf that is itself a static tree meets a sub-tree of another "
                             "argument; this is not supported yet");
    }(typename Side::leaves{});
  }

  template <class Side> static auto strided(const Side& side, const plan_source& source) {
    if constexpr (Side::moves)
      return side.strided(source);
    else
      return side.cursor(source);
  }

  template <class... Leaves, class Loop, class... Cursor>
  void flat(std::size_t length, const Loop& loop, Cursor... cursor) {
    [&]<class... Y>(arg_list<Y>...) {
      loop(length, [&, cursor...](std::size_t k) -> decltype(auto) {
        return call<Y...>(cursor(k)...);
      });
    }(Leaves{}...);
  }

  /// One leaf of each; where the leaf is a static tree to the function, the walk goes on in it.
  template <class... Y> decltype(auto) call(typename Y::type&... a) {
    if constexpr (!(false || ... || Y::branch)) {
      return call_leaf(function_, missing_, a...);
    } else {
      using result = walk_result_t<F, arg_list<Y...>>;
      static_walker<F> inner(function_, missing_);
      inner.template check<Y...>(nullptr, a...);
      if constexpr (std::is_void_v<result>)
        return inner.template apply<Y...>(a...);
      else
        return inner.template build<result, Y...>(a...);
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
  template <class R, class... Y> R finish(typename Y::type&... a) {
    if constexpr ((false || ... || Y::branch) || accepts_leaves<F, typename Y::type...>())
      return static_cast<R>(call<Y...>(a...));
    else
      throw_leaves_not_accepted();
  }
};

} // namespace treelize::detail
