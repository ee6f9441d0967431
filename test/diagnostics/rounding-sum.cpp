// A sum with 2^52 may be meant to round: nobody knows without the opposite step, and the tool says so.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

constexpr double large = 4503599627370496.0;
inline double shifted(double x) { return x + large; }

// CHECK: :[[#@LINE-2]]:44: warning: this sum with a power of two may be meant to round, but the opposite step is not found here: it is differentiated as a sum [treelize-rounding-sum]
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: note: 'open' is a kernel because of this annotation
// CHECK: note: round by 'std::nearbyint', whose derivative is zero, or take the same constant away again in this kernel
// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: warning: this sum with a power of two
// CHECK-NOT: warning
TREELIZE(kernel) inline double open(double x) { return shifted(x) * shifted(2 * x); }
TREELIZE(kernel) inline float updated(float x) {
  float t = x;
  t -= 8388608.0f;
  return t;
}
TREELIZE(kernel) inline double closed(double x) { return shifted(x) - large; }
TREELIZE(kernel) inline double other(double x) { return (x + 4503599627370497.0) * 4503599627370496.0 + 8388608.0; }
