// Products of a Hessian with directions, `kernel.hvp(args..., directions..., products...)`: several
// at once over lanes, or one at a time for any parameters that can be copied.
#pragma once

#include "treelize/detail/has_sweep.hpp"
#include "treelize/detail/lane_sweeps.hpp"
#include "treelize/detail/typed_sweeps.hpp"

#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

namespace treelize::detail {

/// `Shadow<Parameter>` holds a direction, or a product, by a parameter.
template <template <class> class Shadow, class Kernel, class Signature, class... Args>
class second_sweeps;

template <template <class> class Shadow, class Kernel, class Result, class... Parameter,
          class... Args>
class second_sweeps<Shadow, Kernel, signature<Result, Parameter...>, Args...> {
protected:
  using shadows = std::tuple<Shadow<Parameter>...>;
  using call = held_call<signature<Result, Parameter...>, Args...>;
  static auto pass(shadows& all) {
    return std::apply([](auto&... shadow) { return std::tuple_cat(shadow.pass()...); }, all);
  }
  using for_hvp =
      decltype(std::tuple_cat(std::declval<call&>().pass_original(), pass(std::declval<shadows&>()),
                              pass(std::declval<shadows&>())));

  const Kernel* kernel_ = nullptr;
  call call_;
  shadows directions_, products_;
  bool areDirectionsSized_ = false;

  void begin(const Kernel& kernel, const signature<Result, Parameter...>& of, Args&... args) {
    kernel_ = &kernel;
    call_.refer_to(of, args...);
    areDirectionsSized_ = false;
  }
  /// Before the first run.
  void size_directions() {
    if (!areDirectionsSized_)
      clear(directions_);
    areDirectionsSized_ = true;
  }
  void clear(shadows& all) {
    call_.for_each(all, [](const kernel_parameter&, auto& held, auto& shadow) {
      shadow.clear_for(held.original());
    });
  }
  void run() {
    auto passed = std::tuple_cat(call_.pass_original(), pass(directions_), pass(products_));
    std::apply([this](auto&... element) { kernel_->hvp(element...); }, passed);
  }
};

template <int Lanes>
struct over_lanes_of {
  template <class Parameter>
  using shadow = lane_shadow<Lanes, Parameter>;
};

template <int Lanes, class Kernel, class Signature, class... Args>
class lane_products;

template <int Lanes, class Kernel, class Result, class... Parameter, class... Args>
class lane_products<Lanes, Kernel, signature<Result, Parameter...>, Args...>
    : second_sweeps<over_lanes_of<Lanes>::template shadow, Kernel, signature<Result, Parameter...>,
                    Args...> {
public:
  using base = second_sweeps<over_lanes_of<Lanes>::template shadow, Kernel,
                             signature<Result, Parameter...>, Args...>;
  using base::begin;
  static constexpr int width = Lanes;
  static constexpr bool has_products = (lane_shadow<Lanes, Parameter>::is_possible && ...) &&
                                       has_hvp<const Kernel, typename base::for_hvp>;

  std::size_t columns() { return count_numbers(this->call_, this->directions_, is_column); }

  /// `seed(position, block)` sets lanes of columns, from that position on; `take` reads their
  /// products.
  template <class Seed, class Take>
  void products(const Seed& seed, const Take& take) {
    this->size_directions();
    for_each_block(this->call_, this->directions_, is_column, seed);
    this->clear(this->products_);
    this->run();
    for_each_block(this->call_, this->products_, is_column, take);
  }
};

template <class Kernel, class Signature, class... Args>
class typed_products;

template <class Kernel, class Result, class... Parameter, class... Args>
class typed_products<Kernel, signature<Result, Parameter...>, Args...>
    : second_sweeps<typed_shadow, Kernel, signature<Result, Parameter...>, Args...> {
public:
  using base = second_sweeps<typed_shadow, Kernel, signature<Result, Parameter...>, Args...>;
  using base::begin;
  static constexpr int width = 1;
  static constexpr bool has_products = has_hvp<const Kernel, typename base::for_hvp>;

  std::size_t columns() {
    this->size_directions();
    collect(this->directions_);
    return numbers_.leaves.size();
  }
  template <class Seed, class Take>
  void products(const Seed& seed, const Take& take) {
    this->size_directions();
    collect(this->directions_);
    numbers_.set(seed);
    this->clear(this->products_);
    this->run();
    collect(this->products_);
    numbers_.take(take);
  }

private:
  leaf_numbers numbers_;

  void collect(typename base::shadows& all) {
    numbers_.leaves.clear();
    this->call_.for_each(all, [this](const kernel_parameter& parameter, auto&, auto& shadow) {
      if (is_column(parameter))
        shadow.add_to(numbers_.leaves, parameter);
    });
  }
};

} // namespace treelize::detail
