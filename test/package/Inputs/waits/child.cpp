#include "child.treelize.hpp"
double child() { return kernels::child.grad(1).x; }
