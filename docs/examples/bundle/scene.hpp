// Cameras, points, and what the cameras have seen of them.
#pragma once

#include "camera.hpp"

#include <array>
#include <vector>

namespace bundle {

using Camera = std::array<double, cameraSize>;
using Point = std::array<double, pointSize>; // m

struct Observation {
  std::size_t camera, point;
  std::array<double, 2> pixel;
};

struct Scene {
  std::vector<Camera> cameras;
  std::vector<Point> points;
};

inline constexpr double pixelError = 0.5; // of an observation

// Twelve cameras in a half circle of 6 m around two strands of points, wound around each other.
Scene trueScene();

// What the cameras see, each with its error.
std::vector<Observation> observe(const Scene& scene);

// A first guess: everything but two cameras is somewhere else by a decimetre or so.
Scene guess(const Scene& scene);

Point placeOf(const Camera& camera);

} // namespace bundle
