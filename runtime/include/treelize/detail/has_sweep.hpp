// Does a kernel object have a derivative that takes these arguments?
#pragma once

#include <tuple>

namespace treelize::detail {

template <class Kernel, class Tuple>
inline constexpr bool has_adjoint = false;
template <class Kernel, class... Type>
inline constexpr bool has_adjoint<Kernel, std::tuple<Type...>> =
    requires(Kernel& kernel, Type&... element) { kernel.adjoint(element...); };
template <class Kernel, class Tuple>
inline constexpr bool has_tangent = false;
template <class Kernel, class... Type>
inline constexpr bool has_tangent<Kernel, std::tuple<Type...>> =
    requires(Kernel& kernel, Type&... element) { kernel.tangent(element...); };
template <class Kernel, class Tuple>
inline constexpr bool has_hvp = false;
template <class Kernel, class... Type>
inline constexpr bool has_hvp<Kernel, std::tuple<Type...>> =
    requires(Kernel& kernel, Type&... element) { kernel.hvp(element...); };

} // namespace treelize::detail
