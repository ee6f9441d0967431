// Objects that no initialiser names begin as their default constructors say: in sequences, tuples, variants and members.
// RUN: %treelize %s -o %T/default-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

namespace app {

struct Spring { // declared as a whole
  double stiffness = 3, length;
  Spring() : length(2) { stiffness += length; }
};
struct Agent { // taken apart, for the sake of the optional
  double mass = 3;
  std::optional<double> goal;
  double speed = 2;
};
struct Walker {
  double mass = 1;
  std::optional<double> goal;
  Walker() { mass = 5; }
};

double worth(const Agent& a) { return a.mass * a.speed + a.goal.value_or(3); }
double worth(const Walker& w) { return w.mass * w.mass + w.goal.value_or(7); }
double worth(const Spring& s) { return s.stiffness * s.length * s.length; }

TREELIZE(kernel) double vectors(std::span<const double> x) {
  std::vector<Agent> agents(2);
  std::vector<Walker> walkers(3);
  agents[0].mass *= x[0];
  agents[1].goal = x[1];
  walkers[2].mass *= x[1];
  return worth(agents[0]) * worth(agents[1]) * worth(walkers[0]) + worth(walkers[2]);
}

TREELIZE(kernel) double arrays(std::span<const double> x) {
  Agent agents[2];
  Walker walkers[2];
  std::array<Agent, 3> others{};
  Agent some[3] = {{x[0], {}, x[1]}};
  agents[1].speed *= x[0];
  walkers[1].goal = x[0] * x[1];
  others[2].mass *= x[1];
  return worth(agents[0]) * worth(agents[1]) + worth(walkers[0]) * worth(walkers[1]) * worth(others[1]) + worth(others[2]) +
         worth(some[0]) * worth(some[2]);
}

TREELIZE(kernel) double allocated(std::span<const double> x) {
  std::unique_ptr<Agent[]> agents(new Agent[2]);
  agents[0].mass *= x[0];
  agents[1].goal = x[1];
  return worth(agents[0]) * worth(agents[1]);
}

TREELIZE(kernel) double tuples(std::span<const double> x) {
  std::tuple<Spring, double> whole;
  std::pair<Walker, Agent> apart;
  std::get<0>(whole).stiffness *= x[0];
  std::get<1>(whole) += x[1];
  apart.first.mass *= x[1];
  std::vector<std::pair<Agent, double>> several(2);
  several[1].second = x[0];
  return worth(std::get<0>(whole)) * (1 + std::get<1>(whole)) + worth(apart.first) * worth(apart.second) +
         worth(several[0].first) * (several[0].second + several[1].second);
}

TREELIZE(kernel) double variants(std::span<const double> x) {
  std::variant<Spring, double> spring;
  std::variant<Agent, double> agent;
  std::get<0>(spring).stiffness *= x[0];
  std::get<0>(agent).mass *= x[1];
  return worth(std::get<0>(spring)) * worth(std::get<0>(agent));
}

struct Team {
  std::pair<Spring, Agent> leaders;
  std::array<Walker, 2> walkers;
};
/// Their shadows begin at zero, with as many elements as the primal has by then.
struct Bag {
  double scale = 2;
  std::array<double, 2> h{1, 2};
  std::vector<double> w{3, 4};
};
TREELIZE(kernel) double shadows(std::span<const double> x) {
  Bag bags[3], grid[2][2];
  Bag* at = bags;
  at++->w.push_back(x[0]);
  at++->h[1] = x[0] * x[1];
  at->scale *= x[1];
  grid[1][0].w.push_back(x[1]);
  double s = grid[1][0].w[2] * grid[0][1].scale * x[0];
  for (const Bag& bag : bags)
    s += bag.scale * bag.h[0] * bag.h[1] * bag.w.back() * x[1];
  return s;
}

TREELIZE(kernel) double members(std::span<const double> x) {
  Team team;
  team.leaders.first.length *= x[0];
  team.walkers[1].mass *= x[1];
  return worth(team.leaders.first) * worth(team.leaders.second) * worth(team.walkers[0]) + worth(team.walkers[1]);
}

} // namespace app

#include "default-objects.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("vectors", vectors, x);
  check::scalar("arrays", arrays, x);
  check::scalar("allocated", allocated, x);
  check::scalar("tuples", tuples, x);
  check::scalar("variants", variants, x);
  check::scalar("shadows", shadows, x);
  check::scalar("members", members, x);
  return check::finish();
}
