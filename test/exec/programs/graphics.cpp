// What graphics differentiates: a traced distance field, a material, a cloth, a curve.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/graphics.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace graphics {

struct Vec3 {
  double x, y, z;
  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double k) const { return {k * x, k * y, k * z}; }
  Vec3& operator+=(const Vec3& o) { return *this = *this + o; }
  double length() const { return std::sqrt(x * x + y * y + z * z); }
  Vec3 unit() const { return *this * (1 / length()); }
};
inline double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Two spheres blended smoothly over a plane.
inline double distance(const double* scene, const Vec3& p) {
  const double a = (p - Vec3{scene[0], scene[1], scene[2]}).length() - scene[3];
  const double b = (p - Vec3{scene[4], scene[5], scene[6]}).length() - scene[7];
  const double k = scene[8], h = std::clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
  const double blend = b * (1 - h) + a * h - k * h * (1 - h);
  return std::min(blend, p.y + 1);
}

/// Brightness of a few pixels by sphere tracing: a data-dependent number of steps, a normal by
/// differences.
TREELIZE(kernel, wrt = scene) double trace(std::span<const double> scene, int side) {
  double image = 0;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const Vec3 ray = Vec3{(column + 0.5) / side - 0.5, (row + 0.5) / side - 0.4, 1}.unit();
      Vec3 p{0, 0, -3};
      double d = distance(scene.data(), p);
      int steps = 0;
      while (d > 1e-9 && p.z < 8 && steps++ < 200) {
        p += ray * d;
        d = distance(scene.data(), p);
      }
      if (d > 1e-9)
        continue;
      const double e = 1e-3;
      const Vec3 normal = Vec3{distance(scene.data(), p + Vec3{e, 0, 0}) - d,
                               distance(scene.data(), p + Vec3{0, e, 0}) - d,
                               distance(scene.data(), p + Vec3{0, 0, e}) - d}
                              .unit();
      image += 0.1 + std::max(0.0, dot(normal, Vec3{0.5, 0.8, -0.3}.unit()));
    }
  return image / (side * side);
}

/// Cook-Torrance: microfacets, shadowing, Schlick's Fresnel; roughness, reflectance, colour against
/// measurements.
TREELIZE(kernel, wrt = x)
double material(std::span<const double> x, std::span<const std::array<double, 3>> lights,
                std::span<const double> measured) {
  const double roughness = x[0] * x[0], f0 = x[1];
  const Vec3 normal = Vec3{x[3], x[4], 1}.unit(), eye = Vec3{0.2, -0.3, 1}.unit();
  double error = 0;
  for (std::size_t i = 0; i < lights.size(); ++i) {
    const auto& [lx, ly, lz] = lights[i];
    const Vec3 light = Vec3{lx, ly, lz}.unit(), half = (light + eye).unit();
    const double nl = std::max(dot(normal, light), 0.0), nv = std::max(dot(normal, eye), 1e-3),
                 nh = dot(normal, half);
    double shade = 0;
    if (nl > 0) {
      const double q = nh * nh * (roughness * roughness - 1) + 1;
      const double facets = roughness * roughness / (std::numbers::pi * q * q);
      const double k = 0.5 * roughness, shadow = nl / (nl * (1 - k) + k) * nv / (nv * (1 - k) + k);
      const double fresnel = f0 + (1 - f0) * std::pow(1 - dot(half, eye), 5);
      shade = nl * (x[2] / std::numbers::pi + facets * shadow * fresnel / (4 * nl * nv));
    }
    error += std::pow(std::log(0.1 + shade) - std::log(0.1 + measured[i]), 2);
  }
  return error;
}

struct Link {
  int a, b;
  double rest;
};

