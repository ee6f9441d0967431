// What one call of a function leaves to the next in a static variable is unknown, and refused.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// The first call decides.
// CHECK: :[[#@LINE+3]]:10: error: the static variable 'first' may hold here what an earlier call has left in it, which a derivative cannot know [treelize-static-of-calls]
[[treelize::kernel]] double once(double x) {
  static const double first = x;
  return first * x;
}

// CHECK: error: the static variable 'calls' may hold here what an earlier call has left in it
// CHECK: note: give it a value in each call before it is read, pass it as a parameter, or make it a variable of a namespace that a kernel may read and write
[[treelize::kernel]] double counts(double x) {
  static int calls = 0;
  ++calls;
  return x * calls;
}

// CHECK: :[[#@LINE+4]]:{{.*}} error: the static variable 'last' may hold
inline double smoothed(double x) {
  static double last = 0;
  const double half = 0.5;
  last = half * last + x;
  return last;
}
[[treelize::kernel]] double smooth(double x) { return smoothed(x); }

// Only some elements, or only on one way.
// CHECK: :[[#@LINE+4]]:{{.*}} error: the static variable 'some' may hold
[[treelize::kernel]] double elements(double x, int n) {
  static double some[3];
  some[0] = some[1] = x;
  return some[n];
}
// CHECK: :[[#@LINE+5]]:{{.*}} error: the static variable 'way' may hold
[[treelize::kernel]] double branch(double x, int n) {
  static double way;
  if (n > 0)
    way = x;
  return way * x;
}
// CHECK: :[[#@LINE+6]]:{{.*}} error: the static variable 'part' may hold
[[treelize::kernel]] double lengths(double x, int n, int m) {
  static double part[9];
  for (int i = 0; i < n; ++i)
    part[i] = x;
  for (int i = 0; i < m; ++i)
    x += part[i];
  return x;
}

// A table that depends on who calls first.
// CHECK: error: the static variable 'ready' may hold
inline double scaled(double x, int n) {
  static bool ready = false;
  static double factor;
  if (!ready) {
    factor = n;
    ready = true;
  }
  return factor * x;
}
[[treelize::kernel]] double table(double x) { return scaled(x, 3); }

// CHECK: error: the static variable 'work' in a recursive function is not supported in a kernel yet
inline double recursive(double x, int n) {
  static double work;
  work = x;
  return n == 0 ? work : recursive(x, n - 1) + work;
}
[[treelize::kernel]] double calls(double x) { return recursive(x, 3); }
