#pragma once
#include "base.treelize.hpp"
TREELIZE(kernel) inline double side(double x) { return kernels::base(x) * x; } // 3 x^2
