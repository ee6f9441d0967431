// How much faster a gradient is on several threads, beside its primal, which threads sum up without any order.
//
//   treelize-bench-threads [THREADS]
#include "Cases.h"

#include <treelize/parallel.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <thread>

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// The shortest of many, as the machine may have other work.
template <class F> double shortest(const F& f) {
  double least = std::numeric_limits<double>::max();
  for (int again = 0; again < 25; ++again) {
    const double start = now();
    f();
    least = std::min(least, now() - start);
  }
  return least;
}

template <class Kernel, class Params, class Pieces>
double sumOfPrimals(const Kernel& kernel, const Params& params, const Pieces& pieces, int threads) {
  std::vector<double> sums(static_cast<std::size_t>(threads));
  const auto part = [&](std::size_t i) {
    double sum = 0;
    for (std::size_t n = i * pieces.size() / sums.size(); n < (i + 1) * pieces.size() / sums.size(); ++n)
      sum += kernel(params, pieces[n]);
    sums[i] = sum;
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < sums.size(); ++i)
    others.emplace_back(part, i);
  part(0);
  for (std::thread& other : others)
    other.join();
  double sum = 0;
  for (double one : sums)
    sum += one;
  return sum;
}

} // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  double kept = 0; // so that no loop is idle
  std::printf("%d threads          ms: primal, gradient    speed-up: primal, gradient\n", threads);
  bench::forEachCase([&](const char* name, const auto& kernel, const auto& params, const auto& pieces) {
    auto result = treelize::parallel_gradient(kernel, params, pieces);
    const auto primal = [&](int count) {
      return shortest([&] { kept += sumOfPrimals(kernel, params, pieces, count); });
    };
    const auto gradient = [&](int count) {
      return shortest([&] { treelize::parallel_gradient(kernel, params, pieces, {.threads = count}, result); });
    };
    const double primal1 = primal(1), primalN = primal(threads), gradient1 = gradient(1), gradientN = gradient(threads);
    std::printf("%-10s %18.2f %9.2f %24.2f %9.2f\n", name, 1e3 * primal1, 1e3 * gradient1, primal1 / primalN,
                gradient1 / gradientN);
  });
  return kept == 0;
}
