#pragma once
#include "side.treelize.hpp"
#include "own_config.h"
#include <in_inc.hpp>
TREELIZE(kernel) inline double own(double x) { return OWN * kernels::side(x) * in_inc; } // 15 x^2
