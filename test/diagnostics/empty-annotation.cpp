// The bare annotation makes a tree function; on anything else it says nothing.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:10: error: a treelize annotation without items does not belong on a class [treelize-empty-annotation]
// CHECK: note: name the item: 'data_oriented' or 'node'
struct [[treelize]] P {};
