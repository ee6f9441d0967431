// Parameters with Eigen's matrices: summed up in parallel, exchanged with their shapes.
// REQUIRES: libeigen3-dev
// RUN: %treelize %s -o %T/eigen.treelize.hpp -- -std=c++20 %eigen
// RUN: %cxx -O1 -I%T %eigen %s %link -o %t && %t
// RUN: %if libopenmpi-dev %{ %cxx -O1 -DRANKS -I%T -I%S/Inputs %eigen %mpiflags %s %link %mpilibs -o %t.ranks && %mpirun 2 %t.ranks %}
#include <treelize/annotations.hpp>

#include <Eigen/Core>

namespace app {

struct TREELIZE(node) Layer {
  Eigen::MatrixXd weights;
  Eigen::VectorXd bias;
};

TREELIZE(kernel, wrt = (layer)) inline double loss(const Layer& layer, const Eigen::VectorXd& x) {
  return (layer.weights * x + layer.bias).squaredNorm();
}

} // namespace app

#include "eigen.treelize.hpp"

#include <treelize/parallel.hpp>

#include <vector>
#ifdef RANKS
#include <Ranks.h>
#include <treelize/adapt/mpi.hpp>
#endif

using namespace app;

static std::vector<Eigen::VectorXd> makePieces() {
  std::vector<Eigen::VectorXd> pieces;
  for (int i = 0; i < 50; ++i)
    pieces.emplace_back(Eigen::Vector3d(0.1 * i, 1 - 0.2 * i, 0.5));
  return pieces;
}

int main() {
  const auto pieces = makePieces();
  Layer layer{Eigen::MatrixXd(2, 3), Eigen::Vector2d(0.25, -1)};
  layer.weights << 1, -2, 3, 0.5, 0.75, -1;
#ifdef RANKS
  const ranks::World world;
  const auto sum = treelize::parallel_gradient(kernels::loss, layer, pieces);
  const auto mean =
      treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, layer, world.even(pieces), {.reproducible = true});
  const bool isSame = mean.value == sum.value / 50 && mean.gradient.weights == sum.gradient.weights / 50 &&
                      mean.gradient.bias == sum.gradient.bias / 50;
  if (world.rank == 1)
    layer.weights.resize(3, 2);
  try {
    treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, layer, world.even(pieces));
  } catch (const treelize::mpi::unequal_trees& error) {
    return !isSame || error.path() != "weights" || error.rank() != 1;
  }
  return 1;
#else
  Eigen::MatrixXd weights_b = Eigen::MatrixXd::Zero(2, 3);
  for (const Eigen::VectorXd& x : pieces)
    weights_b += 2 * (layer.weights * x + layer.bias) * x.transpose();
  const auto sum = treelize::parallel_gradient(kernels::loss, layer, pieces, {.threads = 3});
  return !sum.gradient.weights.isApprox(weights_b, 1e-13);
#endif
}
