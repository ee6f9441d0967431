// TREELIZE is nothing for compilers, under every warning.
// RUN: %allcxx -fsyntax-only %s
#include <treelize/annotations.hpp>
TREELIZE(kernel, wrt = (x)) double f(double x);
class TREELIZE(data_oriented) Chain {
public:
  TREELIZE(nondiff) double x;
  TREELIZE() double g(TREELIZE(tag("a")) double y) { return x * y; }
};
