// The levels of a static walk that loop: sequences, maps, optionals. Each has
//   check(path, a...)                 throws where lengths, keys or presence do not go together
//   for_each(call, a...)              call(arg_list<...>, part...) for every element of the result
//   for_each_frame(path, call, a...)  the same with the element's place, for nested checks
//   collect<Target>(make, a...)       a container of what make(arg_list<...>, part...) gives
#pragma once

#include "treelize/error.hpp"
#include "treelize/key_path.hpp"
#include "treelize/static_result.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

namespace treelize::detail {

/// Every branch is an array: no length has to be looked at when the program runs.
template <class... X> constexpr bool lengths_known() {
  return level_of<X...>() == level_kind::sequence &&
         all_branches<X...>(
             []<class Y>(std::type_identity<Y>) { return Y::kind == shape_kind::array; });
}

/// An argument may lack an element that the result has, and `missing` stands in.
template <class F>
inline constexpr bool fills_gaps = missing_source<F>::exists &&
                                   (F::options.mode == mode::outer || F::options.mode == mode::left);

template <class F, presence Mask, class... X, class Then>
decltype(auto) with_mask_from(presence mask, const Then& then) {
  if constexpr (Mask == all_present<X...>) {
    return then(std::integral_constant<presence, Mask>{});
  } else {
    if constexpr (mask_occurs<X...>(Mask, F::options.mode, true))
      if (mask == Mask)
        return then(std::integral_constant<presence, Mask>{});
    return with_mask_from<F, Mask + 1, X...>(mask, then);
  }
}
/// Calls then(integral_constant<presence, Mask>) for the mask that holds.
template <class F, class... X, class Then>
decltype(auto) with_mask(presence mask, const Then& then) {
  if constexpr (fills_gaps<F>)
    return with_mask_from<F, 0, X...>(mask, then);
  else
    return then(std::integral_constant<presence, all_present<X...>>{});
}

/// `argument 1` as messages count.
inline std::string argument_text(std::size_t i) { return "argument " + std::to_string(i); }

[[noreturn]] void throw_lengths_differ(const path_frame* path, std::size_t first, std::size_t length,
                                       std::size_t other, std::size_t other_length);
[[noreturn]] void throw_missing(const path_frame* path, std::size_t argument);
[[noreturn]] void throw_leaves_not_accepted();
[[noreturn]] void throw_key_differs(const path_frame* path, std::size_t has, std::size_t lacks);
[[noreturn]] void throw_presence_differs(const path_frame* path, std::size_t has, std::size_t lacks);

// ---- how an argument gives its elements in a loop ----

template <class T> struct pointer_cursor {
  T* first;
  T& operator()(std::size_t i) const { return first[i]; }
};
template <class C> struct index_cursor {
  C* container;
  decltype(auto) operator()(std::size_t i) const { return (*container)[i]; }
};
template <class A> struct same_cursor {
  A* argument;
  A& operator()(std::size_t) const { return *argument; }
};
/// A small constant is copied, so that nothing the loop writes can be taken to change it.
template <class A> struct value_cursor {
  A value;
  const A& operator()(std::size_t) const { return value; }
};

template <class X> auto make_cursor(typename X::type& a) {
  using type = typename X::type;
  using value = std::remove_const_t<type>;
  if constexpr (X::branch) {
    if constexpr (requires { std::data(a); })
      return pointer_cursor<std::remove_pointer_t<decltype(std::data(a))>>{std::data(a)};
    else
      return index_cursor<type>{&a};
  } else if constexpr (std::is_const_v<type> && std::is_trivially_copyable_v<value> &&
                       !std::is_array_v<value> && sizeof(value) <= 16) {
    return value_cursor<value>{a};
  } else {
    return same_cursor<type>{&a};
  }
}

template <class F, level_kind Level, class... X> struct container_level;

// ---- sequences ----

template <class F, class... X> struct container_level<F, level_kind::sequence, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;
  using full = parts_t<all_present<X...>, X...>;

