#include "model.treelize.hpp"

#include <cstdio>

int main() {
  const auto g = app::kernels::energy.grad({4, 9}, 2);
  std::printf("%g %g %g\n", g.x[0], g.x[1], g.stiffness);
  return g.x[0] == 18.5 && g.stiffness == 41 ? 0 : 1;
}
