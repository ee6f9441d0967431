// A stiff system by CVODE, with the sparse Jacobian and KLU: the Brusselator on 500 places. CVODE's
// own difference quotients, which know nothing of the Jacobian, end at the same concentrations.
#include "reaction.hpp"
#include "reaction.treelize.hpp"

#include <treelize/adapt/sundials.hpp>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <span>
#include <vector>

namespace {

constexpr std::size_t places = 500;
constexpr double spread = 0.02 * (places + 1) * (places + 1), end = 10;

struct Problem {
  std::vector<double> rate = std::vector<double>(2 * places); // for the kernel's signature
  treelize::csr jacobian;
  long calls = 0;
};

std::span<double> numbers(N_Vector v) {
  return {N_VGetArrayPointer(v), 2 * places};
}

int rates(double, N_Vector y, N_Vector rate, void*) {
  brusselator::rates(numbers(y), spread, numbers(rate));
  return 0;
}

int jacobian(double, N_Vector y, N_Vector, SUNMatrix matrix, void* data, N_Vector, N_Vector,
             N_Vector) {
  auto& problem = *static_cast<Problem*>(data);
  brusselator::kernels::rates.jacobian_csr(numbers(y), spread, problem.rate, problem.jacobian);
  treelize::sundials::assign(matrix, problem.jacobian);
  ++problem.calls;
  return 0;
}

void check(int status, const char* what) {
  if (status < 0) {
    std::printf("%s failed: %d\n", what, status);
    std::exit(1);
  }
}

struct Run {
  std::vector<double> y;
  long steps = 0, evaluations = 0;
};

// With the Jacobian of the kernel, or with CVODE's own in a band.
Run integrate(SUNContext context, Problem* problem) {
  Run run;
  N_Vector y = N_VNew_Serial(2 * places, context);
  for (std::size_t i = 0; i < places; ++i) {
    const double x = static_cast<double>(i + 1) / (places + 1);
    numbers(y)[2 * i] = 1 + std::sin(2 * std::numbers::pi * x);
    numbers(y)[2 * i + 1] = 3;
  }
  void* cvode = CVodeCreate(CV_BDF, context);
  check(CVodeInit(cvode, rates, 0, y), "CVodeInit");
  check(CVodeSStolerances(cvode, 1e-8, 1e-10), "CVodeSStolerances");
  check(CVodeSetMaxNumSteps(cvode, 100000), "CVodeSetMaxNumSteps");
  check(CVodeSetUserData(cvode, problem), "CVodeSetUserData");
  treelize::sundials::matrix_owner matrix(
      problem ? treelize::sundials::sparse_matrix(problem->jacobian, context).release()
              : SUNBandMatrix(2 * places, 2, 2, context));
  SUNLinearSolver solver =
      problem ? SUNLinSol_KLU(y, matrix.get(), context) : SUNLinSol_Band(y, matrix.get(), context);
  check(CVodeSetLinearSolver(cvode, solver, matrix.get()), "CVodeSetLinearSolver");
  if (problem)
    check(CVodeSetJacFn(cvode, jacobian), "CVodeSetJacFn");
  double now = 0;
  check(CVode(cvode, end, y, &now, CV_NORMAL), "CVode");
  long own = 0;
  CVodeGetNumSteps(cvode, &run.steps);
  CVodeGetNumRhsEvals(cvode, &run.evaluations);
  CVodeGetNumLinRhsEvals(cvode, &own);
  run.evaluations += own;
  run.y.assign(numbers(y).begin(), numbers(y).end());
  SUNLinSolFree(solver);
  CVodeFree(&cvode);
  N_VDestroy(y);
  return run;
}

} // namespace

int main() {
  SUNContext context;
#if SUNDIALS_VERSION_MAJOR >= 7
  check(SUNContext_Create(SUN_COMM_NULL, &context), "SUNContext_Create");
#else
  check(SUNContext_Create(nullptr, &context), "SUNContext_Create");
#endif
  Problem problem;
  problem.jacobian = brusselator::kernels::rates.jacobian_pattern(std::vector<double>(2 * places),
                                                                  spread, problem.rate);
  std::printf("%zu x %zu, %zu entries, %zu colours\n", problem.jacobian.rows, problem.jacobian.cols,
              problem.jacobian.col.size(), problem.jacobian.colors());
  const Run own = integrate(context, &problem), differences = integrate(context, nullptr);
  double apart = 0;
  for (std::size_t i = 0; i < own.y.size(); ++i)
    apart = std::max(apart, std::fabs(own.y[i] - differences.y[i]));
  std::printf("sparse Jacobian: %ld steps, %ld evaluations of the rates, %ld of the Jacobian\n",
              own.steps, own.evaluations, problem.calls);
  std::printf("difference quotients: %ld steps, %ld evaluations of the rates\n", differences.steps,
              differences.evaluations);
  std::printf("u = %.6f in the middle; both agree: %s\n", own.y[places],
              apart < 1e-6 ? "yes" : "no");
  SUNContext_Free(&context);
}
