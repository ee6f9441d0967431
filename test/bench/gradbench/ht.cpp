#include "ht_kernel.treelize.hpp"

#include "gradbench/main.hpp"

// Columns by tangents, several at once. Each point has two parameters of its own, so that one direction for all points
// tells both columns of every one.
class Jacobian : public Function<ht::Input, ht::JacOutput> {
public:
  Jacobian(ht::Input& input) : Function(input) {}

  void compute(ht::JacOutput& output) {
    const bool complicated = !_input.us.empty();
    const size_t parameters = _input.theta.size();
    output.jacobian_nrows = static_cast<int>(3 * _input.data.correspondences.size());
    output.jacobian_ncols = static_cast<int>(parameters + (complicated ? 2 : 0));
    output.jacobian.resize(static_cast<size_t>(output.jacobian_nrows) * output.jacobian_ncols);
    for (int first = 0; first < output.jacobian_ncols; first += together)
      columns(output, first, complicated);
  }

private:
  static constexpr int together = 4;
  using directions = treelize::lanes<together>;

  void columns(ht::JacOutput& output, int first, bool complicated) {
    const int own = complicated ? 2 : 0;
    std::vector<directions> theta_t(_input.theta.size()), us_t(_input.us.size());
    const size_t rows = output.jacobian_nrows;
    std::vector<directions> error_t(rows);
    std::vector<double> error(rows);
    for (int lane = 0; lane < together; ++lane) {
      const int column = first + lane;
      if (column < own)
        for (size_t i = column; i < us_t.size(); i += 2)
          us_t[i][lane] = 1.0;
      else if (column < output.jacobian_ncols)
        theta_t[column - own][lane] = 1.0;
    }
    if (complicated)
      gradbench::kernels::complicated.tangent(_input.theta.data(), _input.us.data(), _input.data, error.data(),
                                              theta_t.data(), us_t.data(), error_t.data());
    else
      gradbench::kernels::simple.tangent(_input.theta.data(), _input.data, error.data(), theta_t.data(),
                                         error_t.data());
    for (int lane = 0; lane < together && first + lane < output.jacobian_ncols; ++lane)
      for (size_t row = 0; row < rows; ++row)
        output.jacobian[(first + lane) * rows + row] = error_t[row][lane];
  }
};

int main(int argc, char* argv[]) {
  return generic_main(argc, argv, {{"objective", function_main<ht::Objective>}, {"jacobian", function_main<Jacobian>}});
}
