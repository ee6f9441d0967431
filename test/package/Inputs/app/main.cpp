#include "app/model.treelize.hpp"
#include "app/point.treelize.hpp"
#include "app/unrelated.hpp"

#include <cstdio>

int main() {
  const app::Point a{1, 2}, b{10, 20};
  const app::Point sum = add(a, b);
  const auto gradient = app::kernels::energy.grad(a);
  std::printf("%s: sum %g %g, gradient %g %g, answer %d\n", APP_NAME, sum.x, sum.y, gradient.p.x,
              gradient.p.y, app::answer);
}
