// Probes that fall around the Sun: a data-oriented class, whose computation can be differentiated
// where it stands.
//
// Each field holds one value for every probe. After generation a treelize::bound<Probes> has fly()
// and fly.grad(), which takes the adjoints of the arrivals to those of the launches.
#pragma once

#include "vector.hpp"

#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cmath>

namespace particle {

// The Sun's mass by the constant of Gauss, for lengths in astronomical units and times in days.
inline constexpr double sun = 0.01720209895 * 0.01720209895;

inline Vector gravity(const Vector& place) {
  const double square = dot(place, place);
  return -sun / (square * std::sqrt(square)) * place;
}

class [[treelize::data_oriented]] Probes {
public:
  explicit Probes(int count) : start(count), velocity(count), days(count), end(count) {}

  [[treelize::nondiff]] treelize::field<Vector> start; // where the Earth is at the launch
  treelize::field<Vector> velocity;                    // at the launch
  [[treelize::nondiff]] treelize::field<double> days;  // of the flight
  treelize::field<Vector> end;                         // where the probe is at the arrival

  // The method of Runge and Kutta.
  [[treelize::kernel]] void fly() {
    constexpr int steps = 64;
    for (std::size_t probe = 0; probe < start.size(); ++probe) {
      const double h = days[probe] / steps;
      Vector x = start[probe], v = velocity[probe];
      for (int step = 0; step < steps; ++step) {
        const Vector a = gravity(x);
        const Vector vb = v + h / 2 * a, b = gravity(x + h / 2 * v);
        const Vector vc = v + h / 2 * b, c = gravity(x + h / 2 * vb);
        const Vector vd = v + h * c, d = gravity(x + h * vc);
        x = x + h / 6 * (v + 2 * (vb + vc) + vd);
        v = v + h / 6 * (a + 2 * (b + c) + d);
      }
      end[probe] = x;
    }
  }
};

} // namespace particle
