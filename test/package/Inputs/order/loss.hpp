#pragma once
#include <model/top.treelize.hpp>
TREELIZE(kernel) inline double loss(double x) { return model::kernels::slope(x) * x; } // 4 x^2
