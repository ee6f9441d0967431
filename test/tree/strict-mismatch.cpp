// Trees whose keys are known differ: one error while compiling, and it names the key path.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.gxx 2>&1
// RUN: %FileCheck %s --input-file=%t.gxx
// RUN: grep "error:" %t.gxx | count 1
// RUN: not %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

namespace app {
struct TREELIZE(node) Soft { double stiffness, rest; };
struct TREELIZE(node) Hard { double stiffness; };
struct TREELIZE(node) World { double time; Soft body; };
struct TREELIZE(node) Other { double time; Hard body; };
TREELIZE(mode = strict) inline double add(double a, double b) { return a + b; }
} // namespace app

#include GENERATED

// CHECK: error: {{.*}}trees_differ_in_mode_strict_so_give_each_this_key_or_write_mode_inner_outer_or_left<{{.*}}key_path_is<{{.*}}"body.rest"
void use() { app::add(app::World{}, app::Other{}); }
