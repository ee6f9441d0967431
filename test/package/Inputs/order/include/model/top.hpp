#pragma once
#include <model/mid.treelize.hpp>
namespace model {
TREELIZE(kernel) inline double curve(const Rest& r, double x) { return r.length * kernels::slope(x); } // 4 l x
}
