#ifdef HAS_TOOL
#include "square.treelize.hpp"
double slope(double x) { return kernels::square.grad(x).x; }
#else
#include <treelize/dual.hpp>
double slope(double x) {
  return treelize::derivative([](auto y) { return y * y; }, x);
}
#endif
int main() { return slope(3.0) == 6.0 ? 0 : 1; }
