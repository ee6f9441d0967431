#include "kmeans_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Gradient : public Function<kmeans::Input, kmeans::DirOutput> {
public:
  Gradient(kmeans::Input& input) : Function(input) {}

  void compute(kmeans::DirOutput& output) {
    output.k = _input.k, output.d = _input.d;
    output.dir.assign(_input.k * _input.d, 0.0);
    gradbench::kernels::cost.adjoint(_input.n, _input.k, _input.d, _input.points.data(), _input.centroids.data(), 1.0,
                                     output.dir.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"cost", function_main<kmeans::Cost>}, {"gradient", function_main<Gradient>}});
}
