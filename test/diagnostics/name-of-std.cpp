// std::gcd takes its arguments by value, which no overload can beat: a note says where to be explicit.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
#include <treelize/annotations.hpp>

#include <algorithm>
#include <numeric>

namespace app {
// CHECK: :[[#@LINE+1]]:{{.*}}: note: 'std::gcd' takes its arguments by value: {{.*}}; write 'app::gcd(...)' there
TREELIZE(mode = outer, missing = 0) inline int gcd(int a, int b) { return std::gcd(a, b); }
// CHECK-NOT: std::max
TREELIZE(mode = strict) inline double max(double a, double b) { return a > b ? a : b; }
} // namespace app
