// How a camera sees a point: what bundle adjustment fits.
//
// The kernel is as one would write it for Ceres, but of plain numbers, without a template. Its
// Jacobian comes from one sweep backwards, in which each number has two lanes, one for each
// residual; cost.hpp hands it to Ceres.
#pragma once

#include <treelize/annotations.hpp>

#include <ceres/rotation.h>

namespace bundle {

// A camera has a rotation by an angle about an axis, a shift, a focal length in pixels, and a
// coefficient of the lens, by which straight lines are bent.
inline constexpr int cameraSize = 8;
inline constexpr int pointSize = 3;

// By how many pixels a point is seen elsewhere than it was observed.
[[treelize(kernel, wrt = (camera, point, residual))]]
inline void reproject(const double* camera, const double* point, const double* observed,
                      double* residual) {
  double seen[3];
  ceres::AngleAxisRotatePoint(camera, point, seen);
  const double depth = seen[2] + camera[5];
  const double x = (seen[0] + camera[3]) / depth;
  const double y = (seen[1] + camera[4]) / depth;
  const double bend = 1 + camera[7] * (x * x + y * y);
  residual[0] = camera[6] * bend * x - observed[0];
  residual[1] = camera[6] * bend * y - observed[1];
}

} // namespace bundle