  template <class Y> static std::size_t length_of(typename Y::type& a, std::size_t of_leaf) {
    if constexpr (Y::branch)
      return std::size(a);
    else
      return of_leaf;
  }
  static std::size_t least(typename X::type&... a) {
    return std::min({length_of<X>(a, std::numeric_limits<std::size_t>::max())...});
  }
  static std::size_t length(typename X::type&... a) {
    if constexpr (walk_mode == mode::inner) {
      return least(a...);
    } else if constexpr (walk_mode == mode::outer) {
      return std::max({length_of<X>(a, 0)...});
    } else {
      std::size_t result = 0;
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((I == leader_index<X...>() ? void(result = length_of<X>(a, 0)) : void()), ...);
      }(indices{});
      return result;
    }
  }

  static void check(const path_frame* path, typename X::type&... a) {
    if constexpr (walk_mode != mode::inner && !fills_gaps<F>) {
      const std::size_t n = length(a...);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (check_length(path, n, I, length_of<X>(a, n)), ...);
      }(indices{});
    }
  }
  static void check_length(const path_frame* path, std::size_t n, std::size_t argument,
                           std::size_t length) {
    if (walk_mode == mode::strict && length != n)
      throw_lengths_differ(path, leader_index<X...>(), n, argument, length);
    if (length < n) {
      path_frame frame = path_frame::indexed(path, length);
      throw_missing(&frame, argument);
    }
  }

  /// The elements that all arguments have, then those with gaps.
  template <class Call> static void for_each_index(const Call& call, typename X::type&... a) {
    const std::size_t n = length(a...);
    const std::size_t common = fills_gaps<F> ? std::min(n, least(a...)) : n;
    [&](auto... cursor) {
      for (std::size_t i = 0; i < common; ++i)
        call(i, full{}, cursor(i)...);
    }(make_cursor<X>(a)...);
    if constexpr (fills_gaps<F>)
      for (std::size_t i = common; i < n; ++i)
        with_mask<F, X...>(presence_at(i, indices{}, a...),
                           [&]<presence Mask>(std::integral_constant<presence, Mask>) {
                             call_masked<Mask>(i, call, indices{}, a...);
                           });
  }
  template <std::size_t... I>
  static presence presence_at(std::size_t i, std::index_sequence<I...>, typename X::type&... a) {
    return (presence(0) | ... | (i < length_of<X>(a, i + 1) ? presence(1) << I : presence(0)));
  }
  template <presence Mask, std::size_t... I, class Call>
  static void call_masked(std::size_t i, const Call& call, std::index_sequence<I...>,
                          typename X::type&... a) {
    call(i, parts_t<Mask, X...>{}, element<X, (Mask >> I & 1) != 0>(i, a)...);
  }
  template <class Y, bool Present> static decltype(auto) element(std::size_t i, typename Y::type& a) {
    if constexpr (!Y::branch)
      return (a);
    else if constexpr (Present)
      return a[i];
    else
      return (the_missing_part);
  }

  template <class Call> static void for_each(const Call& call, typename X::type&... a) {
    for_each_index([&](std::size_t, auto args, auto&&... part) { call(args, part...); }, a...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call, typename X::type&... a) {
    for_each_index(
        [&](std::size_t i, auto args, auto&&... part) {
          path_frame frame = path_frame::indexed(path, i);
          call(args, &frame, part...);
        },
        a...);
  }

  template <class Target, class Make>
  static Target collect(const Make& make, typename X::type&... a) {
    using element_type = typename shape_of<Target>::element_type;
    if constexpr (kind_of<Target> == shape_kind::array) {
      Target out;
      fill(out.data(), make, a...);
      return out;
    } else if constexpr (std::is_trivially_default_constructible_v<element_type> &&
                         !std::same_as<element_type, bool>) {
      Target out(length(a...));
      fill(out.data(), make, a...);
      return out;
    } else {
      Target out;
      out.reserve(length(a...));
      for_each([&](auto args, auto&&... part) { out.push_back(make(args, part...)); }, a...);
      return out;
    }
  }
  template <class E, class Make>
  static void fill(E* out, const Make& make, typename X::type&... a) {
    for_each_index(
        [&make, out](std::size_t i, auto args, auto&&... part) { out[i] = make(args, part...); },
        a...);
  }
};

// ---- maps ----

