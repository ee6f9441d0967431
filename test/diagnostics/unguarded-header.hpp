// The generated header includes the header again, which must bear it.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: unguarded-header.hpp:1:1: error: header 'unguarded-header.hpp' can be included only once, but its generated header includes it again [treelize-unguarded-header]
// CHECK: note: put '#pragma once' or an include guard around it
struct [[treelize(node)]] P { double x; };
