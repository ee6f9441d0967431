#include "lstm_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Jacobian : public Function<lstm::Input, lstm::JacOutput> {
public:
  Jacobian(lstm::Input& input) : Function(input) {}

  void compute(lstm::JacOutput& output) {
    const size_t weights = 8 * _input.l * _input.b;
    output.assign(weights + 3 * _input.b, 0.0);
    gradbench::kernels::loss.adjoint(_input.l, _input.c, _input.b, _input.main_params.data(), _input.extra_params.data(),
                                     _input.state.data(), _input.sequence.data(), 1.0, output.data(),
                                     output.data() + weights);
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"objective", function_main<lstm::Objective>}, {"jacobian", function_main<Jacobian>}});
}
