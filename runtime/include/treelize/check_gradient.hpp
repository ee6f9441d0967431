// Is a gradient right: `treelize::check_gradient(kernel, args...)` compares three answers that know
// nothing of each other, the adjoint, the tangent and central differences of the primal.
//
//   const auto report = treelize::check_gradient(app::kernels::energy, params, x);
//   std::cout << report;              // which leaf agrees worst, and how well
//   return report.passed() ? 0 : 1;
//
// A bound kernel is checked at the present values of its object, which are the same afterwards.
// What a kernel returns and what it writes are its outputs; all are seeded at random. Central
// differences say nothing at a kink: choose arguments away from ties.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/gradient_report.hpp"
#include "treelize/detail/has_sweep.hpp"
#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/matrix_members.hpp"
#include "treelize/detail/signature.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

/// The object of a bound kernel in another state, for the time of its life.
template <class Type>
class state_change {
public:
  state_change(Type& object, const Type& state) : object_(object), kept_(object) {
    object_ = state;
  }
  state_change(const state_change&) = delete;
  state_change& operator=(const state_change&) = delete;
  ~state_change() { object_ = std::move(kept_); }

private:
  Type& object_;
  Type kept_;
};

/// A kernel and its arguments as functions of numbers. `Object` and `Result` are nothing, or
/// `one_value` of a type.
template <class Kernel, class Object, class Result, class... Parameters>
class checked_kernel {
public:
  using arguments = kernel_arguments<Object, Parameters...>;
  using numbers = std::vector<double>;

  checked_kernel(Kernel& kernel, const std::array<kernel_parameter, arguments::count>& parameters,
                 arguments original)
      : kernel_(kernel), parameters_(parameters), original_(std::move(original)), last_(original_),
        result_(run(last_)) {}

  kernel_functions functions() {
    kernel_functions result{.names = {},
                            .outputs = {},
                            .at = {},
                            .epsilon = 0,
                            .primal = {},
                            .adjoint = {},
                            .tangent = {},
                            .rows = {},
                            .columns = {},
                            .products = {}};
    result_.for_each_leaf(parameters_,
                          [&](auto&, const std::string&) { result.outputs.emplace_back(); });
    last_.for_each_leaf(
        parameters_, [&](auto&, std::string name) { result.outputs.push_back(std::move(name)); });
    original_.for_each_leaf(parameters_, [&]<class Leaf>(Leaf& leaf, std::string name) {
      result.names.push_back(std::move(name));
      result.at.push_back(static_cast<double>(leaf));
      result.epsilon =
          (std::max)(result.epsilon, static_cast<double>(std::numeric_limits<Leaf>::epsilon()));
    });
    result.primal = [this](const numbers& at) { return primal(at); };
    result.adjoint = [this](const numbers& at, const numbers& seeds) { return adjoint(at, seeds); };
    using passed = decltype(std::tuple_cat(original_.pass(), original_.pass_shadows()));
    if constexpr (has_tangent<Kernel, passed>)
      result.tangent = [this](const numbers& at, const numbers& direction) {
        return tangent(at, direction);
      };
    if constexpr (!arguments::is_bound)
      add_products(result);
    return result;
  }

private:
  Kernel& kernel_;
  const std::array<kernel_parameter, arguments::count> parameters_;
  arguments original_;
  arguments last_; // as the primal leaves them: a vector may have another length then
  Result result_;  // of the shape of its seed

  numbers primal(const numbers& at) {
    arguments now = with_leaves(original_, at);
    Result result = run(now);
    numbers outputs;
    append_leaves(result, outputs);
    append_leaves(now, outputs);
    return outputs;
  }

