// A kernel that throws: the first of its exceptions by the order of the chunks comes out, whatever the threads did, when
// all of them have ended; the caller's result is as it was, and the next call is as good as any.
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %s %link -o %t && %t | %FileCheck %s
#include "Loss.treelize.hpp"

#include <treelize/parallel.hpp>

#include <cstdio>

using namespace app;

template <class F> static void report(const F& f) {
  try {
    f();
    std::puts("nothing was thrown");
  } catch (const treelize::error& error) {
    std::printf("error: %s\n", error.what());
  } catch (const std::invalid_argument& exception) {
    std::printf("invalid_argument: %s\n", exception.what());
  }
}

int main() {
  const Model model = makeModel();
  const std::vector<Sample> samples = makeSamples(640);
  std::vector<Sample> broken = samples;
  broken[302] = {{}, -1};
  broken[303] = broken[635] = {{}, 1};
  auto result = treelize::parallel_gradient(kernels::loss, model, samples);
  const auto before = result;
  for (int threads = 1; threads <= 8; ++threads) {
    // CHECK-COUNT-8: invalid_argument: the first bad sample
    report([&] { treelize::parallel_gradient(kernels::loss, model, broken, {.threads = threads}, result); });
    if (result.value != before.value || !same(result.gradient, before.gradient))
      std::puts("the result has changed");
  }
  treelize::parallel_gradient(kernels::loss, model, samples, {.threads = 3}, result);
  // CHECK-NEXT: the same as before: 1
  std::printf("the same as before: %d\n", result.value == before.value && same(result.gradient, before.gradient));

  // CHECK-NEXT: error: treelize: parallel_gradient: .chunks is 0, it must be at least 1
  report([&] { treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = 0}); });
  // CHECK-NEXT: error: treelize: parallel_gradient: .threads is -1, it must be at least 0
  report([&] { treelize::parallel_gradient(kernels::loss, model, samples, {.threads = -1}); });
}
