// Lets the chain of chain.hpp fall into its rest position: down the gradient of its energy.
#include "chain.hpp"
#include "chain.treelize.hpp"

#include <cmath>
#include <cstdio>

namespace {

// At rest, a link carries all masses below it.
double exactDepth(const spring::Chain& chain, int mass) {
  const int masses = static_cast<int>(chain.depth.size());
  double depth = 0;
  for (int link = 0; link <= mass; ++link)
    depth += 1 + (masses - link) * chain.weight / chain.stiffness;
  return depth;
}

void relax(treelize::bound<spring::Chain>& chain) {
  const double step = 0.25 / chain.stiffness;
  for (int iteration = 0; iteration < 4000; ++iteration) {
    chain.depth.zero_grad();
    chain.energy.grad.value() = 1;
    chain.compute.grad(); // adds into chain.depth.grad
    for (int i = 0; i < static_cast<int>(chain.depth.size()); ++i)
      chain.depth[i] -= step * chain.depth.grad[i];
  }
}

} // namespace

int main() {
  constexpr int links = 8;
  treelize::bound<spring::Chain> chain(links, 40.0, 1.0);
  static_assert(sizeof(chain) == sizeof(spring::Chain));

  relax(chain);
  chain.compute();
  chain.energy.grad.value() = 1;
  const auto gradient = chain.compute.grad(); // what is no field comes back: gradient.self

  double error = 0;
  std::printf("mass    depth    exact\n");
  for (int i = 0; i < links; ++i) {
    std::printf("%4d %8.5f %8.5f\n", i + 1, chain.depth[i], exactDepth(chain, i));
    error = std::fmax(error, std::fabs(chain.depth[i] - exactDepth(chain, i)));
  }
  std::printf("energy %.6f; its derivative by stiffness %.6f, by weight %.6f\n",
              chain.energy.value(), gradient.self.stiffness, gradient.self.weight);
  return error < 1e-6 ? 0 : 1;
}
