// The No-U-Turn sampler (M. Hoffman, A. Gelman, 2014) over any tree of parameters: it follows the
// motion of a body in the potential of a probability, forwards and backwards in time, until it
// would turn back, and chooses one of the places passed by their weights (M. Betancourt, 2017).
#pragma once

#include "steps.hpp"
#include "steps.treelize.hpp"

#include <treelize/pytree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>

namespace nuts {

// Density: from a tree to the pair of the logarithm of its probability and the slopes of that.
template <class Tree, class Density>
class Sampler {
public:
  Sampler(Density density, const Tree& start, std::uint64_t seed)
      : density_(std::move(density)), random_(seed), now_(at(start, start)) {}

  // The next sample of the chain.
  const Tree& next() {
    refresh(now_.momentum, random_);
    start_ = energy(now_);
    Path path{now_, now_, now_, 0, 0, 0, false};
    for (int depth = 0; depth < 10 && !path.ended; ++depth) {
      const bool forwards = uniform() < 0.5;
      const Path more = follow(forwards ? path.last : path.first, depth, forwards);
      if (!more.ended && std::log(uniform()) < more.logWeight - path.logWeight)
        path.chosen = more.chosen;
      join(path, more, forwards);
    }
    acceptance_ = path.acceptance / path.steps;
    now_ = path.chosen;
    return now_.place;
  }

  // The same while it learns how long a step may be (Nesterov's dual averaging): as long as four of
  // five proposals would be accepted.
  const Tree& warmUp() {
    next();
    ++learned_;
    missing_ += (0.8 - acceptance_ - missing_) / (learned_ + 10);
    const double logStep = std::log(10 * firstStep) - std::sqrt(learned_) / 0.05 * missing_;
    meanLogStep_ += std::pow(learned_, -0.75) * (logStep - meanLogStep_);
    step_ = std::exp(logStep);
    return now_.place;
  }
  void endWarmUp() { step_ = std::exp(meanLogStep_); }

  double step() const { return step_; }

private:
  static constexpr double firstStep = 0.1;

  struct State {
    Tree place, momentum, slope;
    double logDensity;
  };

  struct Path {
    State first, last, chosen;
    double logWeight;  // of all states together, that of the start being 0
    double acceptance; // summed over the steps
    int steps;
    bool ended; // it turns back, or has left the motion
  };

  State at(const Tree& place, const Tree& momentum) const {
    auto [value, slope] = density_(place);
    return {place, momentum, std::move(slope), value};
  }

  double uniform() { return std::uniform_real_distribution()(random_); }

  static double sum(const Tree& tree) { return treelize::reduce(std::plus(), tree, 0.0); }

  static double energy(const State& state) {
    return 0.5 * sum(square(state.momentum)) - state.logDensity;
  }

  static bool turns(const State& first, const State& last) {
    return sum(along(first.place, last.place, first.momentum)) < 0 ||
           sum(along(first.place, last.place, last.momentum)) < 0;
  }

  // A step of the leapfrog method.
  State leap(State state, double time) const {
    advance(state.momentum, state.slope, time / 2);
    advance(state.place, state.momentum, time);
    state = at(state.place, state.momentum);
    advance(state.momentum, state.slope, time / 2);
    return state;
  }

  // 2^depth steps on.
  Path follow(const State& from, int depth, bool forwards) {
    if (depth == 0) {
      const State state = leap(from, forwards ? step_ : -step_);
      const double logWeight = start_ - energy(state);
      const bool ended = !(logWeight > -1000);
      const double acceptance = ended ? 0 : std::min(1.0, std::exp(logWeight));
      return {state, state, state, logWeight, acceptance, 1, ended};
    }
    Path path = follow(from, depth - 1, forwards);
    if (path.ended)
      return path;
    const Path more = follow(forwards ? path.last : path.first, depth - 1, forwards);
    if (uniform() < 1 / (1 + std::exp(path.logWeight - more.logWeight)))
      path.chosen = more.chosen;
    join(path, more, forwards);
    return path;
  }

  static void join(Path& path, const Path& more, bool forwards) {
    (forwards ? path.last : path.first) = forwards ? more.last : more.first;
    const double high = std::max(path.logWeight, more.logWeight);
    path.logWeight =
        high + std::log(std::exp(path.logWeight - high) + std::exp(more.logWeight - high));
    path.acceptance += more.acceptance;
    path.steps += more.steps;
    path.ended = more.ended || turns(path.first, path.last);
  }

  Density density_;
  std::mt19937_64 random_;
  State now_;
  double start_ = 0; // the energy with which this motion began
  double step_ = firstStep;
  double acceptance_ = 0; // the mean of the last motion

  int learned_ = 0;
  double missing_ = 0, meanLogStep_ = 0;
};

} // namespace nuts
