// A key that is known to be absent and has no `missing`, and a leaf by a tree without inherit: errors while
// compiling that name the path.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: not %cxx -DLEFT -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=LEFT
// RUN: not %cxx -DLEAF -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=LEAF
#include <treelize/annotations.hpp>

#include <tuple>

namespace app {
struct TREELIZE(node) Point { double x, y; };
struct TREELIZE(node) Line { Point from, to; };
struct TREELIZE(node) Half { Point from; double to; };
TREELIZE(mode = left) inline double add(double a, double b) { return a + b; }
TREELIZE(inherit = false) inline double subtract(double a, double b) { return a - b; }
} // namespace app

#include GENERATED

#if defined(LEFT)
// LEFT: error: {{.*}}a_tree_has_no_such_key_so_write_missing_equal_to_a_value_or_mode_inner<treelize::key_path_is<{{.*}}"[2]"
auto result = app::add(std::tuple(1.0, 2.0, 3.0), std::tuple(1.0, 2.0));
#else
// LEAF: error: {{.*}}a_leaf_meets_a_tree_so_write_inherit_equal_to_true_or_give_a_tree<treelize::key_path_is<{{.*}}"[1].to"
auto result = app::subtract(std::tuple(1.0, app::Line{}), std::tuple(1.0, app::Half{}));
#endif
