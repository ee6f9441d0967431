// Bindings, substitution, depth and threads.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace treelize;

namespace {

const sym_int x = sym_int::symbol("x"), y = sym_int::symbol("y");
const sym_int n = sym_int::symbol("n", bounds::nonnegative());

TEST(SymbolicEvaluation, RefusesBindingsThatDoNotFit) {
  EXPECT_THROW(evaluate(x + y, {{x, 1}}), binding_error);
  EXPECT_THROW(evaluate(n, {{n, -1}}), binding_error);
  EXPECT_THROW((symbol_binding{x + 1, 3}), symbolic_error);
}

TEST(SymbolicEvaluation, SubstitutesAllAtOnce) {
  EXPECT_TRUE(same(substitute(x - 2 * y, {{x, y}, {y, x}}), y - 2 * x));
  EXPECT_TRUE(same(substitute(floor_div(x, y), {{x, 6 * n}, {y, 3}}), 2 * n));
  EXPECT_TRUE(same(substitute(x < y, {{x, 2 * n}, {y, 7}}), n <= 3));
  EXPECT_THROW(substitute(floor_div(x, y), {{y, 0}}), zero_division_error);
}

TEST(SymbolicEvaluation, ExpandsProducts) {
  EXPECT_TRUE(same(expand(x * (y + 1) - x * y), x));
  EXPECT_TRUE(same(expand(pow(x - y, 2)), x * x - 2 * x * y + y * y));
  EXPECT_TRUE(same(expand(floor_div(x * (y + 1) - x * y, 2)), floor_div(x, 2)));
  const sym_int wide = pow(x + y + 1, 60); // stays what it is
  EXPECT_TRUE(same(expand(wide), wide));
  EXPECT_TRUE(n * (n + 2) >= n * n); // decided by bounds, once multiplied out
  EXPECT_EQ(sum(std::vector<sym_int>{x, y, 3 - x}).constant(), std::nullopt);
  EXPECT_TRUE(same(sum(std::vector<sym_int>{x, y, 3 - x}), y + 3));
}

TEST(SymbolicEvaluation, WorksInTheDepth) {
  constexpr int depth = 1000000;
  sym_int chain = x;
  std::int64_t direct = 100;
  for (int i = 0; i < depth; ++i) {
    chain = abs(chain - y) + i % 7;
    direct = std::abs(direct - 3) + i % 7;
  }
  EXPECT_EQ(evaluate(chain, {{x, 100}, {y, 3}}), direct);
  EXPECT_TRUE(substitute(chain, {{x, 100}, {y, 3}}).constant() == direct);
  EXPECT_GT(to_text(chain).size(), std::size_t(depth));
}

TEST(SymbolicEvaluation, NestsSumsThatAreVeryWide) {
  constexpr int terms = 50000;
  sym_int sum = 0;
  for (int i = 0; i < terms; ++i)
    sum += (i % 2 + 1) * (i % 5 ? pow(x + i, 2) : x);
  EXPECT_EQ(evaluate(sum - sum + x, {{x, 4}}), 4);
}

TEST(SymbolicEvaluation, ThreadsShareFormulas) {
  constexpr int threads = 4, rounds = 3000;
  std::vector<sym_int> results(threads);
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&results, t] {
      sym_int sum = 0;
      for (int i = 0; i < rounds; ++i) {
        const sym_int part = floor_div(x * (i % 97) + y, 7) + (x + i) * y;
        sum = (sum + part) % (y * y + 100000);
      }
      results[static_cast<std::size_t>(t)] = sum;
    });
  for (std::thread& thread : running)
    thread.join();
  for (const sym_int& result : results)
    EXPECT_TRUE(same(result, results.front()));
}

TEST(SymbolicEvaluation, RefusesTextOfExponentialLength) {
  sym_int shared = x;
  for (int i = 0; i < 60; ++i)
    shared = floor_div(shared, y) * floor_div(y, shared);
  EXPECT_EQ(evaluate(shared, {{x, 1}, {y, 1}}), 1);
  EXPECT_THROW(to_text(shared), symbolic_error);
}

} // namespace
