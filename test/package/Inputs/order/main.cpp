#include "loss.treelize.hpp"
#include <cstdio>
double curvature(double x);
double fifth();
int main() { std::printf("%g %g %g\n", curvature(1), kernels::loss.grad(1).x, fifth()); }
