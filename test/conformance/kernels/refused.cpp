// What Taichi refuses when it runs, and a C++ compiler or the tool when the program is built.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %treelize %s -o %t.refused.hpp -- -std=c++20 -DREFUSED=1 2>&1 | %FileCheck %s --check-prefix=CLASS
// RUN: not %treelize %s -o %t.refused.hpp -- -std=c++20 -DREFUSED=2 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <concepts>

namespace app {

#if REFUSED == 1

// tk-s-011
// CLASS: error: kernel method 'run' stands in class 'Plain', which is not 'data_oriented' [treelize-kernel-outside-data-oriented]
// CLASS: TREELIZE(data_oriented)
struct Plain {
  TREELIZE(kernel) void run() {}
};

#elif REFUSED == 2

// tk-s-020
// CHECK: error: kernel 'untyped' cannot be instantiated: an 'auto' parameter has no name to give a type to [treelize-kernel-template]
TREELIZE(kernel) double untyped(auto a) { return a; }
// tk-s-022
// CHECK: error: kernel 'variadic' is variadic in C's way ('...'), which is not supported yet [treelize-kernel-not-yet]
TREELIZE(kernel) double variadic(double a, ...) { return a; }
// CHECK: error: kernel 'pack' cannot be instantiated: it has a parameter pack [treelize-kernel-template]
template <class... T> TREELIZE(kernel) double pack(T... a) { return (a + ...); }

#else

struct TREELIZE(data_oriented) Chain {
  treelize::field<double> x{3};
  TREELIZE(kernel) double energy() const { return x[0] * x[1]; }
};
TREELIZE(kernel) int sum(int a, int b) { return a + b; }
TREELIZE(kernel) double same(double a) { return a; }

#endif

} // namespace app

#ifndef REFUSED
#include GENERATED

using Sum = decltype(app::kernels::sum);
using Same = decltype(app::kernels::same);

// tk-s-025
static_assert(std::invocable<Sum, int, int> && !std::invocable<Sum, int> && !std::invocable<Sum, int, int, int>);

// tk-s-026
static_assert(std::invocable<Same, int> && std::invocable<Sum, bool, bool>);
static_assert(!std::invocable<Sum, const char*, int> && !std::invocable<Same, std::nullptr_t>);

// tk-s-006
template <class T>
concept has_second_order = requires(T& kernel) { kernel.grad.grad(); };
static_assert(!has_second_order<decltype(treelize::bound<app::Chain>().energy)>);
#endif
