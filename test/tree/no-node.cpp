// What is no tree is refused in the first line, with what to write: a class that nobody declared a node, and a member
// that no function of numbers takes.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DCASE=1 %s -fsyntax-only > %t.1 2>&1
// RUN: %FileCheck %s --check-prefix=CLASS --input-file=%t.1
// RUN: grep "error:" %t.1 | count 1
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DCASE=2 %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=MEMBER
// RUN: not %clangxx -DGENERATED='"%t.treelize.hpp"' -DCASE=1 %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=CLASS
// RUN: not %clangxx -DGENERATED='"%t.treelize.hpp"' -DCASE=2 %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=MEMBER
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' -DCASE=3 %s -fsyntax-only
// RUN: not %clangxx -std=c++17 -DGENERATED='"%t.treelize.hpp"' -DCASE=3 %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=OLD
// OLD: error: {{.*}}treelize needs C++20: compile with -std=c++20
#include <treelize/annotations.hpp>

#include <string>
#include <vector>

namespace app {
struct Plain { double a, b; };
struct Meters {
  double value;
  operator double() const { return value; }
};
struct TREELIZE(node) Config {
  double rate;
  std::string name;
};
struct TREELIZE(node) Deep { std::vector<Config> parts; };
TREELIZE() inline double scale(double v, double by) { return v * by; }
} // namespace app

#include GENERATED

#if CASE == 1
// CLASS: error: {{.*}}no_node_so_declare_the_class_treelize_node_or_the_member_treelize_aux<{{.*}}Plain
auto result = scale(app::Plain{1, 2}, 2.0);
#elif CASE == 2
// MEMBER: error: {{.*}}no_leaf_of_this_function_so_declare_the_member_treelize_aux_or_make_the_function_a_template<{{.*}}std::string{{.*}}"parts[*].name"
auto result = scale(app::Deep{}, 2.0);
#else
auto result = scale(app::Meters{3}, 2.0); // is a number where one is wanted
#endif
