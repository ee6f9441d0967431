#pragma once
#include <treelize/annotations.hpp>
namespace app {
TREELIZE(kernel) inline double half(double x) { return APP_HALF * x; }
}
