// The bits of a gradient over pieces depend on the number of chunks alone: not on threads, nor on whose they are.
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -O1 -I%S/Inputs -I%T %s %link -o %t.clang && %t.clang
// RUN: %allcxx -fsyntax-only -I%S/Inputs -I%T %s
// RUN: %if tsan %{ %cxx -O1 -g -fsanitize=thread -I%S/Inputs -I%T %s %source/runtime/src/threads.cpp %source/runtime/src/chunk_schedule.cpp %link -o %t.tsan && %t.tsan %}
// RUN: %if openmp %{ %cxx -O1 -fopenmp -DTREELIZE_PARALLEL_OPENMP -I%S/Inputs -I%T %s %link -o %t.openmp && %t.openmp %}
// RUN: %if libtbb-dev %{ %cxx -O1 -DTREELIZE_PARALLEL_TBB -I%S/Inputs -I%T %s %link -ltbb -o %t.tbb && %t.tbb %}
#include "Loss.treelize.hpp"

#include <treelize/parallel.hpp>

#include <cstdio>

namespace {

using namespace app;

struct Sum {
  double value = 0;
  Model gradient;
};

// What is added in order.
Sum serialSum(const Model& model, std::span<const Sample> samples) {
  Sum sum{0, treelize::zeros_like(model)};
  for (const Sample& sample : samples) {
    Sample ignored{std::vector<double>(sample.inputs.size()), 0};
    kernels::loss.adjoint(model, sample, 1.0, sum.gradient, ignored);
    sum.value += loss(model, sample);
  }
  return sum;
}

// The chunks of [first, last), joined at the highest power of two.
Sum treeSum(const Model& model, std::span<const Sample> samples, std::size_t chunks, std::size_t first, std::size_t last) {
  const std::size_t from = first * samples.size() / chunks, to = last * samples.size() / chunks;
  if (last - first == 1 || from == to)
    return serialSum(model, samples.subspan(from, to - from));
  std::size_t half = 1;
  while (2 * half < last - first)
    half *= 2;
  Sum left = treeSum(model, samples, chunks, first, first + half);
  const Sum right = treeSum(model, samples, chunks, first + half, last);
  left.value += right.value;
  treelize::increment(left.gradient, right.gradient);
  return left;
}

int failures = 0;

void compare(const char* what, int pieces, int chunks, int threads, double value, const Model& gradient, const Sum& wanted) {
  if (value == wanted.value && same(gradient, wanted.gradient))
    return;
  std::printf("%s: %d pieces, %d chunks, %d threads: another sum\n", what, pieces, chunks, threads);
  ++failures;
}

} // namespace

int main() {
  const Model model = makeModel();
  for (int pieces : {0, 1, 3, 64, 200}) {
    const std::vector<Sample> samples = makeSamples(pieces);
    for (int chunks : {1, 2, 7, 64, 65, 300}) {
      const Sum wanted = treeSum(model, samples, static_cast<std::size_t>(chunks), 0, static_cast<std::size_t>(chunks));
      auto again = treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = chunks, .threads = 2});
      for (int threads = 1; threads <= 8; ++threads) {
        const auto [value, gradient] =
            treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = chunks, .threads = threads});
        compare("new", pieces, chunks, threads, value, gradient, wanted);
        treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = chunks, .threads = threads}, again);
        compare("again", pieces, chunks, threads, again.value, again.gradient, wanted);
      }
    }
  }
  const std::vector<Sample> samples = makeSamples(150);
  const auto defaults = treelize::parallel_gradient(kernels::loss, model, std::span(samples).first(130));
  compare("defaults", 130, 64, 0, defaults.value, defaults.gradient, treeSum(model, std::span(samples).first(130), 64, 0, 64));
  return failures != 0;
}
