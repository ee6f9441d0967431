#pragma once
#include <treelize/annotations.hpp>
namespace units {
TREELIZE(kernel) inline double scaled(double x) { return 2 * x; }
}