/// A cloth: stretch of its links, bending and wind on its triangles, after some damped steps.
TREELIZE(kernel, wrt = start)
double cloth(std::span<const double> start, std::span<const Link> links,
             std::span<const std::array<int, 3>> faces, int steps) {
  const std::size_t n = start.size() / 3;
  std::vector<Vec3> at(n), speed(n), force(n);
  for (std::size_t i = 0; i < n; ++i)
    at[i] = {start[3 * i], start[3 * i + 1], start[3 * i + 2]};
  for (int step = 0; step < steps; ++step) {
    for (auto& f : force)
      f = {0, -0.5, 0};
    for (const Link& link : links) {
      const Vec3 d = at[link.b] - at[link.a];
      const double length = d.length();
      const Vec3 pull = d * (20 * (length - link.rest) / length);
      force[link.a] += pull;
      force[link.b] += pull * -1;
    }
    for (const auto& face : faces) {
      const Vec3 area = cross(at[face[1]] - at[face[0]], at[face[2]] - at[face[0]]);
      const Vec3 wind = area * (dot(area, {0.3, 0.1, 1}) / (3 * area.length()));
      for (int corner : face)
        force[corner] += wind;
    }
    for (std::size_t i = 1; i < n; ++i) {
      speed[i] = (speed[i] + force[i] * 0.02) * 0.98;
      at[i] += speed[i] * 0.02;
    }
  }
  double spread = 0;
  for (const Vec3& p : at)
    spread += dot(p, p);
  return spread;
}

/// A cubic Bezier spline against points: each point's nearest sample, and the length of the curve.
TREELIZE(kernel, wrt = control)
double spline(std::span<const double> control, std::span<const double> points) {
  const int pieces = static_cast<int>(control.size() / 2 - 1) / 3, samples = 8;
  std::vector<std::array<double, 2>> curve(pieces * samples);
  for (int piece = 0; piece < pieces; ++piece)
    for (int s = 0; s < samples; ++s)
      for (int axis = 0; axis < 2; ++axis) {
        double level[4];
        for (int i = 0; i < 4; ++i)
          level[i] = control[2 * (3 * piece + i) + axis];
        const double t = (s + 0.5) / samples;
        for (int order = 3; order > 0; --order)
          for (int i = 0; i < order; ++i)
            level[i] = (1 - t) * level[i] + t * level[i + 1];
        curve[piece * samples + s][axis] = level[0];
      }
  double cost = 0;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    double best = 1e300;
    for (const auto& p : curve)
      best = std::min(best, (p[0] - points[i]) * (p[0] - points[i]) +
                                (p[1] - points[i + 1]) * (p[1] - points[i + 1]));
    cost += best;
  }
  for (std::size_t i = 1; i < curve.size(); ++i)
    cost += 0.05 * std::hypot(curve[i][0] - curve[i - 1][0], curve[i][1] - curve[i - 1][1]);
  return cost;
}

} // namespace graphics
#include "graphics.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace graphics;
  check::scalar("trace", kernels::trace, {0.2, 0.1, 0.5, 0.8, -0.5, -0.2, 0.3, 0.6, 0.3}, 4);
  const std::vector<std::array<double, 3>> lights{
      {0.3, 0.2, 1}, {-0.8, 0.5, 0.6}, {0.1, -0.9, 0.5}, {0, 0.3, -1}};
  const std::vector<double> measured{0.5, 0.2, 0.15, 0.05},
      points{0.1, 0.2, 0.9, 0.8, 1.5, 1.2, 2.2, 0.4};
  check::scalar("material", kernels::material, {0.6, 0.08, 0.7, 0.1, -0.05},
                std::span<const std::array<double, 3>>(lights), std::span<const double>(measured));
  const std::vector<Link> links{{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}, {0, 3, 1.3}};
  const std::vector<std::array<int, 3>> faces{{0, 1, 2}, {1, 3, 2}};
  check::scalar("cloth", kernels::cloth, {0, 0, 0, 1, 0.1, 0, 0, 1, 0.2, 1.1, 1, 0.1},
                std::span<const Link>(links), std::span<const std::array<int, 3>>(faces), 12);
  check::scalar("spline", kernels::spline,
                {0, 0, 0.3, 0.8, 0.6, 0.9, 1, 0.7, 1.4, 0.5, 1.8, 1.5, 2.1, 0.3},
                std::span<const double>(points));
  return check::finish();
}
