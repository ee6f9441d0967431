// A scope that is nearly ours, or an item without it, is no annotation, and no silence either. Others' attributes are theirs.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
// RUN: %treelize %s -o %t.hpp -- -std=c++20 -Wno-attributes -Wno-unknown-attributes 2>&1 | %FileCheck %s
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 -Werror 2>&1 | %FileCheck %s --check-prefix=STRICT
// STRICT: error: 'treelise' is an attribute that nobody knows

// CHECK: :[[#@LINE+3]]:3: warning: 'treelise' is an attribute that nobody knows, and no annotation [treelize-misspelt-scope]
// CHECK: note: did you mean 'treelize'?
// CHECK-NOT: warning
[[treelise::kernel]] inline double f(double x) { return x * x; }
// CHECK: :[[#@LINE+1]]:3: warning: 'Treelize' is
[[Treelize(kernel)]] inline double g(double x) { return x * x; }
// CHECK: :[[#@LINE+1]]:9: warning: 'trelize' is
[[using trelize: kernel]] inline double h(double x) { return x * x; }
// CHECK: :[[#@LINE+2]]:3: warning: 'kernel' is
// CHECK: note: did you mean 'treelize::kernel'?
[[kernel]] inline double i(double x) { return x * x; }

// CHECK-NOT: warning
[[tree::kernel, gsl::kernel]] [[some_attribute]] [[nodiscard]] inline double j(double x) { return x * x; }
[[treelize::kernel]] inline double k(double x) { return x * x; }
