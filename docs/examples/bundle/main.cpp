// Finds where cameras stood and what they saw, from the pixels alone: Ceres minimises the
// reprojection error of camera.hpp by its generated Jacobian. Two cameras are known, which says
// where the scene is and how large.
//
//   bundle [bundle.svg]
#include "cost.hpp"
#include "scene.hpp"

#include "plot/plot.hpp"

#include <ceres/numeric_diff_cost_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace {

using namespace bundle;

struct PlainReprojection {
  std::array<double, 2> observed;
  bool operator()(const double* camera, const double* point, double* residual) const {
    reproject(camera, point, observed.data(), residual);
    return true;
  }
};

// The Jacobian against the best that Ceres can do by differences, relative to its largest entry.
double differenceFromNumeric(const Camera& camera, const Point& point) {
  const Reprojection generated({0, 0});
  const ceres::NumericDiffCostFunction<PlainReprojection, ceres::RIDDERS, 2, cameraSize, pointSize>
      numeric(new PlainReprojection{});
  const double* parameters[] = {camera.data(), point.data()};
  std::array<double, 2> residuals;
  std::array<double, 2 * cameraSize> ours, theirs;
  std::array<double, 2 * pointSize> ourPoint, theirPoint;
  double* generatedParts[] = {ours.data(), ourPoint.data()};
  double* numericParts[] = {theirs.data(), theirPoint.data()};
  generated.Evaluate(parameters, residuals.data(), generatedParts);
  numeric.Evaluate(parameters, residuals.data(), numericParts);
  double most = 0, largest = 0;
  const auto compare = [&](const auto& a, const auto& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      most = std::max(most, std::fabs(a[i] - b[i]));
      largest = std::max(largest, std::fabs(a[i]));
    }
  };
  compare(ours, theirs);
  compare(ourPoint, theirPoint);
  return most / largest;
}

// Pixels, root mean square.
double rms(double cost, std::size_t observations) {
  return std::sqrt(2 * cost / (2 * static_cast<double>(observations)));
}

// Returns the reprojection error after each iteration.
std::vector<double> adjust(Scene& scene, const std::vector<Observation>& observations) {
  ceres::Problem problem;
  for (const Observation& seen : observations)
    problem.AddResidualBlock(new Reprojection(seen.pixel), nullptr,
                             scene.cameras[seen.camera].data(), scene.points[seen.point].data());
  problem.SetParameterBlockConstant(scene.cameras[0].data());
  problem.SetParameterBlockConstant(scene.cameras[1].data());

  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_SCHUR;
  options.function_tolerance = 1e-10;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  std::vector<double> errors;
  for (const ceres::IterationSummary& iteration : summary.iterations)
    errors.push_back(rms(iteration.cost, observations.size()));
  return errors;
}

double meanDistance(const std::vector<Point>& a, const std::vector<Point>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::hypot(a[i][0] - b[i][0], a[i][1] - b[i][1], a[i][2] - b[i][2]);
  return sum / static_cast<double>(a.size());
}

std::vector<Point> places(const Scene& scene) {
  std::vector<Point> all;
  for (const Camera& camera : scene.cameras)
    all.push_back(placeOf(camera));
  return all;
}

// The scene from above.
void draw(plot::Chart& chart, const std::vector<Point>& points, const plot::Style& style) {
  std::vector<double> x, z;
  for (const Point& point : points) {
    x.push_back(point[0]);
    z.push_back(point[2]);
  }
  chart.points(x, z, style);
}

plot::Chart chart(const char* title, const Scene& scene, const Scene& truth) {
  plot::Chart chart({"x [m]"}, {"z [m]"});
  chart.title = title;
  chart.equalUnits = true;
  chart.x.from = -7.5, chart.x.to = 7.5;
  draw(chart, scene.points, {.label = "points", .size = 1.5});
  draw(chart, places(scene),
       {.colour = plot::vermillion,
        .label = "cameras",
        .size = 3.5,
        .marker = plot::Marker::square});
  draw(chart, places(truth),
       {.colour = plot::black, .label = "true cameras", .size = 6, .marker = plot::Marker::ring});
  return chart;
}

} // namespace

int main(int argc, char** argv) {
  const Scene truth = trueScene(), start = guess(truth);
  const std::vector<Observation> observations = observe(truth);
  std::printf("Jacobian differs from Ceres's differences by %.0e\n",
              differenceFromNumeric(start.cameras[4], start.points[0]));

  Scene found = start;
  const std::vector<double> errors = adjust(found, observations);
  std::printf("%zu observations of %zu points by %zu cameras\n", observations.size(),
              truth.points.size(), truth.cameras.size());
  std::printf("reprojection error: %.1f pixels at first, %.3f after %zu iterations\n",
              errors.front(), errors.back(), errors.size() - 1);
  std::printf("points are off by %.1f mm on the average, at first %.0f mm\n",
              1000 * meanDistance(found.points, truth.points),
              1000 * meanDistance(start.points, truth.points));
  std::printf("cameras are off by %.1f mm on the average, at first %.0f mm\n",
              1000 * meanDistance(places(found), places(truth)),
              1000 * meanDistance(places(start), places(truth)));

  plot::Chart progress({"iteration"}, {"reprojection error [pixels]", plot::Scale::log});
  progress.title = "Error";
  std::vector<double> numbers;
  for (std::size_t i = 0; i < errors.size(); ++i)
    numbers.push_back(static_cast<double>(i));
  progress.line(numbers, errors);
  progress.points(numbers, errors, {.size = 3});
  plot::save(argc > 1 ? argv[1] : "bundle.svg", "Where cameras stood and what they saw, from above",
             {chart("First guess", start, truth), chart("Adjusted", found, truth), progress});
}
