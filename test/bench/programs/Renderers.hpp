// Pictures of scenes, and how far they are from others.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace renderers {

struct Vector {
  double x, y, z;

  Vector operator+(const Vector& v) const { return {x + v.x, y + v.y, z + v.z}; }
  Vector operator-(const Vector& v) const { return {x - v.x, y - v.y, z - v.z}; }
  Vector operator*(double s) const { return {x * s, y * s, z * s}; }
};

inline double dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline double length(const Vector& v) {
  return std::sqrt(dot(v, v));
}
inline Vector normalized(const Vector& v) {
  return v * (1 / length(v));
}

struct Sphere {
  Vector center;
  double radius;
};

/// The signed distance from two spheres that melt into each other.
inline double distance(const Vector& p, const Sphere& a, const Sphere& b, double melt) {
  const double da = length(p - a.center) - a.radius, db = length(p - b.center) - b.radius;
  const double h = std::clamp(0.5 + 0.5 * (db - da) / melt, 0.0, 1.0);
  return db + (da - db) * h - melt * h * (1 - h);
}

inline Vector normal(const Vector& p, const Sphere& a, const Sphere& b, double melt) {
  constexpr double e = 1e-4;
  const double here = distance(p, a, b, melt);
  return normalized({distance({p.x + e, p.y, p.z}, a, b, melt) - here,
                     distance({p.x, p.y + e, p.z}, a, b, melt) - here,
                     distance({p.x, p.y, p.z + e}, a, b, melt) - here});
}

/// Two spheres by sphere tracing, softly shaded; the scene is two centres and radii.
TREELIZE(kernel, wrt = (scene))
inline double spheres(const std::vector<double>& scene, const std::vector<double>& picture,
                      int width) {
  const Sphere a{{scene[0], scene[1], scene[2]}, scene[3]},
      b{{scene[4], scene[5], scene[6]}, scene[7]};
  const Vector light = normalized({0.5, 1, -1});
  const int height = static_cast<int>(picture.size()) / width;
  double loss = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Vector direction = normalized({(x + 0.5) / width - 0.5, 0.5 - (y + 0.5) / height, 1});
      Vector p{0, 0, -3};
      double nearest = 1e9;
      bool hit = false;
      for (int step = 0; step < 32 && !hit; ++step) {
        const double d = distance(p, a, b, 0.3);
        nearest = std::min(nearest, d);
        hit = d < 1e-3;
        if (p.z > 3)
          break;
        p = p + direction * d;
      }
      double shade = 0;
      if (hit)
        shade = 0.2 + 0.8 * std::max(0.0, dot(normal(p, a, b, 0.3), light));
      else
        shade = 0.2 * std::exp(-20 * nearest);
      const double difference = shade - picture[y * width + x];
      loss += difference * difference;
    }
  return loss;
}

/// Rays through fog of varying density and brightness: light is absorbed on its way, and rays end
/// when nothing is left.
TREELIZE(kernel, wrt = (density, brightness))
inline double compositing(std::span<const double> density, std::span<const double> brightness,
                          const std::vector<double>& picture, double step) {
  const std::size_t samples = density.size() / picture.size();
  double loss = 0;
  for (std::size_t ray = 0; ray < picture.size(); ++ray) {
    double transmittance = 1, colour = 0;
    for (std::size_t s = ray * samples; s < (ray + 1) * samples; ++s) {
      const double alpha = 1 - std::exp(-density[s] * step);
      colour += transmittance * alpha * brightness[s];
      transmittance *= 1 - alpha;
      if (transmittance < 1e-3)
        break;
    }
    loss += (colour - picture[ray]) * (colour - picture[ray]);
  }
  return loss;
}

/// Blots of Gaussian shape, one over the other: places, sizes, opacities and shades of each.
TREELIZE(kernel, wrt = (blots))
inline double splats(const std::vector<double>& blots, const std::vector<double>& picture,
                     int width) {
  const int height = static_cast<int>(picture.size()) / width,
            count = static_cast<int>(blots.size()) / 5;
  double loss = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double left = 1, shade = 0;
      for (int k = 0; k < count; ++k) {
        const double* blot = &blots[5 * k];
        const double dx = (x - blot[0]) / blot[2], dy = (y - blot[1]) / blot[2],
                     square = dx * dx + dy * dy;
        if (square > 9)
          continue;
        const double alpha = std::min(0.99, blot[3] * std::exp(-0.5 * square));
        shade += left * alpha * blot[4];
        left *= 1 - alpha;
      }
      const double difference = shade - picture[y * width + x];
      loss += difference * difference;
    }
  return loss;
}

} // namespace renderers
