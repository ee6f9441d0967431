#include "part.treelize.hpp"
double fifth() { return kernels::part.grad(1).x; }
