// A hanging chain by Ipopt, with exact sparse Jacobians and Hessians: of 100 links, twice as long
// as the way between its hooks. Many links hang as a catenary, which has a formula.
#include "chain.hpp"
#include "chain.treelize.hpp"

#include <treelize/adapt/ipopt.hpp>

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using Ipopt::Index;
using Ipopt::Number;

constexpr std::size_t links = 100, numbers = 2 * (links - 1);
constexpr double length = 2;

class Chain : public Ipopt::TNLP {
public:
  std::vector<double> at = std::vector<double>(numbers);
  treelize::csr jacobian, hessian;

  Chain() {
    const std::vector<double> multipliers(links);
    jacobian = chain::kernels::lengths.jacobian_pattern(at, squared);
    hessian = chain::kernels::lagrangian.hessian_pattern(at, 1, multipliers);
  }

  bool get_nlp_info(Index& n, Index& m, Index& jacobianEntries, Index& hessianEntries,
                    IndexStyleEnum& style) override {
    n = numbers, m = links;
    jacobianEntries = treelize::ipopt::entries<Index>(jacobian);
    hessianEntries = treelize::ipopt::lower_entries<Index>(hessian);
    style = TNLP::C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Number* low, Number* high, Index m, Number* g_low,
                       Number* g_high) override {
    std::fill_n(low, n, -10.0), std::fill_n(high, n, 10.0);
    const double squared = length / links * (length / links);
    std::fill_n(g_low, m, squared), std::fill_n(g_high, m, squared);
    return true;
  }
  // A parabola that sags.
  bool get_starting_point(Index, bool, Number* x, bool, Number*, Number*, Index, bool,
                          Number*) override {
    for (std::size_t i = 0; i + 1 < links; ++i) {
      x[2 * i] = static_cast<double>(i + 1) / links;
      x[2 * i + 1] = -3 * x[2 * i] * (1 - x[2 * i]);
    }
    return true;
  }
  bool eval_f(Index, const Number* x, bool, Number& f) override {
    f = chain::energy({x, numbers});
    return true;
  }
  bool eval_grad_f(Index, const Number* x, bool, Number* to) override {
    std::ranges::copy(chain::kernels::energy.grad({x, numbers}).at, to);
    return true;
  }
  bool eval_g(Index, const Number* x, bool, Index, Number* g) override {
    chain::lengths({x, numbers}, {g, links});
    return true;
  }
  bool eval_jac_g(Index, const Number* x, bool, Index, Index, Index* rows, Index* cols,
                  Number* values) override {
    if (!values) {
      treelize::ipopt::structure(jacobian, rows, cols);
      return true;
    }
    chain::kernels::lengths.jacobian_csr({x, numbers}, squared, jacobian);
    treelize::ipopt::values(jacobian, values);
    return true;
  }
  bool eval_h(Index, const Number* x, bool, Number factor, Index, const Number* multipliers, bool,
              Index, Index* rows, Index* cols, Number* values) override {
    if (!values) {
      treelize::ipopt::lower_structure(hessian, rows, cols);
      return true;
    }
    chain::kernels::lagrangian.hessian_csr({x, numbers}, factor, {multipliers, links}, hessian);
    treelize::ipopt::lower_values(hessian, values);
    return true;
  }
  void finalize_solution(Ipopt::SolverReturn, Index, const Number* x, const Number*, const Number*,
                         Index, const Number*, const Number*, Number, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    std::copy_n(x, numbers, at.begin());
  }

private:
  std::vector<double> squared = std::vector<double>(links); // for the kernel's signature
};

// Half as wide as it is long: a of y = a cosh((x - 1/2) / a), by sinh(1 / (2 a)) 2 a = length.
double catenary() {
  double low = 0.05, high = 1;
  for (int i = 0; i < 200; ++i) {
    const double a = (low + high) / 2;
    (2 * a * std::sinh(0.5 / a) > length ? low : high) = a;
  }
  return low;
}

} // namespace

int main() {
  Ipopt::SmartPtr<Chain> chain = new Chain;
  std::printf("lengths: %zu entries in %zu colours; Lagrangian: %zu in %zu\n",
              chain->jacobian.col.size(), chain->jacobian.colors(), chain->hessian.col.size(),
              chain->hessian.colors());
  Ipopt::SmartPtr<Ipopt::IpoptApplication> solver = IpoptApplicationFactory();
  solver->Options()->SetIntegerValue("print_level", 0);
  solver->Options()->SetStringValue("sb", "yes");
  solver->Options()->SetNumericValue("tol", 1e-10);
  solver->Initialize();
  const Ipopt::SmartPtr<Ipopt::TNLP> problem = Ipopt::GetRawPtr(chain);
  const bool isSolved = solver->OptimizeTNLP(problem) == Ipopt::Solve_Succeeded;
  const double a = catenary(), sag = a * (std::cosh(0.5 / a) - 1);
  const double found = -chain->at[links - 1]; // of the joint in the middle
  std::printf("solved: %s in %d iterations\n", isSolved ? "yes" : "no",
              static_cast<int>(solver->Statistics()->IterationCount()));
  std::printf("it sags by %.5f, a catenary by %.5f\n", found, sag);
}
