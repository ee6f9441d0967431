// A browser opens the page without an error, and a line of the source shows what comes from it.
// REQUIRES: chromium
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/page.hpp --report=html -- -std=c++20 > %t/page.html
// RUN: %python %S/Inputs/browse.py %t/page.html %t/browser | %FileCheck %s --implicit-check-not=console
#include <treelize/annotations.hpp>
#include <cmath>
#include <vector>

namespace app {
TREELIZE(kernel) inline double steps(const std::vector<double>& a, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i) {
    y = a[i] * std::sin(y);
    y += a[i] * y * y;
  }
  return y;
}
} // namespace app
// CHECK: hover: {{.*}}std::sin(y){{.*}} | {{.*}}std::cos
// CHECK-NEXT: left: 0
// CHECK-NEXT: held: {{[1-9][0-9]*}}, scrolled: true
// CHECK-NEXT: status: place 1 of [[PLACES:[0-9]+]]: click again for the next, Esc ends
// CHECK-NEXT: again: place 2 of [[PLACES]]:
// CHECK-NEXT: back: y = a[i] * std::sin(y);
// CHECK-NEXT: released: 0
// CHECK-NEXT: loaded from elsewhere: 0
// CHECK-NEXT: wider than the window: false
// CHECK-NEXT: links without a target: 0
// CHECK-NEXT: ids given twice: 0
