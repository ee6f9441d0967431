#pragma once
#include "rest.hpp"
#include <units/scale.treelize.hpp>
namespace model {
TREELIZE(kernel) inline double square(double x) { return x * x * units::kernels::scaled.grad(x).x; } // 2 x^2
}
