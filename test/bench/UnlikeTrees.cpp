// Two tree<double> of unlike structures: with a cached plan whose runs average sixteen leaves, beside
// a flat loop over as many; and when the structures meet for the first time, beside one walk over
// nested std::map.
#include "MapTree.h"
#include "Sums.treelize.hpp"

#include "treelize/pytree.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {
namespace {

using treelize::tree;
using treelize::treedef;

/// A dict of groups: each has as many keys that all trees share, and last one of its own.
struct Groups {
  std::size_t count;
  std::size_t shared;
  std::string own;
};

std::string numbered(const char* name, std::size_t i) {
  return name + std::to_string(1000 + i);
}

treedef dictOf(const std::vector<std::string>& keys, const std::vector<treedef>& children) {
  return treedef::dict(std::vector<std::string_view>(keys.begin(), keys.end()), children);
}

treedef structureOf(const Groups& groups) {
  std::vector<std::string> shared, names;
  for (std::size_t i = 0; i < groups.shared; ++i)
    shared.push_back(numbered("k", i));
  shared.push_back(groups.own);
  const treedef group = dictOf(shared, std::vector<treedef>(shared.size(), treedef::leaf()));
  for (std::size_t i = 0; i < groups.count; ++i)
    names.push_back(numbered("g", i));
  return dictOf(names, std::vector<treedef>(groups.count, group));
}

MapTree mapTreeOf(const Groups& groups) {
  MapTree result, group;
  for (std::size_t i = 0; i < groups.shared; ++i)
    group.children[numbered("k", i)];
  group.children[groups.own];
  for (std::size_t i = 0; i < groups.count; ++i)
    result.children[numbered("g", i)] = group;
  return result;
}

tree<double> treeOf(const Groups& groups) {
  const treedef structure = structureOf(groups);
  return treelize::unflatten(structure, std::vector<double>(structure.leaf_count(), 1.5));
}

// ---- a plan that is known ----

void flatLoop(benchmark::State& state, std::size_t count) {
  const std::vector<double> a(count, 1.5), b = a;
  for (auto _ : state) {
    const auto result = std::make_unique_for_overwrite<double[]>(count);
    for (std::size_t i = 0; i < count; ++i)
      result[i] = a[i] + b[i];
    benchmark::DoNotOptimize(result.get());
    benchmark::ClobberMemory();
  }
}

template <class Sum>
void addMode(const std::string& group, std::size_t shared, Sum function) {
  const tree<double> a = treeOf({512, shared, "own-a"}), b = treeOf({512, shared, "own-b"});
  const std::size_t count = function(a, b).leaves().size();
  benchmark::RegisterBenchmark((group + "/hand-written").c_str(),
                               [=](benchmark::State& state) { flatLoop(state, count); });
  benchmark::RegisterBenchmark((group + "/treelize").c_str(), [=](benchmark::State& state) {
    for (auto _ : state) {
      const tree<double> result = function(a, b);
      benchmark::DoNotOptimize(result.leaves().data());
      benchmark::ClobberMemory();
    }
  });
}

// ---- structures that never met ----

void firstContact(benchmark::State& state) {
  const tree<double> a = treeOf({64, 16, "own"});
  // More than any cache of plans holds.
  std::vector<tree<double>> others;
  for (std::size_t i = 0; i < 4096; ++i)
    others.push_back(treeOf({64, 16, numbered("other", i)}));
  std::size_t next = 0;
  for (auto _ : state) {
    const tree<double> result = sumInner(a, others[next++ % others.size()]);
    benchmark::DoNotOptimize(result.leaves().data());
  }
}

void mapWalk(benchmark::State& state) {
  const MapTree a = mapTreeOf({64, 16, "own"}), b = mapTreeOf({64, 16, "other"});
  for (auto _ : state) {
    const MapTree result = sum(a, b);
    benchmark::DoNotOptimize(&result);
  }
}

const int registered = [] {
  addMode("unlike-inner", 16, [](const auto& a, const auto& b) { return sumInner(a, b); });
  addMode("unlike-left", 31, [](const auto& a, const auto& b) { return sumLeft(a, b); });
  addMode("unlike-outer", 46, [](const auto& a, const auto& b) { return sumOuter(a, b); });
  benchmark::RegisterBenchmark("first-contact/hand-written", mapWalk);
  benchmark::RegisterBenchmark("first-contact/treelize", firstContact);
  return 0;
}();

} // namespace
} // namespace bench
