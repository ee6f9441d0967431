// A recording beside a person who keeps what each step overwrites, puts it back and calls the adjoints in reverse order.
// Steps of about one, ten and a hundred microseconds.
#include "Beads.treelize.hpp"

#include <treelize/recording.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr double dt = 0.01;

class ByHand {
public:
  ByHand(std::size_t beads, int steps)
      : shadow_(treelize::copy_without_fields<Beads>(Beads(beads))), x_(kept(beads, steps)), v_(x_) {}

  void run(treelize::bound<Beads>& c) {
    const int steps = static_cast<int>(x_.size()) - 1;
    for (int t = 0; t < steps; ++t) {
      keep(c, t);
      c.step(dt);
    }
    keep(c, steps);
    c.observe();
    c.energy.grad.value() = 1;
    const treelize::object_shadow<Beads> adjoints(c, shadow_);
    double dt_b = 0;
    c.observe.adjoint(shadow_);
    for (int t = steps; t-- > 0;) {
      putBack(c, t);
      c.step.adjoint(dt, shadow_, dt_b);
    }
    putBack(c, steps);
  }

private:
  Beads shadow_;
  std::vector<std::vector<double>> x_, v_;

  static std::vector<std::vector<double>> kept(std::size_t beads, int steps) {
    return std::vector<std::vector<double>>(static_cast<std::size_t>(steps) + 1, std::vector<double>(beads));
  }
  void keep(const Beads& c, int t) {
    std::copy(c.x.begin(), c.x.end(), x_[static_cast<std::size_t>(t)].begin());
    std::copy(c.v.begin(), c.v.end(), v_[static_cast<std::size_t>(t)].begin());
  }
  void putBack(Beads& c, int t) const {
    std::ranges::copy(x_[static_cast<std::size_t>(t)], c.x.begin());
    std::ranges::copy(v_[static_cast<std::size_t>(t)], c.v.begin());
  }
};

class Recorded {
public:
  Recorded(std::size_t, int steps) : steps_(steps) {}

  void run(treelize::bound<Beads>& c) {
    for (int t = 0; t < steps_; ++t)
      record_.run(c.step, dt);
    record_.run(c.observe);
    c.energy.grad.value() = 1;
    record_.backward();
  }

private:
  treelize::recording record_;
  int steps_;
};

treelize::bound<Beads> atBegin(std::size_t beads) {
  treelize::bound<Beads> c(beads);
  for (std::size_t i = 0; i < beads; ++i)
    c.x[i] = std::sin(0.1 * static_cast<double>(i));
  return c;
}

template <class Way>
void time(benchmark::State& state, std::size_t beads, int steps) {
  treelize::bound<Beads> c = atBegin(beads);
  const treelize::field<double> x = c.x, v = c.v;
  Way way(beads, steps);
  const auto runAnew = [&] {
    std::ranges::copy(x, c.x.begin());
    std::ranges::copy(v, c.v.begin());
    c.x.zero_grad(), c.v.zero_grad();
    way.run(c);
  };
  runAnew(); // now it has its memory
  for (auto _ : state) {
    runAnew();
    benchmark::DoNotOptimize(c.x.grad.data());
  }
}

void addGroup(const std::string& name, std::size_t beads, int steps) {
  treelize::bound<Beads> a = atBegin(beads), b = atBegin(beads);
  ByHand(beads, steps).run(a);
  Recorded(beads, steps).run(b);
  if (!std::ranges::equal(a.x.grad, b.x.grad) || a.x != b.x)
    std::abort();
  benchmark::RegisterBenchmark((name + "/hand-written").c_str(), [=](benchmark::State& state) {
    time<ByHand>(state, beads, steps);
  });
  benchmark::RegisterBenchmark((name + "/treelize").c_str(), [=](benchmark::State& state) {
    time<Recorded>(state, beads, steps);
  });
}

const int registered = [] {
  for (const int steps : {1, 20}) {
    const std::string times = "-" + std::to_string(steps);
    addGroup("record-1us" + times, 100, steps);
    addGroup("record-10us" + times, 1000, steps);
    addGroup("record-100us" + times, 10000, steps);
  }
  return 0;
}();

} // namespace
} // namespace bench
