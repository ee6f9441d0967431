// Symbolic numbers: operations on formulas a second, and sums of a thousand terms.
#include "treelize/symbolic.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace bench {
namespace {

using treelize::sym_int;

constexpr std::size_t count = 1000;

const std::vector<sym_int>& symbols() {
  static const std::vector<sym_int> all = [] {
    std::vector<sym_int> made;
    for (std::size_t i = 0; i < count; ++i)
      made.push_back(sym_int::symbol("x" + std::to_string(i), treelize::bounds::nonnegative()));
    return made;
  }();
  return all;
}

/// One operation for each two of the symbols.
template <class Operation>
void operate(benchmark::State& state, const Operation& operation) {
  const std::vector<sym_int>& x = symbols();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(operation(x[i % count], x[i * 7 % count]));
    ++i;
  }
  state.SetItemsProcessed(state.iterations());
}

void add(benchmark::State& state) {
  operate(state, [](const sym_int& a, const sym_int& b) { return a + b; });
}
void multiply(benchmark::State& state) {
  operate(state, [](const sym_int& a, const sym_int& b) { return a * b; });
}
void compare(benchmark::State& state) {
  operate(state, [](const sym_int& a, const sym_int& b) { return a < b; });
}
void divide(benchmark::State& state) {
  operate(state, [](const sym_int& a, const sym_int& b) { return floor_div(a + 3, 4 + b); });
}

void cancelThousandTerms(benchmark::State& state) {
  std::vector<sym_int> terms;
  for (std::size_t i = 0; i < count; ++i) {
    const sym_int product = symbols()[i] * symbols()[i * 7 % count];
    terms.push_back(product);
    terms.push_back(-product);
  }
  for (auto _ : state)
    benchmark::DoNotOptimize(treelize::sum(terms));
}

void addOneByOne(benchmark::State& state) {
  std::vector<sym_int> terms;
  for (std::size_t i = 0; i < count; ++i)
    terms.push_back(symbols()[i] * symbols()[i * 7 % count]);
  for (auto _ : state) {
    sym_int all = 0;
    for (const sym_int& term : terms)
      all = all + term;
    benchmark::DoNotOptimize(all);
  }
}

void evaluateChain(benchmark::State& state) {
  const std::vector<sym_int>& x = symbols();
  sym_int chain = x[0];
  constexpr std::int64_t length = 100000;
  for (std::int64_t i = 0; i < length; ++i)
    chain = floor_div(chain, 3) + x[static_cast<std::size_t>(i) % count];
  std::vector<treelize::symbol_binding> values;
  for (const sym_int& symbol : x)
    values.emplace_back(symbol, 7);
  for (auto _ : state)
    benchmark::DoNotOptimize(evaluate(chain, values));
  state.SetItemsProcessed(state.iterations() * 2 * length);
}

BENCHMARK(add)->Name("symbolic/add");
BENCHMARK(multiply)->Name("symbolic/multiply");
BENCHMARK(compare)->Name("symbolic/compare");
BENCHMARK(divide)->Name("symbolic/divide");
BENCHMARK(cancelThousandTerms)->Name("symbolic/cancel a thousand terms");
BENCHMARK(addOneByOne)->Name("symbolic/add a thousand terms one by one");
BENCHMARK(evaluateChain)->Name("symbolic/evaluate a chain");

} // namespace
} // namespace bench
