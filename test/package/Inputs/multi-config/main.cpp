#include "model.treelize.hpp"
#include <cstdio>
int main() { std::printf("%g %g\n", kernels::f(1), kernels::f.grad(1).x); }
