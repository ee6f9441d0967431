#include "gmm_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Jacobian : public Function<gmm::Input, gmm::JacOutput> {
public:
  Jacobian(gmm::Input& input) : Function(input) {}

  void compute(gmm::JacOutput& output) {
    const int d = _input.d, k = _input.k;
    output.d = d, output.k = k, output.n = _input.n;
    output.alpha.assign(k, 0.0);
    output.mu.assign(k * d, 0.0);
    output.q.assign(k * d, 0.0);
    output.l.assign(k * (d * (d - 1) / 2), 0.0);
    gradbench::kernels::mixture.adjoint(d, k, _input.n, _input.alpha.data(), _input.mu.data(), _input.q.data(),
                                        _input.l.data(), _input.x.data(), _input.wishart, 1.0, output.alpha.data(),
                                        output.mu.data(), output.q.data(), output.l.data());
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"objective", function_main<gmm::Objective>}, {"jacobian", function_main<Jacobian>}});
}
