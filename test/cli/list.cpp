// The annotated declarations, in source order, with their items.
// RUN: %treelize %s --list -- -std=c++20 -I%runtime | %FileCheck %s --strict-whitespace --match-full-lines
#include <treelize/annotations.hpp>
namespace app {
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:10: class app::Params: node
struct [[treelize::node]] Params {
  double w;
  // CHECK:{{.*}}list.cpp:[[#@LINE+1]]:5: field app::Params::n: aux
  [[treelize(aux)]] int n;
};
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:3: tree function app::add
[[treelize]] double add(double a, double b);
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:3: tree function app::gcd: mode = inner, missing = [](int) { return 0, 1; }
[[treelize(mode = inner, missing = [](int) { return 0, 1; })]] int gcd(int a, int b);
// CHECK:{{.*}}list.cpp:[[#@LINE+2]]:3: kernel app::energy: kernel, wrt = (p)
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:66: parameter x of app::energy: nondiff
[[treelize(kernel, wrt = (p))]] double energy(const Params& p, [[treelize::nondiff]] double x) { return p.w * x; }
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:7: class app::Chain: data_oriented
class TREELIZE(data_oriented) Chain {
  // CHECK:{{.*}}list.cpp:[[#@LINE+1]]:3: kernel app::Chain::run: kernel
  TREELIZE(kernel) void run() {}
};
// CHECK:{{.*}}list.cpp:[[#@LINE+1]]:22: kernel app::square: kernel, T = double
template <class T> [[treelize(kernel, T = double)]] T square(T x) { return x * x; }
} // namespace app
