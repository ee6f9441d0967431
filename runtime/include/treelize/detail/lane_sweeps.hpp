// Tangents and adjoints of a kernel for several seeds at once, where its parameters are numbers and
// spans of such: rows and columns of a Jacobian as blocks of lanes, without a copy.
#pragma once

#include "treelize/detail/has_sweep.hpp"
#include "treelize/detail/held_call.hpp"
#include "treelize/lanes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace treelize::detail {

/// The shadow of a parameter over lanes; of one that has none, nothing.
template <int Lanes, class Parameter>
struct lane_shadow {
  static constexpr bool is_possible = false;
  static auto pass() { return std::tuple(); }
};
template <int Lanes, class Parameter>
struct lane_shadow<Lanes, without_shadow<Parameter>> {
  static constexpr bool is_possible = true;
  static auto pass() { return std::tuple(); }
  template <class Argument>
  static std::size_t numbers_of(const Argument&) {
    return 0;
  }
  template <class Argument>
  static bool fits(const Argument&) {
    return true;
  }
  template <class Argument>
  static void clear_for(const Argument&) {}
  static std::span<lanes<Lanes>> block() { return {}; }
};
template <int Lanes, class Parameter>
  requires std::is_same_v<std::remove_cvref_t<Parameter>, double>
struct lane_shadow<Lanes, Parameter> {
  static constexpr bool is_possible = true;
  lanes<Lanes> value;
  auto pass() { return std::tie(value); }
  static std::size_t numbers_of(double) { return 1; }
  static bool fits(double) { return true; }
  void clear_for(double) { value = {}; }
  std::span<lanes<Lanes>> block() { return {&value, 1}; }
};

template <class Type>
inline constexpr bool is_of_doubles = std::is_same_v<Type, double>;
template <class Type, std::size_t Size>
inline constexpr bool is_of_doubles<std::array<Type, Size>> = Size > 0 && is_of_doubles<Type>;

template <int Lanes, class Parameter>
  requires(is_span<std::remove_cvref_t<Parameter>>::value &&
           is_of_doubles<typename std::remove_cvref_t<Parameter>::value_type>)
struct lane_shadow<Lanes, Parameter> {
  static constexpr bool is_possible = true;
  using element = typename std::remove_cvref_t<Parameter>::value_type;
  using over = typename over_lanes<Lanes, element>::type;
  std::vector<over> value;
  auto pass() { return std::tuple(std::span<over>(value)); }
  static std::size_t numbers_of(std::span<const element> argument) {
    return argument.size() * (sizeof(over) / sizeof(lanes<Lanes>));
  }
  bool fits(std::span<const element> argument) const { return value.size() == argument.size(); }
  void clear_for(std::span<const element> argument) { value.assign(argument.size(), over{}); }
  std::span<lanes<Lanes>> block() {
    return {reinterpret_cast<lanes<Lanes>*>(value.data()),
            value.size() * (sizeof(over) / sizeof(lanes<Lanes>))};
  }
};

/// Calls `function(position, block)` for the shadows of the parameters that are wanted; a position
/// counts the numbers of those before.
template <class Call, class Shadows, class Wanted, class Function>
void for_each_block(Call& call, Shadows& shadows, const Wanted& is_wanted,
                    const Function& function) {
  std::size_t position = 0;
  call.for_each(shadows, [&](const kernel_parameter& parameter, auto&, auto& shadow) {
    if (!is_wanted(parameter))
      return;
    const auto block = shadow.block();
    if (!block.empty())
      function(position, block);
    position += block.size();
  });
}

/// How many numbers the arguments have for the parameters that are wanted.
template <class Call, class Shadows, class Wanted>
std::size_t count_numbers(Call& call, Shadows& shadows, const Wanted& is_wanted) {
  std::size_t count = 0;
  call.for_each(shadows, [&](const kernel_parameter& parameter, auto& held, auto& shadow) {
    if (is_wanted(parameter))
      count += shadow.numbers_of(held.original());
  });
  return count;
}

template <int Lanes, class Kernel, class Signature, class... Args>
class lane_sweeps;

