#include "model.treelize.hpp"
double slope(double x) { return kernels::f.grad(x).x; }
