// In the steady state nothing is allocated: by no piece, by no chunk, and by no call that is given an earlier result.
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %s %link -o %t && %t
#include "Loss.treelize.hpp"

#include <treelize/parallel.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

static std::atomic<long> allocations{0};

static void* counted(void* memory) {
  ++allocations;
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
// Inlined, g++ takes them for a new that is no new.
[[gnu::noinline]] void* operator new(std::size_t bytes) { return counted(std::malloc(bytes)); }
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(to, (bytes + to - 1) / to * to));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

template <class F> static long allocationsOf(const F& f) {
  const long before = allocations;
  f();
  return allocations - before;
}

int main() {
  const app::Model model = app::makeModel();
  const std::vector<app::Sample> samples = app::makeSamples(1000);
  const auto copy = [&] { const app::Model another = model; };
  int failures = 0;
  for (int threads : {1, 2, 5}) {
    const treelize::parallel_options options{.chunks = 64, .threads = threads};
    auto result = treelize::parallel_gradient(app::kernels::loss, model, samples, options);
    const auto again = [&] { treelize::parallel_gradient(app::kernels::loss, model, samples, options, result); };
    const auto anew = [&] { treelize::parallel_gradient(app::kernels::loss, model, samples, options); };
    // Until every thread has had a long sample in every sum, which is the scheduler's to say.
    int quiet = 0;
    long inPlace = 0, byValue = 0;
    for (int call = 0; call < 3000 && quiet < 10; ++call) {
      inPlace = allocationsOf(again), byValue = allocationsOf(anew);
      quiet = inPlace == 0 && byValue == allocationsOf(copy) ? quiet + 1 : 0;
    }
    if (quiet < 10) {
      std::printf("%d threads: %ld allocations into a result, %ld for a new one\n", threads, inPlace, byValue);
      ++failures;
    }
  }
  return failures != 0;
}
