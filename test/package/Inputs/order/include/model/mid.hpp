#pragma once
#include "base.treelize.hpp"
namespace model {
TREELIZE(kernel) inline double slope(double x) { return kernels::square.grad(x).x; } // 4 x
}
