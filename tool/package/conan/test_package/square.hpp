#pragma once
#include <treelize/annotations.hpp>
TREELIZE(kernel) inline double square(double x) { return x * x; }
