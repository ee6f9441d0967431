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

template <class Function, class... Side>
struct container_level<Function, level_kind::mapping, Side...> {
  static constexpr mode walk_mode = Function::options.mode;
  using indices = std::index_sequence_for<Side...>;
  using key_type = typename shape_of<leader_type<Side...>>::key_type;
  using compare = typename shape_of<leader_type<Side...>>::compare;

  template <class Other>
  static bool has(typename Other::type& object, const key_type& key) {
    if constexpr (Other::branch)
      return object.find(key) != object.end();
    else
      return true;
  }
  template <std::size_t... Index>
  static presence presence_at(const key_type& key, std::index_sequence<Index...>,
                              typename Side::type&... object) {
    return (presence(0) | ... | (has<Side>(object, key) ? presence(1) << Index : presence(0)));
  }

  template <class Other>
  static void add_keys(std::vector<const key_type*>& keys, typename Other::type& object) {
    if constexpr (Other::branch)
      for (auto& entry : object)
        keys.push_back(&entry.first);
  }
  /// The keys of the result, in order.
  static std::vector<const key_type*> keys(typename Side::type&... object) {
    std::vector<const key_type*> result;
    if constexpr (walk_mode == mode::outer) {
      (add_keys<Side>(result, object), ...);
      compare less;
      auto by_key = [&](const key_type* key, const key_type* other) {
        return less(*key, *other);
      };
      std::sort(result.begin(), result.end(), by_key);
      result.erase(std::unique(result.begin(), result.end(),
                               [&](const key_type* key, const key_type* other) {
                                 return !less(*key, *other);
                               }),
                   result.end());
    } else {
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        ((Index == leader_index<Side...>() ? add_keys<Side>(result, object) : void()), ...);
      }(indices{});
      if constexpr (walk_mode == mode::inner)
        std::erase_if(result, [&](const key_type* key) {
          return presence_at(*key, indices{}, object...) != all_present<Side...>;
        });
    }
    return result;
  }

  static void check(const path_frame* path, typename Side::type&... object) {
    if constexpr (walk_mode == mode::strict) {
      std::vector<const key_type*> all;
      (add_keys<Side>(all, object), ...);
      for (const key_type* key : all)
        if (presence mask = presence_at(*key, indices{}, object...); mask != all_present<Side...>)
          with_frame(path, *key, [&](const path_frame* frame) {
            throw_key_differs(frame, first_branch(mask, true), first_branch(mask, false));
          });
    } else if constexpr (walk_mode != mode::inner && !fills_gaps<Function>) {
      for (const key_type* key : keys(object...))
        if (presence mask = presence_at(*key, indices{}, object...); mask != all_present<Side...>)
          with_frame(path, *key, [&](const path_frame* frame) {
            throw_missing(frame, first_branch(mask, false));
          });
    }
  }
  static std::size_t first_branch(presence mask, bool present) {
    constexpr std::array<bool, sizeof...(Side)> branch{Side::branch...};
    std::size_t index = 0;
    while (index + 1 < sizeof...(Side) && !(branch[index] && (mask >> index & 1) == present))
      ++index;
    return index;
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
  template <class Other>
  static auto begin_of(typename Other::type& object) {
    if constexpr (Other::branch)
      return object.begin();
    else
      return &object;
  }
  template <class Other, class Iterator>
  static decltype(auto) value_of(Iterator& at) {
    if constexpr (Other::branch)
      return ((at++)->second);
    else
      return (*at);
  }
  template <class Other, bool Present>
  static decltype(auto) value_at(const key_type& key, typename Other::type& object) {
    if constexpr (!Other::branch)
      return (object);
    else if constexpr (Present)
      return (object.find(key)->second);
    else
      return (the_missing_part);
  }

  template <class Call>
  static void for_each_key(const Call& call, typename Side::type&... object) {
    if constexpr (walk_mode == mode::strict)
      in_step(call, object...);
    else
      for (const key_type* key : keys(object...))
        with_mask<Function, Side...>(presence_at(*key, indices{}, object...),
                                     [&]<presence Mask>(std::integral_constant<presence, Mask>) {
                                       call_masked<Mask>(*key, call, indices{}, object...);
                                     });
  }
  /// All maps have the same keys: the iterators advance together.
  template <class Call>
  static void in_step(const Call& call, typename Side::type&... object) {
    [&](auto... at) {
      auto walk = [&](auto& leading) {
        for (auto entry = leading.begin(); entry != leading.end(); ++entry)
          call(entry->first, parts_t<all_present<Side...>, Side...>{}, value_of<Side>(at)...);
      };
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        (
            [&] {
              if constexpr (Index == leader_index<Side...>())
                walk(object);
            }(),
            ...);
      }(indices{});
    }(begin_of<Side>(object)...);
  }
  template <presence Mask, std::size_t... Index, class Call>
  static void call_masked(const key_type& key, const Call& call, std::index_sequence<Index...>,
                          typename Side::type&... object) {
    call(key, parts_t<Mask, Side...>{}, value_at < Side,
         (Mask >> Index & 1) != 0 > (key, object)...);
  }

  template <class Call>
  static void for_each(const Call& call, typename Side::type&... object) {
    for_each_key([&](const key_type&, auto args, auto&&... part) { call(args, part...); },
                 object...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call,
                             typename Side::type&... object) {
    for_each_key(
        [&](const key_type& key, auto args, auto&&... part) {
          with_frame(path, key, [&](const path_frame* frame) { call(args, frame, part...); });
        },
        object...);
  }
  template <class Target, class Make>
  static Target collect(const Make& make, typename Side::type&... object) {
    Target out;
    for_each_key([&](const key_type& key, auto args,
                     auto&&... part) { out.emplace_hint(out.end(), key, make(args, part...)); },
                 object...);
    return out;
  }
};

} // namespace treelize::detail
