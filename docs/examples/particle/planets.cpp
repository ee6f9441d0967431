#include "planets.hpp"

#include "probes.hpp"

#include <cmath>
#include <numbers>

namespace particle {

namespace {

constexpr double degree = std::numbers::pi / 180;

// The solution E of E - e sin E = M, by Newton's method.
double eccentricAnomaly(double mean, double eccentricity) {
  double e = mean;
  for (int i = 0; i < 6; ++i)
    e -= (e - eccentricity * std::sin(e) - mean) / (1 - eccentricity * std::cos(e));
  return e;
}

} // namespace

Motion motion(const Orbit& orbit, double day) {
  const auto now = [&](const Element& element) {
    return element.at2000 + element.change * day / 36525;
  };
  const double a = now(orbit.semiMajorAxis), e = now(orbit.eccentricity);
  const double node = now(orbit.node) * degree, tilt = now(orbit.inclination) * degree;
  const double perihelion = now(orbit.perihelion) * degree - node;
  const double anomaly = eccentricAnomaly(now(orbit.meanLongitude) * degree - perihelion - node, e);

  // The axes of the ellipse: to the perihelion, and a quarter ahead.
  const Vector ascending{std::cos(node), std::sin(node), 0};
  const Vector north{-std::sin(node) * std::cos(tilt), std::cos(node) * std::cos(tilt),
                     std::sin(tilt)};
  const Vector p = std::cos(perihelion) * ascending + std::sin(perihelion) * north;
  const Vector q = -std::sin(perihelion) * ascending + std::cos(perihelion) * north;

  const double b = a * std::sqrt(1 - e * e);
  const double perDay = std::sqrt(sun / a) / a / (1 - e * std::cos(anomaly));
  return {a * (std::cos(anomaly) - e) * p + b * std::sin(anomaly) * q,
          perDay * (-a * std::sin(anomaly) * p + b * std::cos(anomaly) * q)};
}

} // namespace particle
