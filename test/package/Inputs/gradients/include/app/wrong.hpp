#pragma once

namespace app {

inline double square(double x) { return x * x; }
[[treelize(adjoint_of(square))]] inline void square_adjoint(double x, double seed, double& x_b) { x_b += seed * x; }

[[treelize::kernel]] inline double wrong(double a, double b) { return a * square(b); }

} // namespace app
