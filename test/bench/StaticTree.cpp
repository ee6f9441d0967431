// Generated tree functions over structs beside the loops that a person would write.
#include "Shapes.treelize.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string>

namespace bench {

// ---- by hand: inline functions of a header, as the generated ones are ----

inline constexpr double rate = 0.125;

inline Spring stepped(const Spring& x, const Spring& gradient) {
  return {x.rest - rate * gradient.rest, x.stiffness - rate * gradient.stiffness,
          x.damping - rate * gradient.damping, x.mass - rate * gradient.mass};
}

inline Truss stepped(const Truss& x, const Truss& gradient) {
  Truss result;
  result.gravity = x.gravity - rate * gradient.gravity;
  result.drag = x.drag - rate * gradient.drag;
  for (std::size_t i = 0; i < result.springs.size(); ++i)
    result.springs[i] = stepped(x.springs[i], gradient.springs[i]);
  return result;
}

template <int N>
Rope<N> stepped(const Rope<N>& x, const Rope<N>& gradient) {
  Rope<N> result;
  result.gravity = x.gravity - rate * gradient.gravity;
  result.drag = x.drag - rate * gradient.drag;
  for (std::size_t i = 0; i < N; ++i)
    result.rest[i] = x.rest[i] - rate * gradient.rest[i];
  for (std::size_t i = 0; i < N; ++i)
    result.stiffness[i] = x.stiffness[i] - rate * gradient.stiffness[i];
  return result;
}

inline Net stepped(const Net& x, const Net& gradient) {
  Net result{x.gravity - rate * gradient.gravity, x.drag - rate * gradient.drag,
             std::vector<double>(x.rest.size()), std::vector<double>(x.stiffness.size())};
  for (std::size_t i = 0; i < x.rest.size(); ++i)
    result.rest[i] = x.rest[i] - rate * gradient.rest[i];
  for (std::size_t i = 0; i < x.stiffness.size(); ++i)
    result.stiffness[i] = x.stiffness[i] - rate * gradient.stiffness[i];
  return result;
}

// ---- in turn ----

namespace {

/// The same memory for both, as caches tell addresses apart.
template <class Tree>
struct Operands {
  Tree x;
  Tree gradient = x;
  alignas(Tree) std::byte result[sizeof(Tree)] = {};
};

template <class Tree, class Step>
void run(benchmark::State& state, Operands<Tree>& operands, const Step& once) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(&operands);
    benchmark::ClobberMemory();
    Tree* result = ::new (static_cast<void*>(operands.result)) Tree(once(operands.x, operands.gradient));
    benchmark::DoNotOptimize(result);
    benchmark::ClobberMemory();
    std::destroy_at(result);
  }
}

template <class Tree>
void add(const std::string& group, const Tree& x) {
  static Operands<Tree> operands{x};
  benchmark::RegisterBenchmark((group + "/hand-written").c_str(), [](benchmark::State& state) {
    run(state, operands, [](const Tree& a, const Tree& b) { return stepped(a, b); });
  });
  benchmark::RegisterBenchmark((group + "/treelize").c_str(), [](benchmark::State& state) {
    run(state, operands, [](const Tree& a, const Tree& b) { return step(a, b, rate); });
  });
}

const int registered = [] {
  add("scalars-4", Spring{1, 2, 3, 4});
  add("nested-34", Truss{});
  add("arrays-34", Rope<16>{});
  add("arrays-802", Rope<400>{});
  add("arrays-4002", Rope<2000>{});
  add("vectors-4002", Net{1, 2, std::vector<double>(2000), std::vector<double>(2000)});
  return 0;
}();

} // namespace
} // namespace bench
