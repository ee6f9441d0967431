// Prints, for each kernel and some sizes, the sizes and the most bytes its gradient had on the tape.
#include "tape.treelize.hpp"

#include <treelize/tape.hpp>

#include <cstdio>

namespace {

template <class Gradient> void measure(const char* kernel, const char* sizes, Gradient gradient) {
  treelize::tape_reset();
  gradient();
  std::printf("%s %s %zu\n", kernel, sizes, treelize::tape_usage().peak);
}

} // namespace

int main() {
  using namespace app::kernels;
  const app::vec a(40, 0.5), b(7, 0.25);
  app::vec mixed(30, 1.5);
  for (std::size_t i = 0; i < mixed.size(); i += 3)
    mixed[i] = -1;
  measure("none", "a.size()=40", [&] { none.grad(a); });
  measure("steps", "a.size()=40,n=6", [&] { steps.grad(a, 6, 1.2); });
  measure("steps", "a.size()=7,n=50", [&] { steps.grad(b, 50, 1.2); });
  measure("cells", "a.size()=40,n=6,layers=3", [&] { cells.grad(a, 6, 3); });
  measure("cells", "a.size()=7,n=9,layers=4", [&] { cells.grad(b, 9, 4); });
  measure("triangle", "a.size()=40", [&] { triangle.grad(a, 0.3); });
  measure("triangle", "a.size()=7", [&] { triangle.grad(b, 0.3); });
  measure("strided", "n=20,m=3", [&] { strided.grad(0.3, 20, 3); });
  measure("strided", "n=32,m=5", [&] { strided.grad(0.3, 32, 5); });
  measure("states", "n=100", [&] { states.grad(0.3, 100); });
  measure("branches", "a.size()=30", [&] { branches.grad(mixed, 0.3); });
  measure("newton", "trips=40", [&] { newton.grad(2.0); });
  measure("folded", "calls=11,n=10", [&] { folded.grad(10, 0.9); });
}
