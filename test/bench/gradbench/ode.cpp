#include "ode_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Gradient : public Function<ode::Input, ode::GradientOutput> {
public:
  Gradient(ode::Input& input) : Function(input) {}

  void compute(ode::GradientOutput& output) {
    const size_t n = _input.x.size();
    output.assign(n, 0.0);
    std::vector<double> y(n), y_b(n);
    y_b.back() = 1.0;
    gradbench::kernels::integrate.adjoint(n, _input.x.data(), _input.s, y.data(), output.data(), y_b.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"primal", function_main<ode::Primal>}, {"gradient", function_main<Gradient>}});
}
