// Tangents and adjoints of any kernel whose parameters can be copied, for one seed at a time: its
// rows and columns are the leaves of shadows.
#pragma once

#include "treelize/detail/has_sweep.hpp"
#include "treelize/detail/held_call.hpp"
#include "treelize/detail/leaf_list.hpp"
#include "treelize/lanes.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace treelize::detail {

/// A shadow as its parameter has one.
template <class Parameter>
struct typed_shadow : kept_copy<Parameter> {
  template <class Argument>
  void clear_for(const Argument& argument) {
    this->assign(argument);
    set_zero(this->value());
  }
  void add_to(leaf_list& leaves, const kernel_parameter& parameter) {
    leaves.add(parameter, this->value());
  }
};
template <class Parameter>
struct typed_shadow<without_shadow<Parameter>> {
  template <class Argument>
  static void clear_for(const Argument&) {}
  static void add_to(leaf_list&, const kernel_parameter&) {}
  static auto pass() { return std::tuple(); }
};

/// The numbers of leaves as a block of one lane.
struct leaf_numbers {
  leaf_list leaves;
  std::vector<lanes<1>> numbers;

  /// Sets them to what `seed(0, block)` makes.
  template <class Seed>
  void set(const Seed& seed) {
    numbers.resize(leaves.size());
    seed(std::size_t{0}, std::span<lanes<1>>(numbers));
    leaves.for_each([this]<class Leaf>(Leaf& leaf, std::size_t position) {
      leaf = static_cast<Leaf>(numbers[position][0]);
    });
  }
  /// Calls `take(0, block)` with them.
  template <class Take>
  void take(const Take& take) {
    numbers.resize(leaves.size());
    leaves.for_each([this](const auto& leaf, std::size_t position) {
      numbers[position] = static_cast<double>(leaf);
    });
    take(std::size_t{0}, std::span<lanes<1>>(numbers));
  }
};

/// What a kernel returns, and its derivative.
template <class Result>
class typed_result {
public:
  template <class Function>
  void set_from(const Function& function) {
    value_.emplace(function());
  }
  void clear() { set_zero(*value_); }
  void add_to(leaf_list& leaves) { leaves.add({"result", ""}, *value_); }
  auto pass() { return std::tie(*value_); }

private:
  std::optional<std::remove_cvref_t<Result>> value_;
};
template <>
class typed_result<void> {
public:
  template <class Function>
  static void set_from(const Function& function) {
    function();
  }
  static void clear() {}
  static void add_to(leaf_list&) {}
  static auto pass() { return std::tuple(); }
};

template <class Kernel, class Signature, class... Args>
class typed_sweeps;

template <class Kernel, class Result, class... Parameter, class... Args>
class typed_sweeps<Kernel, signature<Result, Parameter...>, Args...> {
  using shadows = std::tuple<typed_shadow<Parameter>...>;
  using call = held_call<signature<Result, Parameter...>, Args...>;
  static auto pass(shadows& all) {
    return std::apply([](auto&... shadow) { return std::tuple_cat(shadow.pass()...); }, all);
  }
  using for_tangent =
      decltype(std::tuple_cat(std::declval<call&>().pass(), pass(std::declval<shadows&>())));

public:
  static constexpr int width = 1;
  static constexpr bool has_tangents = has_tangent<const Kernel, for_tangent>;

  void begin(const Kernel& kernel, const signature<Result, Parameter...>& of, Args&... args) {
    kernel_ = &kernel;
    call_.refer_to(of, args...);
    hasRun_ = false;
  }
  /// Takes a run, for what the kernel returns and for lengths that it changes.
  std::size_t rows() {
    run();
    numbers_.leaves.clear();
    result_.add_to(numbers_.leaves);
    call_.for_each(shadows_, [this](const kernel_parameter& parameter, auto& held, auto& shadow) {
      if (!is_row(parameter))
        return;
      clear_as_changed(held, shadow);
      shadow.add_to(numbers_.leaves, parameter);
    });
    return numbers_.leaves.size();
  }
  std::size_t columns() {
    clear_as_at_entry();
    collect(is_column);
    return numbers_.leaves.size();
  }

  /// See lane_sweeps.
  template <class Seed, class Take>
  void tangents(std::size_t, const Seed& seed, const Take& take) {
    clear_as_at_entry();
    collect(is_column);
    numbers_.set(seed);
    call_.reset();
    hasRun_ = false;
    run_tangent();
    numbers_.leaves.clear();
    derivative_.add_to(numbers_.leaves);
    add(is_row);
    numbers_.take(take);
  }
  template <class Seed, class Take>
  void adjoints(const Seed& seed, const Take& take) {
    run();
    result_.clear();
    call_.for_each(shadows_, [](const kernel_parameter& parameter, auto& held, auto& shadow) {
      if (is_row(parameter))
        clear_as_changed(held, shadow);
      else
        shadow.clear_for(held.original());
    });
    numbers_.leaves.clear();
    result_.add_to(numbers_.leaves);
    add(is_row);
    numbers_.set(seed);
    run_adjoint();
    collect(is_column);
    numbers_.take(take);
  }

private:
  const Kernel* kernel_ = nullptr;
  call call_;
  shadows shadows_;
  bool hasRun_ = false; // from these arguments, which are as the kernel left them
  typed_result<Result> result_, derivative_;
  leaf_numbers numbers_;

  void run() {
    if (hasRun_)
      return;
    call_.reset();
    auto passed = call_.pass();
    result_.set_from([&] {
      return std::apply([this](auto&... element) -> Result { return (*kernel_)(element...); },
                        passed);
    });
    hasRun_ = true;
  }
  void run_tangent() {
    auto passed = std::tuple_cat(call_.pass(), pass(shadows_));
    const auto tangent = [&] {
      return std::apply([this](auto&... element) { return kernel_->tangent(element...); }, passed);
    };
    if constexpr (requires { tangent().derivative; })
      derivative_.set_from([&] { return tangent().derivative; });
    else
      tangent();
  }
  void run_adjoint() {
    const auto adjoint = [this](auto&... element) { kernel_->adjoint(element...); };
    auto seeded = std::tuple_cat(call_.pass_original(), result_.pass(), pass(shadows_));
    if constexpr (has_adjoint<const Kernel, decltype(seeded)>)
      std::apply(adjoint, seeded);
    else { // a whole number has no seed
      auto passed = std::tuple_cat(call_.pass_original(), pass(shadows_));
      std::apply(adjoint, passed);
    }
  }

  template <class Held, class Shadow>
  static void clear_as_changed(Held& held, Shadow& shadow) {
    if constexpr (requires { held.changed(); })
      shadow.clear_for(held.changed());
    else
      shadow.clear_for(held.original());
  }
  void clear_as_at_entry() {
    call_.for_each(shadows_, [](const kernel_parameter&, auto& held, auto& shadow) {
      shadow.clear_for(held.original());
    });
  }

  template <class Wanted>
  void add(const Wanted& is_wanted) {
    call_.for_each(shadows_, [&](const kernel_parameter& parameter, auto&, auto& shadow) {
      if (is_wanted(parameter))
        shadow.add_to(numbers_.leaves, parameter);
    });
  }
  template <class Wanted>
  void collect(const Wanted& is_wanted) {
    numbers_.leaves.clear();
    add(is_wanted);
  }
};

} // namespace treelize::detail
