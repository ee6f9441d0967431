#pragma once
#include <treelize/annotations.hpp>
#ifdef APP_FACTOR
TREELIZE(kernel) inline double f(double x) { return APP_FACTOR * x; }
#elif defined(NDEBUG)
TREELIZE(kernel) inline double f(double x) { return 2 * x; }
#endif
