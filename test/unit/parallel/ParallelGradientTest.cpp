// Sums over pieces of a kernel object that somebody wrote by hand.
#include "treelize/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace treelize {
namespace {

using params = std::vector<double>;

/// w0 * x + w1 * x * x. Its adjoint returns the value.
struct parabola {
  std::atomic<int>* primal_calls;

  double operator()(const params& w, double x) const {
    ++*primal_calls;
    return (w[0] + w[1] * x) * x;
  }
  double adjoint(const params& w, double x, double seed, params& w_b) const {
    w_b[0] += seed * x;
    w_b[1] += seed * x * x;
    return (w[0] + w[1] * x) * x;
  }
  auto signature(const params&, double) const {
    return treelize::signature<double, const params&, without_shadow<double>>();
  }
};

TEST(ParallelGradient, TakesTheValueFromAnAdjointThatReturnsIt) {
  std::atomic<int> calls{0};
  const auto [value, gradient] =
      parallel_gradient(parabola{&calls}, params{3, 5}, std::vector<double>{1, 2, 4});
  EXPECT_EQ(value, 3 * 7 + 5 * 21);
  EXPECT_EQ(gradient, (params{7, 21}));
  EXPECT_EQ(calls, 0);
}

/// A kernel that is itself a sum over pieces.
struct nested {
  double operator()(const params& w, const std::vector<double>& x) const {
    std::atomic<int> calls{0};
    return parallel_gradient(parabola{&calls}, w, x, {.chunks = 3, .threads = 3}).value;
  }
  void adjoint(const params& w, const std::vector<double>& x, double seed, params& w_b) const {
    std::atomic<int> calls{0};
    const auto inner = parallel_gradient(parabola{&calls}, w, x, {.chunks = 3, .threads = 3});
    for (std::size_t i = 0; i < w_b.size(); ++i)
      w_b[i] += seed * inner.gradient[i];
  }
  auto signature(const params&, const std::vector<double>&) const {
    return treelize::signature<double, const params&, without_shadow<std::vector<double>>>();
  }
};

TEST(ParallelGradient, MayBeCalledWithinItself) {
  const std::vector<std::vector<double>> pieces(40, {1, 2, 4});
  for (int threads : {1, 4}) {
    const auto sum = parallel_gradient(nested(), params{3, 5}, pieces, {.threads = threads});
    EXPECT_EQ(sum.value, 40 * 126);
    EXPECT_EQ(sum.gradient, (params{280, 840}));
  }
}

TEST(ParallelGradient, FollowsParametersOfAnotherShape) {
  std::atomic<int> calls{0};
  const parabola kernel{&calls};
  const std::vector<double> pieces{1, 2, 4};
  auto result = parallel_gradient(kernel, params{3, 5}, pieces);
  parallel_gradient(kernel, params{3, 5, 7}, pieces, {}, result);
  EXPECT_EQ(result.gradient, (params{7, 21, 0}));
  parallel_gradient(kernel, params{3, 5}, pieces, {}, result);
  EXPECT_EQ(result.gradient, (params{7, 21}));
  parallel_gradient(kernel, params{1, 1, 1}, std::vector<double>(), {}, result);
  EXPECT_EQ(result.gradient, (params{0, 0, 0}));
  EXPECT_EQ(result.value, 0);
}

} // namespace
} // namespace treelize