  numbers adjoint(const numbers& at, const numbers& seeds) {
    numbers own;
    append_leaves(result_, own);
    Result seed = result_;
    seed.set_zero();
    set_leaves(seed, std::span(seeds).first(own.size()));
    arguments now = with_leaves(original_, at),
              shadows = shadows_with(last_, std::span(seeds).subspan(own.size()));
    in_state(now, [&] {
      auto passed = std::tuple_cat(now.pass(), seed.pass(), shadows.pass_shadows());
      const auto call = [&](auto&... element) { kernel_.adjoint(element...); };
      if constexpr (has_adjoint<Kernel, decltype(passed)>)
        std::apply(call, passed);
      else // an integer, say, has no seed
        std::apply(call, std::tuple_cat(now.pass(), shadows.pass_shadows()));
    });
    numbers gradient;
    append_leaves(shadows, gradient);
    return gradient;
  }

  numbers tangent(const numbers& at, const numbers& direction) {
    arguments now = with_leaves(original_, at), tangents = shadows_with(original_, direction);
    numbers outputs;
    in_state(now, [&] {
      auto passed = std::tuple_cat(now.pass(), tangents.pass_shadows());
      const auto call = [&](auto&... element) { return kernel_.tangent(element...); };
      if constexpr (requires { std::apply(call, passed).derivative; }) {
        one_value derivative{std::apply(call, passed).derivative};
        append_leaves(derivative, outputs);
      } else {
        std::apply(call, passed);
      }
    });
    append_leaves(tangents, outputs);
    return outputs;
  }

  /// Those of the matrices that the kernel has.
  void add_products(kernel_functions& to) {
    for (std::size_t i = 0; i < to.outputs.size() && to.outputs[i].empty(); ++i)
      to.rows.push_back(i);
    std::size_t leaf = 0, output = to.rows.size();
    original_.for_each_parameter_leaf(parameters_, [&](const kernel_parameter& parameter) {
      if (parameter.use != parameter_use::written)
        to.columns.push_back(leaf);
      ++leaf;
    });
    last_.for_each_parameter_leaf(parameters_, [&](const kernel_parameter& parameter) {
      if (parameter.use != parameter_use::read)
        to.rows.push_back(output);
      ++output;
    });
    const std::vector<std::size_t> columns = to.columns;
    for_each_matrix_member<Kernel, decltype(original_.pass())>(
        (std::max)(to.rows.size(), columns.size()) * columns.size(),
        [&](const char* name, bool isSecond, const auto& matrix_of) {
          to.products.push_back(
              {name, isSecond, [this, columns, matrix_of](const numbers& at, const numbers& along) {
                 arguments now = with_leaves(original_, at);
                 auto passed = now.pass();
                 return product(matrix_of(kernel_, passed), columns, along);
               }});
        });
    using passed = decltype(std::tuple_cat(original_.pass(), original_.pass_shadows(),
                                           original_.pass_shadows()));
    if constexpr (has_hvp<Kernel, passed>)
      to.products.push_back(
          {"hvp", true, [this, columns](const numbers& at, const numbers& direction) {
             numbers all = hessian_product(at, direction), wanted;
             for (const std::size_t column : columns)
               wanted.push_back(all[column]);
             return wanted;
           }});
  }

  numbers hessian_product(const numbers& at, const numbers& direction) {
    arguments now = with_leaves(original_, at), along = shadows_with(original_, direction),
              result = original_;
    result.set_zero();
    auto passed = std::tuple_cat(now.pass(), along.pass_shadows(), result.pass_shadows());
    std::apply([this](auto&... element) { kernel_.hvp(element...); }, passed);
    numbers product;
    append_leaves(result, product);
    return product;
  }

  /// The primal; `now` is then what it left behind.
  Result run(arguments& now) {
    return in_state(now, [&]() -> Result {
      const auto call = [&](auto&... element) -> Result {
        if constexpr (std::is_same_v<Result, nothing>)
          return kernel_(element...), nothing();
        else
          return Result{kernel_(element...)};
      };
      auto passed = now.pass();
      return std::apply(call, passed);
    });
  }

