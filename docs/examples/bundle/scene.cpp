#include "scene.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <random>

namespace bundle {

namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// A camera at `place` that looks at the middle of the scene; y is the height, and z where it looks.
Camera lookingFrom(const Vector3d& place) {
  const Vector3d ahead = -place.normalized();
  const Vector3d right = Vector3d::UnitY().cross(ahead).normalized();
  Matrix3d rotation;
  rotation << right.transpose(), ahead.cross(right).transpose(), ahead.transpose();
  const Eigen::AngleAxisd turn(rotation);
  const Vector3d axis = turn.angle() * turn.axis(), shift = -rotation * place;
  return {axis[0], axis[1], axis[2], shift[0], shift[1], shift[2], 800, -0.05};
}

} // namespace

Scene trueScene() {
  Scene scene;
  for (int i = 0; i < 12; ++i) {
    const double angle = std::numbers::pi * i / 11;
    scene.cameras.push_back(
        lookingFrom({6 * std::cos(angle), 0.5 * std::sin(3.0 * i), -6 * std::sin(angle)}));
  }
  for (int i = 0; i < 120; ++i) {
    const double angle = 0.16 * i + (i % 2) * std::numbers::pi;
    scene.points.push_back({1.5 * std::cos(angle), 3.0 * i / 119 - 1.5, 1.5 * std::sin(angle)});
  }
  return scene;
}

std::vector<Observation> observe(const Scene& scene) {
  std::mt19937 random(2026);
  std::normal_distribution<double> noise(0, pixelError);
  std::vector<Observation> all;
  for (std::size_t c = 0; c < scene.cameras.size(); ++c)
    for (std::size_t p = 0; p < scene.points.size(); ++p) {
      const std::array<double, 2> none{};
      std::array<double, 2> pixel{};
      reproject(scene.cameras[c].data(), scene.points[p].data(), none.data(), pixel.data());
      all.push_back({c, p, {pixel[0] + noise(random), pixel[1] + noise(random)}});
    }
  return all;
}

Scene guess(const Scene& scene) {
  std::mt19937 random(17);
  std::normal_distribution<double> noise;
  Scene result = scene;
  for (std::size_t c = 2; c < result.cameras.size(); ++c) {
    Camera& camera = result.cameras[c];
    for (std::size_t i = 0; i < 6; ++i)
      camera[i] += (i < 3 ? 0.03 : 0.2) * noise(random); // rad, m
    camera[6] = 850;
    camera[7] = 0;
  }
  for (Point& point : result.points)
    for (double& coordinate : point)
      coordinate += 0.15 * noise(random);
  return result;
}

Point placeOf(const Camera& camera) {
  const Vector3d axis(camera[0], camera[1], camera[2]);
  const Eigen::AngleAxisd turn(axis.norm(), axis.normalized());
  const Vector3d place = turn.inverse() * Vector3d(-camera[3], -camera[4], -camera[5]);
  return {place[0], place[1], place[2]};
}

} // namespace bundle
