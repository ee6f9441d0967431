// The bits of a bitset, by value and by the library's reference to one.
// RUN: %treelize %s -o %T/bitsets.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <bitset>

namespace app {

struct Switches {
  std::bitset<4> on;
  double k;
};

TREELIZE(kernel) double callers(Switches& s, double x) {
  return s.on[0] && !s.on[1] ? s.k * x : 2 * s.k;
}

TREELIZE(kernel) double local(double x, double y, int n) {
  std::bitset<8> bits;
  bits[1] = x > 0;
  bits.set(2);
  bits[static_cast<std::size_t>(n)] = bits[1];
  auto bit = bits[2];
  bit = false;
  double sum = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    sum += bits[i] ? x * static_cast<double>(i) : y;
  return sum * sum;
}

} // namespace app

#include "bitsets.treelize.hpp"

int main() {
  check::same("local", app::local, app::kernels::local);
  app::Switches s{1, 3};
  const auto g = app::kernels::callers.grad(s, 5);
  check::near("callers", "k", g.s.k, 5, 0, 0);
  check::near("callers", "x", g.x, 3, 0, 0);
  return check::finish();
}
