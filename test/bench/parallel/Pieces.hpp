// One piece of data each, of the kinds that gradients are summed up over: a point of a mixture, an observation of a
// bundle, a point near centres. The digits' is with the example.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

inline constexpr int dimensions = 10;
inline constexpr int components = 10;
using Point = std::array<double, dimensions>;

struct TREELIZE(node) Mixture {
  std::vector<double> weights;     // of the components, as logarithms
  std::vector<double> means, logs; // a row for each component: means, logarithms of the precisions
};

// The negative logarithm of the density at a point.
TREELIZE(kernel, wrt = (mixture)) inline double mixtureLoss(const Mixture& mixture, const Point& point) {
  std::array<double, components> terms{};
  double top = -1e300;
  for (int k = 0; k < components; ++k) {
    double term = mixture.weights[k];
    for (int i = 0; i < dimensions; ++i) {
      const double log = mixture.logs[k * dimensions + i];
      const double distance = (point[i] - mixture.means[k * dimensions + i]) * std::exp(log);
      term += log - 0.5 * distance * distance;
    }
    terms[k] = term;
    if (term > top)
      top = term;
  }
  double sum = 0;
  for (int k = 0; k < components; ++k)
    sum += std::exp(terms[k] - top);
  return -top - std::log(sum);
}

struct TREELIZE(node) Bundle {
  std::vector<double> cameras; // nine numbers each: rotation, shift, focal length, two of distortion
  std::vector<double> points;  // three numbers each
};

struct Observation {
  int camera, point;
  double u, v;
};

// The squared error of a reprojection.
TREELIZE(kernel, wrt = (bundle)) inline double reprojection(const Bundle& bundle, const Observation& seen) {
  const double* camera = bundle.cameras.data() + 9 * seen.camera;
  const double* point = bundle.points.data() + 3 * seen.point;
  const double theta2 = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2] + 1e-12;
  const double theta = std::sqrt(theta2), c = std::cos(theta), s = std::sin(theta) / theta, d = (1 - c) / theta2;
  const double along = camera[0] * point[0] + camera[1] * point[1] + camera[2] * point[2];
  const double x = point[0] * c + s * (camera[1] * point[2] - camera[2] * point[1]) + camera[0] * along * d + camera[3];
  const double y = point[1] * c + s * (camera[2] * point[0] - camera[0] * point[2]) + camera[1] * along * d + camera[4];
  const double z = point[2] * c + s * (camera[0] * point[1] - camera[1] * point[0]) + camera[2] * along * d + camera[5];
  const double px = -x / z, py = -y / z, r2 = px * px + py * py;
  const double scale = camera[6] * (1 + camera[7] * r2 + camera[8] * r2 * r2);
  const double du = scale * px - seen.u, dv = scale * py - seen.v;
  return du * du + dv * dv;
}

// The squared distance of a point from the nearest of the centres, one row for each.
TREELIZE(kernel, wrt = (centres)) inline double nearest(const std::vector<double>& centres, const Point& point) {
  double least = 1e300;
  const int count = static_cast<int>(centres.size()) / dimensions;
  for (int k = 0; k < count; ++k) {
    double distance = 0;
    for (int i = 0; i < dimensions; ++i) {
      const double difference = point[i] - centres[k * dimensions + i];
      distance += difference * difference;
    }
    if (distance < least)
      least = distance;
  }
  return least;
}

} // namespace bench
