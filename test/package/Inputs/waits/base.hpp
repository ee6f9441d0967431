#pragma once
#include <treelize/annotations.hpp>
#include "base_config.h"
TREELIZE(kernel) inline double base(double x) { return BASE * x; }
