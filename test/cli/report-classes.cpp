// The report names data-oriented classes with their fields and kernels.
// RUN: %treelize %s -o %t.hpp --report=text -- -std=c++20 | %FileCheck %s
// RUN: %treelize %s -o %t.hpp --report=json -- -std=c++20 > %t.json
// RUN: %python -c "import json; r = json.load(open('%t.json'))['outputs'][0]; assert [k['name'] for k in r['kernels']] == ['app::Chain::compute', 'app::Chain::drag'] and r['classes'] == [{'name': 'app::Chain', 'fields': [{'name': 'x', 'type': 'double'}, {'name': 'n', 'type': 'int'}], 'kernels': ['compute', 'drag']}], r"
// CHECK: kernel: app::Chain::compute
// CHECK: kernel: app::Chain::drag
// CHECK: class: app::Chain
// CHECK: fields: x, n
// CHECK: kernels: compute, drag
#include <treelize/annotations.hpp>
namespace app {
class TREELIZE(data_oriented) Chain {
public:
  TREELIZE(kernel) double compute() const { return x * n; }
  TREELIZE(kernel) double drag(double v) const { return x * v; }

private:
  double x = 1;
  int n = 2;
};
} // namespace app
