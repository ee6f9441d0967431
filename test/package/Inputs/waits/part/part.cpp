#include "part.treelize.hpp"
double part() { return kernels::part.grad(1).x; }
