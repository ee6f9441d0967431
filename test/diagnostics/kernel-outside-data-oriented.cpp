// A kernel method needs a data_oriented class; the fix-it says where.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct Chain {
  // CHECK: :[[#@LINE+5]]:14: error: kernel method 'energy' stands in class 'Chain', which is not 'data_oriented' [treelize-kernel-outside-data-oriented]
  // CHECK: :[[#@LINE-2]]:8: note: declare it 'struct {{\[\[}}treelize::data_oriented{{\]\]}} Chain'
  // CHECK-NEXT: struct Chain {
  // CHECK-NEXT: ^
  // CHECK-NEXT: {{\[\[}}treelize::data_oriented{{\]\]}}
  [[treelize(kernel)]] double energy() const { return x * x; }
  double x;
};

// The fix-it is spelled as the annotation is.
#include <treelize/annotations.hpp>
class Spring {
  // CHECK: note: declare it 'class TREELIZE(data_oriented) Spring'
  TREELIZE(kernel) double energy() const { return x * x; }
  double x;
};
