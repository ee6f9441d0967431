// Threads that work beside the one that calls: the library's own, or those of oneTBB or OpenMP
// where the program defines TREELIZE_PARALLEL_TBB or TREELIZE_PARALLEL_OPENMP, for all of its
// units, and links them.
//
// Nothing that runs here may throw, and nothing may rely on how many threads there really are: the
// caller's own work goes to its end without any helper.
#pragma once

#include "treelize/detail/function_ref.hpp"

#include <cstddef>

#if defined(TREELIZE_PARALLEL_TBB)
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#elif defined(TREELIZE_PARALLEL_OPENMP)
#ifndef _OPENMP
#error "treelize: TREELIZE_PARALLEL_OPENMP needs a compiler with OpenMP switched on (-fopenmp)"
#endif
#include <omp.h>
#endif

namespace treelize::detail {

#if defined(TREELIZE_PARALLEL_TBB)
inline namespace on_tbb {

inline std::size_t all_cores() {
  return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
}

// Isolated: a parallel loop within a kernel must not begin another chunk on top of its own.
inline void run_with_helpers(std::size_t helpers, function_ref<void()> help,
                             function_ref<void()> own) {
  tbb::task_group group;
  for (std::size_t index = 0; index < helpers; ++index)
    group.run([help] { tbb::this_task_arena::isolate([help] { help(); }); });
  tbb::this_task_arena::isolate([own] { own(); });
  group.wait();
}

} // namespace on_tbb
#elif defined(TREELIZE_PARALLEL_OPENMP)
inline namespace on_openmp {

inline std::size_t all_cores() {
  return static_cast<std::size_t>(omp_get_max_threads());
}

inline void run_with_helpers(std::size_t helpers, function_ref<void()> help,
                             function_ref<void()> own) {
#pragma omp parallel num_threads(static_cast<int>(helpers + 1))
  {
    if (omp_get_thread_num() == 0)
      own();
    else
      help();
  }
}

} // namespace on_openmp
#else
inline namespace on_threads {

std::size_t all_cores();

/// Runs `own` here and, at the same time, `help` on up to so many other threads, which stay for the
/// next call. Returns when all have ended.
void run_with_helpers(std::size_t helpers, function_ref<void()> help, function_ref<void()> own);

} // namespace on_threads
#endif

} // namespace treelize::detail
