// Eight threads share trees, make structures, and walk unlike trees through a cache that overflows,
// under the thread sanitizer; the runtime is built with it.
//
// REQUIRES: tsan
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/threads.treelize.hpp -- -std=c++20 -I%runtime
// RUN: cd %source/runtime/src && %cxx -O1 -fsanitize=thread -I%t %s block_pool.cpp key_path.cpp leaf_text.cpp plan_cache.cpp plan_level.cpp plan_runs.cpp treedef.cpp treedef_layout.cpp treedef_table.cpp treedef_text.cpp tree_view.cpp walk_errors.cpp walk_plan.cpp -o %t/threads -pthread
// RUN: %t/threads
#include <treelize/annotations.hpp>
#include <treelize/tree.hpp>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace app {

[[treelize(mode = outer, missing = 0.0)]] inline double add(double a, double b) { return a + b; }

} // namespace app

#include "threads.treelize.hpp"

using treelize::tree;

namespace {

/// A dict of three leaves, two of which all threads have.
tree<double> numbered(int i) {
  const std::string own = "k" + std::to_string(i);
  return tree<double>{{"a", 1.0}, {"b", 2.0}, {own, 3.0}};
}

/// More plans than the cache holds, some of them asked for by all threads at once.
int work(const tree<double>& shared, int thread) {
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const tree<double> mine = numbered(i % 7 ? i : thread * 2000 + i);
    const tree<double> sum = app::add(shared, mine);
    wrong += sum["a"] != 2.0 || sum["own"] != 4.0 || sum.leaves().size() != 4;
    wrong += mine.structure() != numbered(i % 7 ? i : thread * 2000 + i).structure();
  }
  return wrong;
}

} // namespace

int main() {
  const tree<double> shared{{"a", 1.0}, {"b", 2.0}, {"own", 4.0}};
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { wrong += work(shared, i); });
  for (std::thread& thread : threads)
    thread.join();
  if (wrong)
    std::printf("%d wrong\n", wrong.load());
  return wrong != 0;
}
