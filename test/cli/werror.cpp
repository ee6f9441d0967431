// -Werror is for treelize's own warnings, as an option and among the compiler's flags.
// RUN: %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: not %treelize %s -o - -- -std=c++20 -Werror 2>&1 | %FileCheck %s
// RUN: not %treelize %s -o - -Werror -- -std=c++20 2>&1 | %FileCheck %s
// WARNING: warning: {{.*}} [treelize-missing-without-effect]
// CHECK: error: {{.*}} [treelize-missing-without-effect]
[[treelize(missing = 0)]] inline int g(int x) { return x; }
