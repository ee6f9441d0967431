// The report says for every kernel what carries derivatives, what is kept for the reverse sweep, where and why.
// RUN: %treelize %s -o %t.hpp --report=text --disable-pass=splitting -- -std=c++20 | %FileCheck %s --implicit-check-not=stored:
// RUN: %treelize %s -o %t.hpp --report=json --disable-pass=splitting -- -std=c++20 > %t.json
// RUN: %python -c "import json; k = json.load(open('%t.json'))['outputs'][0]['kernels'][0]; assert k['gradientAlwaysZero'] == ['p.unused'] and k['stored'][0]['in'] == 'local' and k['stored'][0]['value'] == 'y' and k['tape'] == {'bytes': '0', 'exact': True, 'unknowns': []}, k"
#include <treelize/annotations.hpp>
#include <cmath>
#include <vector>

namespace app {
struct Params {
  double used, unused;
};

// CHECK: kernel: app::straight (decisions.cpp:[[#@LINE+5]])
// CHECK-NEXT: active: p.used, y
// CHECK-NEXT: gradient always zero: p.unused
// CHECK-NEXT: stored: y (decisions.cpp:[[#@LINE+4]]), in a local: it is overwritten, and the derivative of decisions.cpp:[[#@LINE+4]] reads it
// CHECK-NEXT: tape: 0 bytes
TREELIZE(kernel) inline double straight(const Params& p, int n) {
  double y = p.used * n;
  y *= y;
  return y;
}

// CHECK: kernel: app::scratch
// CHECK-NEXT: active: a, sum, t
// CHECK-NEXT: fused loops: decisions.cpp:[[#@LINE+4]]
// CHECK-NEXT: tape: 0 bytes
TREELIZE(kernel) inline double scratch(const std::vector<double>& a) {
  double sum = 0;
  for (double x : a) {
    const double t = x * x;
    sum += t * t * t;
  }
  return sum;
}

// CHECK: kernel: app::counted
// CHECK: stored: y (decisions.cpp:[[#@LINE+7]]), in an array on the tape: it is overwritten, and the derivative of decisions.cpp:[[#@LINE+7]] reads it
// CHECK: counted back: k (decisions.cpp:[[#@LINE+8]])
// CHECK: tape: 8*n bytes
TREELIZE(kernel) inline double counted(double x, int n) {
  double y = x;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    y = std::sin(y * k);
    if (i % 3 != 0)
      k += i;
  }
  return y;
}

// What would have been the other choice: to compute it again.
// CHECK: kernel: app::chosen
// CHECK-NEXT: active:
// CHECK-NEXT: stored: y {{.*}} reads it{{$}}
// CHECK-NEXT: stored: y {{.*}} reads it{{$}}
// CHECK-NEXT: stored: wave {{.*}} reads it; to compute it again would take 1 function, 1 division, 1 operation and 1 read
// CHECK-NEXT: stored: before {{.*}}; it cannot be computed again, as what it is made of changes
// CHECK-NEXT: recomputed: twice (decisions.cpp:[[#@LINE+7]]): 1 operation and 1 read
TREELIZE(kernel) inline double chosen(const std::vector<double>& x) {
  double y = x[0], sum = 0;
  for (double each : x) {
    const double before = y * each;
    const double wave = std::sin(each / 3 + 1);
    y += wave * each;
    const double twice = 2 * each;
    sum += before * before * wave * twice * twice;
    y *= before;
  }
  return sum + y;
}

double outside(double x);
TREELIZE(adjoint_of(outside)) inline void outside_adjoint(double x, double seed, double& x_b) { x_b += seed * x; }

// CHECK: kernel: app::ruled
// CHECK: rules: {{.*}}outside
TREELIZE(kernel) inline double ruled(double x) { return outside(x) * 2.0; }
} // namespace app
