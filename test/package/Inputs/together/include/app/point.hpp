#pragma once
#include <treelize/annotations.hpp>
#ifndef APP_PRECOMPILED
#define APP_HALF 0.5
#define APP_SQUARE(x) ((x) * (x))
#endif
namespace app {
struct TREELIZE(node) Point { double x = 0, y = 0; };
TREELIZE(kernel) inline double norm(const Point& p) { return APP_HALF * (APP_SQUARE(p.x) + APP_SQUARE(p.y)); }
}
