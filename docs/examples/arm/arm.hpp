// A robot's arm of six joints: where its tool is, and how far that is from where it should be.
//
// The pose is a product of rotations and shifts in Eigen's classes. How the miss changes with each
// angle is what the joints are moved by; nobody has to derive a Jacobian of the arm.
#pragma once

#include <treelize/annotations.hpp>

#include <Eigen/Geometry>

#include <array>

namespace arm {

inline constexpr int joints = 6;
using Angles = Eigen::Matrix<double, joints, 1>; // rad

// A joint turns what follows about its axis; a link leads from it to the next. Both are as seen by
// the link before.
struct Joint {
  Eigen::Vector3d axis, link; // m
};

using Arm = std::array<Joint, joints>;

inline Eigen::Isometry3d toolPose(const Arm& arm, const Angles& angles) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  for (int i = 0; i < joints; ++i) {
    pose.rotate(Eigen::AngleAxisd(angles[i], arm[i].axis));
    pose.translate(arm[i].link);
  }
  return pose;
}

// The squared distance from the target in m^2, and 0.1 m^2 times that of the two rotations.
[[treelize(kernel, wrt = (angles))]]
inline double miss(const Arm& arm, const Angles& angles, const Eigen::Isometry3d& target) {
  const Eigen::Isometry3d tool = toolPose(arm, angles);
  return (tool.translation() - target.translation()).squaredNorm() +
         0.1 * (tool.linear() - target.linear()).squaredNorm();
}

} // namespace arm
