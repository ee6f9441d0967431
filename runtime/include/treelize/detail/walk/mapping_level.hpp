// The level of maps. In strict mode, where the keys have been compared, the iterators go in step;
// else each key of the result is looked up.
#pragma once

#include "treelize/detail/walk/loop_level.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace treelize::detail {

template <class F, class... X>
struct container_level<F, level_kind::mapping, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;
  using key_type = typename shape_of<leader_type<X...>>::key_type;
  using compare = typename shape_of<leader_type<X...>>::compare;

  template <class Y>
  static bool has(typename Y::type& a, const key_type& key) {
    if constexpr (Y::branch)
      return a.find(key) != a.end();
    else
      return true;
  }
  template <std::size_t... I>
  static presence presence_at(const key_type& key, std::index_sequence<I...>,
                              typename X::type&... a) {
    return (presence(0) | ... | (has<X>(a, key) ? presence(1) << I : presence(0)));
  }

  template <class Y>
  static void add_keys(std::vector<const key_type*>& keys, typename Y::type& a) {
    if constexpr (Y::branch)
      for (auto& entry : a)
        keys.push_back(&entry.first);
  }
  /// The keys of the result, in order.
  static std::vector<const key_type*> keys(typename X::type&... a) {
    std::vector<const key_type*> result;
    if constexpr (walk_mode == mode::outer) {
      (add_keys<X>(result, a), ...);
      compare less;
      auto by_key = [&](const key_type* a, const key_type* b) { return less(*a, *b); };
      std::sort(result.begin(), result.end(), by_key);
      result.erase(std::unique(result.begin(), result.end(),
                               [&](const key_type* a, const key_type* b) { return !less(*a, *b); }),
                   result.end());
    } else {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((I == leader_index<X...>() ? add_keys<X>(result, a) : void()), ...);
      }(indices{});
      if constexpr (walk_mode == mode::inner)
        std::erase_if(result, [&](const key_type* key) {
          return presence_at(*key, indices{}, a...) != all_present<X...>;
        });
    }
    return result;
  }

  static void check(const path_frame* path, typename X::type&... a) {
    if constexpr (walk_mode == mode::strict) {
      std::vector<const key_type*> all;
      (add_keys<X>(all, a), ...);
      for (const key_type* key : all)
        if (presence mask = presence_at(*key, indices{}, a...); mask != all_present<X...>)
          with_frame(path, *key, [&](const path_frame* frame) {
            throw_key_differs(frame, first_branch(mask, true), first_branch(mask, false));
          });
    } else if constexpr (walk_mode != mode::inner && !fills_gaps<F>) {
      for (const key_type* key : keys(a...))
        if (presence mask = presence_at(*key, indices{}, a...); mask != all_present<X...>)
          with_frame(path, *key, [&](const path_frame* frame) {
            throw_missing(frame, first_branch(mask, false));
          });
    }
  }
  static std::size_t first_branch(presence mask, bool present) {
    constexpr std::array<bool, sizeof...(X)> branch{X::branch...};
    std::size_t i = 0;
    while (i + 1 < sizeof...(X) && !(branch[i] && (mask >> i & 1) == present))
      ++i;
    return i;
  }

  template <class Then>
  static void with_frame(const path_frame* path, const key_type& key, const Then& then) {
    if constexpr (std::is_convertible_v<const key_type&, std::string_view>) {
      path_frame frame = path_frame::named(path, key);
      then(&frame);
    } else if constexpr (std::is_unsigned_v<key_type>) {
      path_frame frame = path_frame::indexed(path, key);
      then(&frame);
    } else {
      const std::string text = leaf_text(key);
      path_frame frame = path_frame::named(path, text);
      if constexpr (std::is_integral_v<key_type>)
        if (key >= 0)
          frame = path_frame::indexed(path, static_cast<std::size_t>(key));
      then(&frame);
    }
  }

  /// What an argument gives at a position of a walk through all maps at once.
  template <class Y>
  static auto begin_of(typename Y::type& a) {
    if constexpr (Y::branch)
      return a.begin();
    else
      return &a;
  }
  template <class Y, class Iterator>
  static decltype(auto) value_of(Iterator& at) {
    if constexpr (Y::branch)
      return ((at++)->second);
    else
      return (*at);
  }
  template <class Y, bool Present>
  static decltype(auto) value_at(const key_type& key, typename Y::type& a) {
    if constexpr (!Y::branch)
      return (a);
    else if constexpr (Present)
      return (a.find(key)->second);
    else
      return (the_missing_part);
  }

  template <class Call>
  static void for_each_key(const Call& call, typename X::type&... a) {
    if constexpr (walk_mode == mode::strict)
      in_step(call, a...);
    else
      for (const key_type* key : keys(a...))
        with_mask<F, X...>(presence_at(*key, indices{}, a...),
                           [&]<presence Mask>(std::integral_constant<presence, Mask>) {
                             call_masked<Mask>(*key, call, indices{}, a...);
                           });
  }
  /// All maps have the same keys: the iterators advance together.
  template <class Call>
  static void in_step(const Call& call, typename X::type&... a) {
    [&](auto... at) {
      auto walk = [&](auto& leading) {
        for (auto entry = leading.begin(); entry != leading.end(); ++entry)
          call(entry->first, parts_t<all_present<X...>, X...>{}, value_of<X>(at)...);
      };
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (
            [&] {
              if constexpr (I == leader_index<X...>())
                walk(a);
            }(),
            ...);
      }(indices{});
    }(begin_of<X>(a)...);
  }
  template <presence Mask, std::size_t... I, class Call>
  static void call_masked(const key_type& key, const Call& call, std::index_sequence<I...>,
                          typename X::type&... a) {
    call(key, parts_t<Mask, X...>{}, value_at < X, (Mask >> I & 1) != 0 > (key, a)...);
  }

  template <class Call>
  static void for_each(const Call& call, typename X::type&... a) {
    for_each_key([&](const key_type&, auto args, auto&&... part) { call(args, part...); }, a...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call, typename X::type&... a) {
    for_each_key(
        [&](const key_type& key, auto args, auto&&... part) {
          with_frame(path, key, [&](const path_frame* frame) { call(args, frame, part...); });
        },
        a...);
  }
  template <class Target, class Make>
  static Target collect(const Make& make, typename X::type&... a) {
    Target out;
    for_each_key([&](const key_type& key, auto args,
                     auto&&... part) { out.emplace_hint(out.end(), key, make(args, part...)); },
                 a...);
    return out;
  }
};

} // namespace treelize::detail
