// A pendulum that swings so far that no formula tells its angle: the way from its length to what is
// measured is an integration in time.
//
// The derivative goes that way backwards, and would have to remember all of the motion: 960 kB for
// the 10,000 steps of this example. With `checkpoint = 32` it keeps 32 snapshots of the state, 896
// bytes in all, and runs what lies between them again (`treelize --report=text` tells the numbers).
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace pendulum {

inline constexpr double gravity = 9.81;  // m/s^2
inline constexpr double interval = 0.02; // s, between two measurements
inline constexpr int steps = 10;         // of the integration, in each interval

struct [[treelize::node]] State {
  double angle; // rad, from hanging straight down
  double speed; // rad/s
};

struct [[treelize::node]] Pendulum {
  double length;  // m
  double damping; // 1/s
  State start;
};

inline State rate(const Pendulum& p, const State& now) {
  return {now.speed, -gravity / p.length * std::sin(now.angle) - p.damping * now.speed};
}

inline State moved(const State& from, const State& rate, double time) {
  return {from.angle + time * rate.angle, from.speed + time * rate.speed};
}

// One step by the method of Runge and Kutta.
inline State stepped(const Pendulum& p, const State& now, double time) {
  const State a = rate(p, now);
  const State b = rate(p, moved(now, a, time / 2));
  const State c = rate(p, moved(now, b, time / 2));
  const State d = rate(p, moved(now, c, time));
  return {now.angle + time / 6 * (a.angle + 2 * b.angle + 2 * c.angle + d.angle),
          now.speed + time / 6 * (a.speed + 2 * b.speed + 2 * c.speed + d.speed)};
}

// The mean squared distance of the motion from what was measured, in rad^2.
[[treelize(kernel, wrt = (p), checkpoint = 32)]]
inline double misfit(const Pendulum& p, std::span<const double> measured) {
  const int count = static_cast<int>(measured.size());
  State now = p.start;
  double sum = 0;
  for (int n = 0; n < count * steps; ++n) {
    if (n % steps == 0) {
      const double miss = now.angle - measured[n / steps];
      sum += miss * miss;
    }
    now = stepped(p, now, interval / steps);
  }
  return sum / count;
}

} // namespace pendulum
