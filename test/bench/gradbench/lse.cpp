#include "lse_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Gradient : public Function<lse::Input, lse::GradientOutput> {
public:
  Gradient(lse::Input& input) : Function(input) {}

  void compute(lse::GradientOutput& output) {
    output.assign(_input.x.size(), 0.0);
    gradbench::kernels::logSum.adjoint(_input.x.size(), _input.x.data(), 1.0, output.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"primal", function_main<lse::Primal>}, {"gradient", function_main<Gradient>}});
}
