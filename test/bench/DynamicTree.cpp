// tree<double> beside a flat loop that allocates its result and a walk over nested std::map: the sum
// of two trees of one structure, dicts of sixteen.
#include "MapTree.h"
#include "Sums.treelize.hpp"

#include "treelize/pytree.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace bench {
namespace {

using treelize::tree;
using treelize::treedef;

constexpr std::size_t width = 16;

std::string keyOf(std::size_t i) {
  return "k" + std::to_string(i);
}

/// Dicts of `width` down to that many leaves.
treedef structureOf(std::size_t leaves) {
  if (leaves == 1)
    return treedef::leaf();
  const std::size_t parts = std::min(width, leaves);
  std::vector<std::string> keys;
  std::vector<treedef> children;
  for (std::size_t i = 0; i < parts; ++i) {
    keys.push_back(keyOf(i));
    children.push_back(structureOf(leaves * (i + 1) / parts - leaves * i / parts));
  }
  return treedef::dict(std::vector<std::string_view>(keys.begin(), keys.end()), children);
}

std::vector<double> values(std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = static_cast<double>(i);
  return result;
}

MapTree mapTreeOf(std::size_t leaves) {
  MapTree result;
  if (leaves > 1)
    for (std::size_t i = 0, parts = std::min(width, leaves); i < parts; ++i)
      result.children.emplace(keyOf(i), mapTreeOf(leaves * (i + 1) / parts - leaves * i / parts));
  return result;
}

void handWritten(benchmark::State& state) {
  const std::vector<double> a = values(static_cast<std::size_t>(state.range(0))), b = a;
  for (auto _ : state) {
    const auto result = std::make_unique_for_overwrite<double[]>(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      result[i] = a[i] + b[i];
    benchmark::DoNotOptimize(result.get());
    benchmark::ClobberMemory();
  }
}

void generated(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const tree<double> a = treelize::unflatten(structureOf(count), values(count)), b = a;
  for (auto _ : state) {
    const tree<double> result = sum(a, b);
    benchmark::DoNotOptimize(result.leaves().data());
    benchmark::ClobberMemory();
  }
}

void stdMap(benchmark::State& state) {
  const MapTree a = mapTreeOf(static_cast<std::size_t>(state.range(0))), b = a;
  for (auto _ : state) {
    const MapTree result = sum(a, b);
    benchmark::DoNotOptimize(&result);
  }
}

/// One group a size, so that the ratios are of one size.
const int registered = [] {
  for (const long leaves : {10L, 1'000L, 100'000L, 10'000'000L}) {
    const std::string group = "tree-" + std::to_string(leaves);
    benchmark::RegisterBenchmark((group + "/hand-written").c_str(), handWritten)->Arg(leaves);
    benchmark::RegisterBenchmark((group + "/treelize").c_str(), generated)->Arg(leaves);
    if (leaves <= 100'000)
      benchmark::RegisterBenchmark((group + "/std-map").c_str(), stdMap)->Arg(leaves);
  }
  return 0;
}();

} // namespace
} // namespace bench
