// Leads the tool of a robot's arm around a tilted circle, always pointing the same way: for each of
// 72 poses, the angles of the joints are found by the gradient of arm.hpp, beginning with those of
// the pose before.
//
//   arm [arm.svg]
#include "arm.hpp"
#include "arm.treelize.hpp"

#include "minimise/lbfgs.hpp"
#include "plot/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

namespace {

using namespace arm;
using Eigen::Isometry3d, Eigen::Vector3d;

constexpr int poses = 72;

const Arm robot{{{Vector3d::UnitZ(), {0, 0, 0.40}},
                 {Vector3d::UnitY(), {0, 0, 0.45}},
                 {Vector3d::UnitY(), {0.40, 0, 0}},
                 {Vector3d::UnitX(), {0.10, 0, 0}},
                 {Vector3d::UnitY(), {0.10, 0, 0}},
                 {Vector3d::UnitX(), {0.08, 0, 0}}}};

Isometry3d target(int pose) {
  const double phase = 2 * std::numbers::pi * pose / poses;
  const Vector3d across = Vector3d::UnitY(), along(0.5, 0, std::sqrt(0.75));
  Isometry3d result(Eigen::AngleAxisd(1.2, Vector3d::UnitY())); // mostly downwards
  result.translation() =
      Vector3d(0.6, 0, 0.5) + 0.22 * (std::cos(phase) * across + std::sin(phase) * along);
  return result;
}

Angles reach(const Isometry3d& target, const Angles& from) {
  std::vector<double> numbers(from.begin(), from.end());
  minimise::lbfgs(
      [&](const std::vector<double>& x) {
        const Angles angles = Eigen::Map<const Angles>(x.data());
        const auto [value, gradient] = kernels::miss.value_and_grad(robot, angles, target);
        return std::pair(value,
                         std::vector<double>(gradient.angles.begin(), gradient.angles.end()));
      },
      numbers, {.tolerance = 1e-9});
  return Eigen::Map<const Angles>(numbers.data());
}

// The foot, the joints after it, and the tool.
std::vector<Vector3d> skeleton(const Angles& angles) {
  std::vector<Vector3d> places{Vector3d::Zero()};
  Isometry3d pose = Isometry3d::Identity();
  for (int i = 0; i < joints; ++i) {
    const Joint& joint = robot[static_cast<std::size_t>(i)];
    pose = pose * Eigen::AngleAxisd(angles[i], joint.axis) * Eigen::Translation3d(joint.link);
    places.push_back(pose.translation());
  }
  return places;
}

// Mechanics: a joint moves the tool across its axis, and turns it about it.
double differenceFromMechanics(const Angles& angles, const Isometry3d& target) {
  const Angles gradient = kernels::miss.grad(robot, angles, target).angles;
  const Isometry3d tool = toolPose(robot, angles);
  const std::vector<Vector3d> places = skeleton(angles);
  Eigen::Matrix3d turned = Eigen::Matrix3d::Identity();
  double most = 0;
  for (int i = 0; i < joints; ++i) {
    const Joint& joint = robot[static_cast<std::size_t>(i)];
    const Vector3d axis = turned * joint.axis;
    const Vector3d moves = axis.cross(tool.translation() - places[static_cast<std::size_t>(i)]);
    double expected = 2 * moves.dot(tool.translation() - target.translation());
    for (int column = 0; column < 3; ++column)
      expected += 0.2 * axis.cross(tool.linear().col(column))
                            .dot(tool.linear().col(column) - target.linear().col(column));
    most = std::max(most, std::fabs(gradient[i] - expected));
    turned = turned * Eigen::AngleAxisd(angles[i], joint.axis).toRotationMatrix();
  }
  return most;
}

// The arm in four poses, as seen along one axis: the two others are `across` and `up`.
plot::Chart view(const std::vector<Angles>& path, int across, int up) {
  plot::Chart chart({across == 0 ? "x [m]" : "y [m]"}, {"z [m]"});
  chart.equalUnits = true;
  const auto addLine = [&](const std::vector<Vector3d>& places, const plot::Style& style) {
    std::vector<double> x, y;
    for (const Vector3d& place : places) {
      x.push_back(place[across]);
      y.push_back(place[up]);
    }
    chart.line(x, y, style);
    return std::pair(x, y);
  };
  std::vector<Vector3d> tool;
  for (const Angles& angles : path)
    tool.push_back(skeleton(angles).back());
  addLine(tool, {.colour = plot::black, .size = 1});
  const char* const colours[] = {plot::sky, plot::orange, plot::green, plot::purple};
  for (int i = 0; i < 4; ++i) {
    const int pose = i * poses / 4;
    const auto [x, y] =
        addLine(skeleton(path[static_cast<std::size_t>(pose)]),
                {.colour = colours[i], .label = "pose " + std::to_string(pose), .size = 3.5});
    chart.points(x, y, {.colour = plot::black, .size = 2.5});
  }
  return chart;
}

plot::Chart course(const std::vector<Angles>& path) {
  plot::Chart chart({"pose"}, {"angle [°]"});
  chart.title = "Angles of the joints";
  const char* const colours[] = {plot::blue,   plot::vermillion, plot::green,
                                 plot::orange, plot::purple,     plot::black};
  for (int joint = 0; joint < joints; ++joint) {
    std::vector<double> number, angle;
    for (std::size_t n = 0; n < path.size(); ++n) {
      number.push_back(static_cast<double>(n));
      angle.push_back(path[n][joint] * 180 / std::numbers::pi);
    }
    chart.line(
        number, angle,
        {.colour = colours[joint], .label = std::to_string(joint + 1), .dashed = joint % 2 == 1});
  }
  return chart;
}

void draw(const std::string& file, const std::vector<Angles>& path) {
  plot::Chart side = view(path, 0, 2), front = view(path, 1, 2);
  side.title = "From the side";
  front.title = "From the front";
  side.x.from = -0.05, side.x.to = 0.85;
  front.x.from = -0.45, front.x.to = 0.45;
  plot::save(file, "Six joints lead a tool around a circle, and hold it in one direction",
             {side, front, course(path)});
}

} // namespace

int main(int argc, char** argv) {
  Angles angles = Angles::Zero();
  std::printf("gradient differs from mechanics by %.0e\n",
              differenceFromMechanics(Angles(0.3, -0.2, 0.5, 0.7, -0.4, 0.1), target(5)));
  std::vector<Angles> path;
  double distance = 0, rotation = 0;
  for (int pose = 0; pose <= poses; ++pose) {
    angles = reach(target(pose), angles);
    path.push_back(angles);
    const Isometry3d miss = target(pose).inverse() * toolPose(robot, angles);
    distance = std::max(distance, miss.translation().norm());
    rotation = std::max(rotation, std::fabs(Eigen::AngleAxisd(miss.linear()).angle()));
  }
  std::printf("%d poses reached within %.1e m and %.1e rad\n", poses, distance, rotation);
  std::printf("after one round the joints are back within %.1e rad\n",
              (path.back() - path.front()).norm());
  draw(argc > 1 ? argv[1] : "arm.svg", path);
}
