// What has no derivative in principle is refused for good.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp

// CHECK: :[[#@LINE+5]]:5: error: 'goto' in a kernel cannot be differentiated [treelize-refused-construct]
// CHECK: note: 'jumps' is a kernel because of this annotation
// CHECK: note: use a loop, break or an early return
[[treelize::kernel]] double jumps(double x) {
  if (x > 2)
    goto end;
  x *= 2;
end:
  return x;
}

// CHECK: error: an asm statement in a kernel cannot be differentiated
[[treelize::kernel]] double assembles(double x) {
  asm("");
  return x;
}

// CHECK: error: a reinterpreting cast in a kernel cannot be differentiated
[[treelize::kernel]] long reads(const double* x) { return *reinterpret_cast<const long*>(x); }

// CHECK: error: a write to 'y', which is const, in a kernel cannot be differentiated
[[treelize::kernel]] void writes(double x, const double* y) { const_cast<double&>(*y) = 3 * x; }