template <class F, class... X> struct container_level<F, level_kind::mapping, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;
  using key_type = typename shape_of<leader_type<X...>>::key_type;
  using compare = typename shape_of<leader_type<X...>>::compare;

  template <class Y> static bool has(typename Y::type& a, const key_type& key) {
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

  template <class Y> static void add_keys(std::vector<const key_type*>& keys, typename Y::type& a) {
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
  template <class Y> static auto begin_of(typename Y::type& a) {
    if constexpr (Y::branch)
      return a.begin();
    else
      return &a;
  }
  template <class Y, class Iterator> static decltype(auto) value_of(Iterator& at) {
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

  template <class Call> static void for_each_key(const Call& call, typename X::type&... a) {
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
  template <class Call> static void in_step(const Call& call, typename X::type&... a) {
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
    call(key, parts_t<Mask, X...>{}, value_at<X, (Mask >> I & 1) != 0>(key, a)...);
  }

  template <class Call> static void for_each(const Call& call, typename X::type&... a) {
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
    for_each_key(
        [&](const key_type& key, auto args, auto&&... part) {
          out.emplace_hint(out.end(), key, make(args, part...));
        },
        a...);
    return out;
  }
};

// ---- optionals ----

template <class F, class... X> struct container_level<F, level_kind::optional, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;

  template <class Y> static bool has(typename Y::type& a) {
    if constexpr (Y::branch && Y::kind == shape_kind::optional)
      return a.has_value();
    else
      return true;
  }
  template <std::size_t... I>
  static presence presence_of(std::index_sequence<I...>, typename X::type&... a) {
    return (presence(0) | ... | (has<X>(a) ? presence(1) << I : presence(0)));
  }
  static constexpr presence branches = [] {
    constexpr std::array<bool, sizeof...(X)> branch{X::branch...};
    presence mask = 0;
    for (std::size_t i = 0; i < sizeof...(X); ++i)
      if (branch[i])
        mask |= presence(1) << i;
    return mask;
  }();

  static bool result_present(presence mask) {
    switch (walk_mode) {
    case mode::inner:
      return mask == all_present<X...>;
    case mode::outer:
      return (mask & branches) != 0;
    default:
      return mask >> leader_index<X...>() & 1;
    }
  }

  static void check(const path_frame* path, typename X::type&... a) {
    const presence mask = presence_of(indices{}, a...);
    const presence lacking = branches & ~mask;
    if (lacking == 0 || (walk_mode == mode::strict && lacking == branches))
      return;
    if (walk_mode == mode::strict)
      throw_presence_differs(path, first(branches & mask), first(lacking));
    if (walk_mode != mode::inner && !fills_gaps<F> && result_present(mask))
      throw_missing(path, first(lacking));
  }
  static std::size_t first(presence mask) {
    std::size_t i = 0;
    while (!(mask >> i & 1))
      ++i;
    return i;
  }

  template <class Y, bool Present> static decltype(auto) value_of(typename Y::type& a) {
    if constexpr (!Y::branch || (Present && Y::kind != shape_kind::optional))
      return (a);
    else if constexpr (Present)
      return *a;
    else
      return (the_missing_part);
  }
  template <presence Mask, std::size_t... I, class Call>
  static decltype(auto) call_masked(const Call& call, std::index_sequence<I...>,
                                    typename X::type&... a) {
    return call(parts_t<Mask, X...>{}, value_of<X, (Mask >> I & 1) != 0>(a)...);
  }

  /// The call for what is known to be there.
  template <class Call> static decltype(auto) present(const Call& call, typename X::type&... a) {
    return with_mask<F, X...>(presence_of(indices{}, a...),
                              [&]<presence Mask>(std::integral_constant<presence, Mask>) -> decltype(auto) {
                                return call_masked<Mask>(call, indices{}, a...);
                              });
  }
  template <class Call> static void for_each(const Call& call, typename X::type&... a) {
    if (result_present(presence_of(indices{}, a...)))
      present(call, a...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call, typename X::type&... a) {
    for_each([&](auto args, auto&&... part) { call(args, path, part...); }, a...);
  }
  template <class Target, class Make>
  static Target collect(const Make& make, typename X::type&... a) {
    if (!result_present(presence_of(indices{}, a...)))
      return std::nullopt;
    return Target(present(make, a...));
  }
};

} // namespace treelize::detail
