// A kernel that is a method reads and writes the members of its object, those of bases included.
// RUN: %treelize %s -o %t.treelize.hpp --dump-after=lower -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <vector>

namespace app {

struct Scaled {
  double scale = 1;
  double scaled(double x) const { return scale * x; }
};

class TREELIZE(data_oriented) Chain : public Scaled {
public:
  static constexpr int links = 3;
  treelize::field<double> x{links};
  treelize::field<double> grid{2, 3};
  treelize::field<double> energy;

  // CHECK-LABEL: kernel compute() of {x: treelize::field<double>&, k_: double&, scale: double&
  // CHECK-NEXT: let sum: double = 0.0
  // CHECK-NEXT: for i: int in [0, 3`app::Chain::links`)
  // CHECK-NEXT: sum += k_ * x[i] * x[i]
  // CHECK-NEXT: grid[1, 2] += scale * sum
  // CHECK-NEXT: energy[0] = sum * weights[0]
  TREELIZE(kernel) void compute() {
    double sum = 0;
    for (int i = 0; i < links; ++i)
      sum += spring(x[i]);
    grid(1, 2) += this->scaled(sum);
    energy.value() = sum * weights.front();
  }

  // CHECK-LABEL: kernel total(by: double) of {x: const treelize::field<double>&} -> double
  // CHECK: for i: std::size_t in [0, x.size())
  TREELIZE(kernel) double total(double by) const {
    double sum = 0;
    for (double e : x)
      sum += e * by;
    return sum;
  }

private:
  double spring(double d) const { return k_ * d * d; }
  double k_ = 2;
  std::vector<double> weights{1};
};

} // namespace app
