#pragma once
#include <treelize/annotations.hpp>
TREELIZE(kernel) inline double part(double x) { return 5 * x; }
