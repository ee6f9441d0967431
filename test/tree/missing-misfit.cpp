// A `missing` that no parameter takes, where only the run can tell that one lacks a leaf, and a text without a field:
// what is thrown names function, parameter and field.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t | %FileCheck %s
#include "../Inputs/Tell.h"

#include <treelize/adapt/json.hpp>
#include <treelize/annotations.hpp>

#include <map>

namespace app {
struct TREELIZE(node) Line { double slope, offset; };
TREELIZE(mode = outer, missing = "zero") inline double add(double a, double b) { return a + b; }
} // namespace app

#include GENERATED

int main() {
  const std::map<int, double> a{{1, 1.0}}, both{{1, 2.0}, {2, 3.0}};
  // CHECK: treelize: `missing` of 'app::add' does not fit 'a', which lacks a leaf: write 'missing =' with a value of that parameter's type
  tell([&] { app::add(a, both); });
  // CHECK: the text has no field 'offset' of 'app::Line'
  tell([] { treelize::parse_json<app::Line>(R"({"slope": 1})"); });
}