template <int Lanes, class Kernel, class Result, class... Parameter, class... Args>
class lane_sweeps<Lanes, Kernel, signature<Result, Parameter...>, Args...> {
  using shadows = std::tuple<lane_shadow<Lanes, Parameter>...>;
  using call = held_call<signature<Result, Parameter...>, Args...>;
  static auto pass(shadows& all) {
    return std::apply([](auto&... shadow) { return std::tuple_cat(shadow.pass()...); }, all);
  }
  using for_tangent =
      decltype(std::tuple_cat(std::declval<call&>().pass(), pass(std::declval<shadows&>())));
  using for_adjoint = decltype(std::tuple_cat(std::declval<call&>().pass_original(),
                                              pass(std::declval<shadows&>())));
  static constexpr bool is_possible =
      std::is_void_v<Result> && (lane_shadow<Lanes, Parameter>::is_possible && ...);

public:
  static constexpr int width = Lanes;
  static constexpr bool has_tangents = is_possible && has_tangent<const Kernel, for_tangent>;
  static constexpr bool has_adjoints = is_possible && has_adjoint<const Kernel, for_adjoint>;

  void begin(const Kernel& kernel, const signature<Result, Parameter...>& of, Args&... args) {
    kernel_ = &kernel;
    call_.refer_to(of, args...);
    isPrepared_ = false;
  }
  std::size_t rows() { return count_numbers(call_, shadows_, is_row); }
  std::size_t columns() { return count_numbers(call_, shadows_, is_column); }

  /// `seed(position, block)` sets lanes of columns, from that position on; `take` reads those of
  /// rows, some after the others. `seeds` tells one set of seeds from another one: those of the
  /// last call may still be there. What the kernel writes holds zeros before: no run need write
  /// all.
  template <class Seed, class Take>
  void tangents(std::size_t seeds, const Seed& seed, const Take& take) {
    prepare();
    if (seeds != seeds_)
      for_each_block(is_column, seed);
    seeds_ = isAnyUpdated() ? none : seeds;
    call_.reset();
    auto passed = std::tuple_cat(call_.pass(), pass(shadows_));
    std::apply([this](auto&... element) { kernel_->tangent(element...); }, passed);
    for_each_block(is_row, [&](std::size_t position, auto block) {
      for (std::size_t first = 0; first < block.size(); first += part) {
        const auto some = block.subspan(first, (std::min)(part, block.size() - first));
        take(position + first, some);
        std::ranges::fill(some, lanes<Lanes>());
      }
    });
    isClean_ = true;
  }
  /// `seed` sets lanes of rows, `take` reads those of columns.
  template <class Seed, class Take>
  void adjoints(const Seed& seed, const Take& take) {
    prepare();
    isClean_ = false;
    for_each_block([](const kernel_parameter& parameter) { return !is_row(parameter); },
                   [](std::size_t, auto block) { std::ranges::fill(block, lanes<Lanes>()); });
    for_each_block(is_row, seed);
    auto passed = std::tuple_cat(call_.pass_original(), pass(shadows_));
    std::apply([this](auto&... element) { kernel_->adjoint(element...); }, passed);
    for_each_block(is_column, take);
  }

private:
  const Kernel* kernel_ = nullptr;
  call call_;
  shadows shadows_;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t part = 256; // which the caches hold
  std::size_t seeds_ = none;
  bool isClean_ = false; // no run has been left halfway
  bool isPrepared_ = false;

  /// Before the first run: shadows are made for these arguments, or are there from another call.
  void prepare() {
    if (isPrepared_)
      return;
    bool isSame = isClean_;
    call_.for_each(shadows_, [&](const kernel_parameter&, auto& held, auto& shadow) {
      isSame = isSame && shadow.fits(held.original());
    });
    if (!isSame)
      call_.for_each(shadows_, [](const kernel_parameter&, auto& held, auto& shadow) {
        shadow.clear_for(held.original());
      });
    seeds_ = isSame ? seeds_ : none;
    isClean_ = false;
    isPrepared_ = true;
  }

  bool isAnyUpdated() {
    bool is = false;
    call_.for_each(shadows_, [&](const kernel_parameter& parameter, auto&, auto&) {
      is = is || parameter.use == parameter_use::updated;
    });
    return is;
  }

  template <class Wanted, class Function>
  void for_each_block(const Wanted& is_wanted, const Function& function) {
    detail::for_each_block(call_, shadows_, is_wanted, function);
  }
};

} // namespace treelize::detail
