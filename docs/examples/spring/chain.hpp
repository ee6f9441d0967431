// A chain of springs that hangs from a ceiling: an object that is computed with, and whose
// computation can be differentiated where it stands.
//
// The fields are the chain's state; its stiffness and weight are plain members. After generation a
// treelize::bound<Chain> is still a Chain of the same size, with compute() and compute.grad().
#pragma once

#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

namespace spring {

class [[treelize::data_oriented]] Chain {
public:
  Chain(int links, double stiffness, double weight)
      : depth(links), stiffness(stiffness), weight(weight) {}

  treelize::field<double> depth;  // of each mass below the ceiling
  treelize::field<double> energy; // one value: elastic and potential
  double stiffness;               // of a link, whose length at rest is 1
  double weight;                  // of a mass

  [[treelize::kernel]] void compute() {
    double total = 0;
    double above = 0;
    for (int i = 0; i < static_cast<int>(depth.size()); ++i) {
      const double stretch = depth[i] - above - 1;
      total += 0.5 * stiffness * stretch * stretch - weight * depth[i];
      above = depth[i];
    }
    energy.value() = total;
  }
};

} // namespace spring
