// What a kernel object tells of its parameters: their types, their names, which parts have
// derivatives.
//
// `kernel.signature(args...)` is the signature of the overload that takes these arguments.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace treelize {

/// What a kernel does with the numbers of a parameter: what is read is a column of its Jacobian,
/// what is written a row; an update reads what it writes.
enum class parameter_use { read, written, updated };

/// A parameter or, first of all, the object of a bound kernel.
struct kernel_parameter {
  std::string_view name;
  /// The parts that are constant for differentiation, a space after each: ".rate .layers[].mean ".
  std::string_view constants;
  parameter_use use = parameter_use::read;
};

/// In a signature: a parameter of type Parameter that is constant for differentiation, or has
/// nothing to differentiate.
template <class Parameter>
struct without_shadow {};

/// The result and the parameters have the types that the user declared. Objects are no parameters,
/// but in the list.
template <class Result, class... Parameters>
struct signature {
  std::array<kernel_parameter, sizeof...(Parameters)> parameters;
};
template <class Result, class... Parameters>
struct bound_signature {
  std::array<kernel_parameter, 1 + sizeof...(Parameters)> parameters;
};

/// What a call of a bound kernel may change of its object: `kernel.written(args...)`.
template <class... Member>
struct written {
  const char* kernel; ///< as it is qualified
  std::tuple<Member&...> members;
};
template <class... Member>
written(const char*, std::tuple<Member&...>) -> written<Member...>;

/// Reaches the object of a bound kernel: a friend of every proxy.
struct proxy_access {
  template <class Proxy>
  static auto& object(Proxy& proxy) {
    return proxy.self();
  }
};

} // namespace treelize
