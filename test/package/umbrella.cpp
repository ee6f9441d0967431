// All of the runtime in one unit, whatever stands before it; every public header stands alone.
// RUN: %allcxx -fsyntax-only %s
#include <treelize/treelize.hpp>

int main() {
  const treelize::tree<double> t{{"a", 1.0}, {"b", 2.0}};
  return treelize::leaves(t).size() == 2 && treelize::all(t) ? 0 : 1;
}
