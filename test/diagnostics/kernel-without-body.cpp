// A kernel is differentiated through its body.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:28: error: kernel 'app::f' has no body here [treelize-kernel-without-body]
// CHECK: note: define it in a file that this one includes, or here
namespace app { [[treelize(kernel)]] double f(double x); }
