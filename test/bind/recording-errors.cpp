// A recording that is used in a wrong way, or a kernel that throws, says so and leaves nothing half done: values and
// adjoints are those of before.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <treelize/recording.hpp>

#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>

namespace app {

inline bool adjoint_fails = false;
inline double rule(double x) { return x * x; }
[[treelize::adjoint_of(rule)]] inline void rule_adjoint(double x, double seed, double& x_b) {
  if (adjoint_fails)
    throw std::runtime_error("the rule fails");
  x_b += 2 * x * seed;
}

class TREELIZE(data_oriented) Steps {
public:
  treelize::field<double> x{2}, y{2};
  int count = 0;

  TREELIZE(kernel) void step(double s) {
    ++count;
    x[0] *= s;
    if (x[0] > 5)
      throw std::domain_error("too large");
    x[1] = rule(x[0]) + y[0];
  }
  TREELIZE(kernel) void scale() {
    for (std::size_t i = 0; i < 2; ++i)
      y[i] = x[i] * x[i];
  }
};

} // namespace app

#include GENERATED

#include <Holds.h>

template <class Error = treelize::recording_error, class Function>
void throws(const Function& function, const std::string& text) {
  try {
    function();
  } catch (const Error& error) {
    if (std::string(error.what()).find(text) == std::string::npos) {
      std::cout << error.what() << '\n';
      ++failures;
    }
    return;
  }
  is(false, text.c_str());
}

using Steps = treelize::bound<app::Steps>;

Steps at_begin() {
  Steps c;
  c.x[0] = 1, c.x[1] = 0.5, c.y[0] = 3;
  return c;
}

void backward_without_run() {
  treelize::recording rec;
  throws([&] { rec.backward(); }, "backward() of a recording that holds no call: run kernels");
  Steps c = at_begin();
  rec.run(c.scale);
  rec.backward();
  throws([&] { rec.backward(); }, "an earlier backward() has emptied it");
  rec.run(c.scale);
  rec.clear();
  throws([&] { rec.backward(); }, "holds no call");
}

void self_of_nothing() {
  treelize::recording rec;
  Steps c = at_begin(), other = at_begin();
  throws([&] { static_cast<void>(rec.self(c)); }, "not reversed: call backward() first");
  rec.run(c.scale);
  throws([&] { static_cast<void>(rec.self(c)); }, "not reversed");
  rec.backward();
  static_cast<void>(rec.self(c));
  throws([&] { static_cast<void>(rec.self(other)); }, "has run no kernel of this object");
  rec.run(c.scale);
  throws([&] { static_cast<void>(rec.self(c)); }, "no run after it");
}

void options() {
  throws([] { treelize::recording rec{{.checkpoint = -3}}; }, "cannot have -3 snapshots: give .checkpoint");
  Steps c = at_begin();
  treelize::recording rec{{.memory = 30}};
  rec.run(c.scale); // sixteen bytes, and twenty more for the next kernel
  throws([&] { rec.run(c.step, 1.0); }, "recording 'app::Steps::step': one snapshot of what the calls write takes 36 "
                                        "bytes, the recording may keep 30: give it more .memory");
  is(c.count == 0 && rec.size() == 1, "the kernel has not run");
  rec.backward();
}

/// What a kernel has written before it throws is taken back; the recording goes on without it.
void run_throws(const treelize::recording_options& options) {
  Steps c = at_begin(), expected = at_begin();
  expected.step(4.0);
  expected.x.grad[1] = 1;
  treelize::recording rec(options);
  rec.run(c.step, 4.0);
  throws<std::domain_error>([&] { rec.run(c.step, 4.0); }, "too large");
  is(c.x == expected.x && c.count == 1 && rec.size() == 1, "the values are those before the run");
  c.x.grad[1] = 1;
  rec.backward();
  is(c.x.grad[0] == 2 * 4 * 4 && c.y.grad[0] == 1, "what was recorded can be reversed");
}

void adjoint_throws(const treelize::recording_options& options) {
  Steps c = at_begin();
  treelize::recording rec(options);
  rec.run(c.step, 1.5);
  rec.run(c.scale);
  rec.run(c.step, 1.25);
  rec.run(c.scale);
  const auto x = c.x, y = c.y;
  const auto seed = [&] {
    c.x.zero_grad(), c.y.zero_grad();
    c.x.grad[1] = 7, c.y.grad[1] = 5;
  };
  seed();
  app::adjoint_fails = true;
  throws<std::runtime_error>([&] { rec.backward(); }, "the rule fails");
  app::adjoint_fails = false;
  is(c.x == x && c.y == y && c.count == 2, "the values are those of the end");
  is(c.x.grad[0] == 0 && c.x.grad[1] == 7 && c.y.grad[0] == 0 && c.y.grad[1] == 5, "the adjoints are those before");
  is(rec.size() == 0, "the recording is empty");
  throws([&] { static_cast<void>(rec.self(c)); }, "not reversed");
  rec.run(c.scale);
  seed();
  rec.backward();
  is(std::fabs(c.x.grad[1] - (7 + 5 * 2 * x[1])) < 1e-14 && c.y.grad[1] == 0, "and can be used again");
}

int main() {
  backward_without_run();
  self_of_nothing();
  options();
  for (int snapshots = 0; snapshots < 4; ++snapshots) {
    run_throws({.checkpoint = snapshots});
    adjoint_throws({.checkpoint = snapshots});
  }
  return failures;
}
