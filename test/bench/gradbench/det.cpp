#include "det_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Gradient : public Function<det::Input, det::GradientOutput> {
public:
  Gradient(det::Input& input) : Function(input) {}

  void compute(det::GradientOutput& output) {
    output.assign(_input.ell * _input.ell, 0.0);
    gradbench::kernels::determinant.adjoint(_input.ell, _input.A.data(), 1.0, output.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"primal", function_main<det::Primal>}, {"gradient", function_main<Gradient>}});
}
