// An item that takes no value.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:19: error: annotation item 'node' takes no value [treelize-unexpected-value]
// CHECK: note: write 'node' alone
struct [[treelize(node = 3)]] P {};
