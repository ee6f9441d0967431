// The gradient and a product with the Hessian of the likelihood that write.py has written, in units of
// the likelihood; both are checked by differences.
#include "histfactory.treelize.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

using Numbers = std::vector<double>;

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

volatile double sink;

/// Seconds for one of a hundred runs, the shortest of two hundred.
template <class Function>
double shortest(const Function& function) {
  double best = 1e300;
  for (int repetition = 0; repetition < 200; ++repetition) {
    const double start = now();
    for (int i = 0; i < 100; ++i)
      function();
    best = std::min(best, (now() - start) / 100);
  }
  return best;
}

} // namespace

int main() {
  namespace kernels = histfactory::kernels;
  Numbers p(histfactory::parameters), observed(histfactory::bins), along(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = i < 2 || i >= p.size() - observed.size() ? 1.05 : 0.3 * std::sin(double(i));
    along[i] = std::cos(3.0 * double(i));
  }
  for (std::size_t i = 0; i < observed.size(); ++i)
    observed[i] = std::floor(300 + 150 * std::sin(double(i)));
  const auto gradientAt = [&](double step) {
    Numbers there = p, gradient(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      there[i] += step * along[i];
    kernels::likelihood.adjoint(there.data(), observed.data(), 1.0, gradient.data());
    return gradient;
  };
  Numbers product(p.size()), gradient = gradientAt(0);
  kernels::likelihood.hvp(p.data(), observed.data(), along.data(), product.data());

  const double h = 1e-6;
  const Numbers above = gradientAt(h), below = gradientAt(-h);
  double slope = 0, off = 0, largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    slope += gradient[i] * along[i];
    off = std::max(off, std::fabs((above[i] - below[i]) / (2 * h) - product[i]));
    largest = std::max(largest, std::fabs(product[i]));
  }
  const auto valueAt = [&](double step) {
    Numbers there = p;
    for (std::size_t i = 0; i < p.size(); ++i)
      there[i] += step * along[i];
    return kernels::likelihood(there.data(), observed.data());
  };
  const double difference = (valueAt(h) - valueAt(-h)) / (2 * h);
  if (std::fabs(difference - slope) > 1e-6 * std::fabs(slope) || off > 1e-6 * largest) {
    std::printf("wrong: slope %.10g, by differences %.10g; products off by %g of %g\n", slope, difference, off, largest);
    return 1;
  }

  const double primal = shortest([&] { sink = kernels::likelihood(p.data(), observed.data()); });
  const double adjoint = shortest([&] { kernels::likelihood.adjoint(p.data(), observed.data(), 1.0, gradient.data()); });
  const double twice = shortest([&] { kernels::likelihood.hvp(p.data(), observed.data(), along.data(), product.data()); });
  std::printf("| likelihood, us | gradient / likelihood | product / gradient |\n|---|---|---|\n| %.2f | %.2f | %.2f |\n",
              primal * 1e6, adjoint / primal, twice / adjoint);
}
