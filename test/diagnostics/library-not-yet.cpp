// What of the library a kernel cannot call yet, with a remedy that fits.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ranges>
#include <span>
#include <queue>
#include <vector>

// CHECK: error: 'malloc' that does not count elements by 'sizeof' is not supported in a kernel yet
// CHECK: note: use std::vector, or new double[n]
[[treelize::kernel]] double bytes(double x) {
  double* p = (double*)malloc(64);
  p[0] = x;
  return p[0];
}

// CHECK: error: 'malloc' that has the size of another type is not supported in a kernel yet
[[treelize::kernel]] double otherType(double x) {
  double* p = static_cast<double*>(std::malloc(4 * sizeof(float)));
  p[0] = x;
  return p[0];
}

// CHECK: error: 'realloc' that is given anything but a block is not supported in a kernel yet
[[treelize::kernel]] double grown(double x) {
  double a[2] = {};
  double* p = (double*)realloc(a, 4 * sizeof(double));
  p[0] = x;
  return p[0];
}

// CHECK: error: 'memset' that fills with anything but zero numbers is not supported in a kernel yet
[[treelize::kernel]] double filled(double x) {
  double p[2] = {x, x};
  std::memset(p, 1, sizeof(p));
  return p[0];
}

// The place is the user's, whatever the library's own code does.
// CHECK: library-not-yet.cpp:[[#@LINE+3]]:{{.*}}: error: this call of the library, which needs this call of a generic lambda, is not supported in a kernel yet
// CHECK-NOT: {{^/usr}}
[[treelize::kernel]] double sortedByRanges(std::vector<double> v) {
  std::ranges::stable_sort(v);
  return v[0];
}

// CHECK: error: a number with a derivative as the order of 'std::cyl_bessel_j' is not supported in a kernel yet
// CHECK: note: pass a constant
[[treelize::kernel]] double bessel(double order, double x) { return std::cyl_bessel_j(order, x); }

// CHECK: error: the library function 'std::riemann_zeta' is not supported in a kernel yet
[[treelize::kernel]] double zeta(double x) { return std::riemann_zeta(x); }

// CHECK: error: the library function 'std::stable_partition' is not supported in a kernel yet
[[treelize::kernel]] double partitioned(std::vector<double> v) {
  std::stable_partition(v.begin(), v.end(), [](double x) { return x > 0; });
  return v[0];
}

// CHECK: error: 'capacity' of a vector, which is the library's own choice, is not supported in a kernel yet
// CHECK: note: leave it out: 'reserve' changes no value
[[treelize::kernel]] double capacity(double x) {
  std::vector<double> v(2, x);
  return v[0] * static_cast<double>(v.capacity());
}

// CHECK: error: 'std::views::reverse' here is not supported in a kernel yet
// CHECK: note: write the loop out with an index
[[treelize::kernel]] double behindFilter(std::span<const double> x) {
  double sum = 0;
  for (double a : x | std::views::filter([](double b) { return b > 0; }) | std::views::take(2) | std::views::reverse)
    sum += a;
  return sum;
}

struct Guard {
  double& value;
  ~Guard() { value = 0; }
};

// CHECK: error: an object of the class 'Guard', whose destructor does something, is not supported in a kernel yet
[[treelize::kernel]] double guarded(double x) {
  double y = x;
  Guard{y};
  return y * x;
}

struct Scaled {
  double factor;
  bool operator()(double a, double b) const { return a * factor < b * factor; }
};
// CHECK: error: {{.*}}a 'std::priority_queue' with such a comparison that belongs to the caller, is not supported in a kernel yet
[[treelize::kernel]] double greatest(const std::priority_queue<double, std::vector<double>, Scaled>& q, double x) { return q.top() * x; }
