#include "own.treelize.hpp"
#include <cstdio>
double part();
double child();
int main() { std::printf("%g %g %g\n", kernels::own.grad(1).x, part(), child()); }
