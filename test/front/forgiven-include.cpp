// A program may include what is not there yet after its own generated header: the templates before
// it are instantiated all the same.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 -DGENERATED='"%t.hpp"' && %FileCheck %s < %t.hpp
template <class T> T square(T x) { return x * x; }
[[treelize::kernel]] inline double f(double x) { return square(x); }
// CHECK: struct f_kernel
#include GENERATED
#include "nowhere.hpp"
int main() { return kernels::f(nowhere()) > 0; }