  /// With the kernel's object in the state that the arguments have for it.
  template <class Function>
  auto in_state(arguments& now, const Function& function) {
    if constexpr (std::is_same_v<Object, nothing>) {
      return function();
    } else {
      auto& object = proxy_access::object(kernel_);
      const state_change change(object, now.object.value);
      struct keep_state {
        decltype(object) from;
        Object& to;
        ~keep_state() { to.value = from; }
      } keep{object, now.object};
      return function();
    }
  }

  template <class Leaves>
  void append_leaves(Leaves& all, numbers& to) const {
    all.for_each_leaf(parameters_, [&](const auto& leaf, const std::string&) {
      to.push_back(static_cast<double>(leaf));
    });
  }
  template <class Leaves>
  void set_leaves(Leaves& all, std::span<const double> values) const {
    std::size_t next = 0;
    all.for_each_leaf(parameters_, [&]<class Leaf>(Leaf& leaf, const std::string&) {
      leaf = static_cast<Leaf>(values[next++]);
    });
  }
  arguments with_leaves(arguments all, std::span<const double> values) const {
    set_leaves(all, values);
    return all;
  }
  arguments shadows_with(arguments shadows, std::span<const double> values) const {
    shadows.set_zero();
    return with_leaves(std::move(shadows), values);
  }
};

template <class Type>
using result_holder =
    typename std::conditional_t<std::is_void_v<Type>, std::type_identity<nothing>,
                                std::type_identity<one_value<std::remove_cvref_t<Type>>>>::type;

template <class Kernel, class Result, class... Parameter, class... Args>
auto make_checked(Kernel& kernel, const signature<Result, Parameter...>& of, const Args&... args) {
  using checked = checked_kernel<Kernel, nothing, result_holder<Result>, Parameter...>;
  return checked(kernel, of.parameters, {{}, std::tuple<owned_argument<Parameter>...>(args...)});
}
template <class Kernel, class Result, class... Parameter, class... Args>
auto make_checked(Kernel& kernel, const bound_signature<Result, Parameter...>& of,
                  const Args&... args) {
  auto& object = proxy_access::object(kernel);
  using object_type = std::remove_reference_t<decltype(object)>;
  static_assert(!std::is_const_v<object_type> && std::is_copy_assignable_v<object_type>,
                "treelize::check_gradient: the kernel's object is changed for a while and put back "
                "by assignment; "
                "give it one that can be assigned to");
  using checked =
      checked_kernel<Kernel, one_value<object_type>, result_holder<Result>, Parameter...>;
  return checked(kernel, of.parameters,
                 {{object}, std::tuple<owned_argument<Parameter>...>(args...)});
}

} // namespace detail

/// What treelize::check_gradient is.
struct check_gradient_function {
  /// With options: seed, tolerances, how many leaves. The arguments are copied, and must be
  /// copyable; numbers behind pointers are not, and do not compile.
  template <class Kernel, class... Args>
  gradient_report operator()(const gradient_check_options& options, Kernel&& kernel,
                             const Args&... args) const {
    // What is passed are copies that can be changed.
    constexpr bool is_possible = requires { kernel.signature(const_cast<Args&>(args)...); };
    static_assert(
        is_possible,
        "treelize::check_gradient: the kernel does not take these arguments, or it refers to "
        "numbers that cannot be copied (by a pointer, say): write a kernel around it that takes "
        "spans");
    if constexpr (is_possible) {
      auto checked =
          detail::make_checked(kernel, kernel.signature(const_cast<Args&>(args)...), args...);
      return detail::compare(checked.functions(), options);
    } else {
      return gradient_report();
    }
  }
  /// With the default options. The kernel and, of a bound one, its object are the same afterwards.
  template <class Kernel, class... Args>
    requires(!std::is_same_v<std::remove_cvref_t<Kernel>, gradient_check_options>)
  gradient_report operator()(Kernel&& kernel, const Args&... args) const {
    return (*this)(gradient_check_options(), kernel, args...);
  }
};
/// Compares the adjoint of a kernel with its tangent and with central differences, at these
/// arguments.
inline constexpr check_gradient_function check_gradient{};

} // namespace treelize
