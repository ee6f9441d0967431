// In programs with TREELIZE_CHECK a recording refuses values that were written outside of `run`, by their names, and
// gradients that were taken by hand between two runs.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <treelize/recording.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace app {
struct Block {
  treelize::field<double> v{2};
};
class TREELIZE(data_oriented) Chain {
public:
  treelize::field<double> x{3}, energy;
  std::vector<Block> blocks = std::vector<Block>(2);
  double k = 2;

  TREELIZE(kernel) void step(double dt) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += dt * k * x[i] * blocks[1].v[0];
  }
  TREELIZE(kernel) void observe() { energy.value() = x[0] * x[1] * x[2]; }
};
} // namespace app

#include GENERATED

int failures = 0;
template <class Function>
void throws(const Function& function, const std::string& text) {
  try {
    function();
  } catch (const treelize::recording_error& error) {
    if (std::string(error.what()).find(text) == std::string::npos) {
      std::cout << error.what() << '\n';
      ++failures;
    }
    return;
  }
  std::cout << "not thrown: " << text << '\n';
  ++failures;
}

using Chain = treelize::bound<app::Chain>;

void values() {
  Chain c;
  treelize::recording rec;
  c.x[0] = 5; // before the first run
  rec.run(c.step, 0.1);
  const double kept = c.x[1];
  c.x[1] = 8;
  const std::string where = " of an object that is recorded was written outside of run since the run of ";
  throws([&] { rec.run(c.observe); }, "'x'" + where + "'app::Chain::step'");
  throws([&] { rec.backward(); }, "'x'" + where);
  c.x[1] = kept;
  rec.run(c.observe);
  c.k = 3;
  throws([&] { rec.backward(); }, "'k'" + where + "'app::Chain::observe'");
  c.k = 2;
  c.blocks[1].v[1] = 1;
  throws([&] { rec.backward(); }, "'blocks[1].v'" + where);
  c.blocks[1].v[1] = 0;
  c.energy.grad.value() = 1; // no value
  rec.backward();
  c.x[1] = 8; // nothing is recorded any more
  rec.run(c.observe);
}

void kernels_by_hand() {
  Chain c;
  c.x.fill(2);
  treelize::recording rec;
  rec.run(c.step, 0.1);
  c.observe();
  throws([&] { rec.backward(); }, "'energy' of an object that is recorded was written outside of run");
}

void gradients_by_hand() {
  Chain c;
  c.x.fill(2);
  treelize::recording rec;
  rec.run(c.step, 0.1);
  c.energy.grad.value() = 1;
  c.observe.grad();
  throws([&] { rec.run(c.step, 0.1); }, "run of 'app::Chain::step' after the run of 'app::Chain::step' and a grad() by "
                                        "hand on the same object");
  rec.backward(); // after the last run it adds to the seeds
  if (c.x.grad[0] != 4) {
    std::cout << "x.grad is " << c.x.grad[0] << '\n';
    ++failures;
  }
  rec.run(c.step, 0.1);
  c.observe.grad();
  c.x.zero_grad(), c.blocks[1].v.zero_grad(); // it was for something else
  rec.run(c.step, 0.1);
}

int main() {
  values();
  kernels_by_hand();
  gradients_by_hand();
  return failures;
}
