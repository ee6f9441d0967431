#include "llsq_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Gradient : public Function<llsq::Input, llsq::GradientOutput> {
public:
  Gradient(llsq::Input& input) : Function(input) {}

  void compute(llsq::GradientOutput& output) {
    output.assign(_input.x.size(), 0.0);
    gradbench::kernels::squares.adjoint(_input.n, _input.x.size(), _input.x.data(), 1.0, output.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"primal", function_main<llsq::Primal>}, {"gradient", function_main<Gradient>}});
}
