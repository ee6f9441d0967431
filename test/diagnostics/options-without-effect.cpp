// Options of tree functions that can take no effect are warnings, and the header is written.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
#include <treelize/annotations.hpp>

#include <vector>

// CHECK: :[[#@LINE+2]]:{{.*}}: warning: 'f' has outer mode and no 'missing': it throws where trees differ, as strict mode does [treelize-outer-without-missing]
// CHECK: note: give what stands in: 'missing = 0.0', or write 'mode = strict'
TREELIZE(mode = outer) inline int f(int x) { return x; }
// CHECK: :[[#@LINE+2]]:{{.*}}: warning: 'rise' has no effect on 'g', which returns no tuple, list or dict [treelize-rise-without-effect]
// CHECK: note: remove it, or return a tuple, a pair, a vector or a map
TREELIZE(rise) inline int g(int x) { return x; }
// CHECK: :[[#@LINE+2]]:{{.*}}: warning: 'subside' has no effect on 'h': no container of trees fits any of its parameters [treelize-subside-without-effect]
// CHECK: note: remove it, or take a vector, a tuple or a map of leaves
TREELIZE(subside) inline int h(int x) { return x; }
// CHECK: :[[#@LINE+1]]:{{.*}}: warning: 'subside' has no effect on 'i'
TREELIZE(subside = (dict = false, list = false, tuple = false)) inline int i(const std::vector<int>& x) { return x[0]; }
// CHECK-NOT: warning:
TREELIZE(subside) inline int j(const std::vector<int>& x) { return x[0]; }
