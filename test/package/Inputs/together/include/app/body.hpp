#pragma once
#include "point.hpp"
namespace app {
struct TREELIZE(node) Body { Point at; double mass = 1; };
TREELIZE(kernel) inline double energy(const Body& b) { return b.mass * norm(b.at); }
}
