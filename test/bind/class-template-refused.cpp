// A class template compiles with the arguments that its annotation gives, and so do its kernels.
// RUN: not %treelize %s -o %t.treelize.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

// CHECK: error: type 'int' cannot be used prior to '::' because it has no members
// CHECK: note: in instantiation of template class 'app::Broken<int>' requested here
template <class T> struct TREELIZE(data_oriented, T = int) Broken {
  typename T::type x;
};

template <class T> struct TREELIZE(data_oriented, T = double) Half {
  // CHECK: error: kernel 'run' cannot be instantiated: its body does not compile with these template arguments [treelize-kernel-template]
  TREELIZE(kernel) T run(T x) { return x.size(); }
  // CHECK: error: kernel 'twice' cannot be instantiated: it is a template within a template [treelize-kernel-template]
  template <class U> TREELIZE(kernel, U = int) T twice(U x) { return x; }
};

// CHECK: error: class 'Sized' cannot be instantiated: 'sizeof(int)' is no number{{.*}} [treelize-data-oriented-template]
template <int N> struct TREELIZE(data_oriented, N = sizeof(int)) Sized {};

// CHECK: error: 'Inner' cannot be data-oriented: it is a part of a template{{.*}} [treelize-data-oriented-not-yet]
template <class T> struct Outer {
  struct TREELIZE(data_oriented) Inner {
    TREELIZE(kernel) T run(T x) const { return x; }
  };
};

// CHECK: error: 'Declared' cannot be data-oriented: it is only declared here
struct TREELIZE(data_oriented) Declared;

// CHECK: error: class 'Untold' is a template, and nothing says what 'T' is [treelize-needs-template-argument]
// CHECK-NOT: error:
template <class T> struct TREELIZE(data_oriented) Untold {
  TREELIZE(kernel) T run(T x) { return x; }
};

} // namespace app
