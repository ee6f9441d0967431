#include "ba_kernel.treelize.hpp"

#include "gradbench/main.hpp"

class Jacobian : public Function<ba::Input, ba::JacOutput> {
public:
  Jacobian(ba::Input& input) : Function(input) {}

  void compute(ba::JacOutput& output) {
    using rows = treelize::lanes<2>;
    output = ba::SparseMat(_input.n, _input.m, _input.p);
    for (int i = 0; i < _input.p; i++) {
      const int camera = _input.obs[2 * i], point = _input.obs[2 * i + 1];
      rows block[BA_NCAMPARAMS + 4]{};
      rows error_b[2] = {rows::unit(0), rows::unit(1)};
      double error[2];
      gradbench::kernels::residual.adjoint(&_input.cams[camera * BA_NCAMPARAMS], &_input.X[3 * point], &_input.w[i],
                                           &_input.feats[2 * i], error, block, block + BA_NCAMPARAMS,
                                           block + BA_NCAMPARAMS + 3, error_b);
      output.insert_reproj_err_block(i, camera, point, &block[0][0]);
    }
    for (int i = 0; i < _input.p; i++)
      output.insert_w_err_block(i, -2 * _input.w[i]);
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"objective", function_main<ba::Objective>}, {"jacobian", function_main<Jacobian>}});
}
