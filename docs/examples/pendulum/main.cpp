// Finds the length, the damping and the start of a pendulum from its motion: 1000 measurements of
// the angle in 20 s, with an error of 0.05 rad. They come from a pendulum that is known, so that
// what is found can be compared.
//
//   pendulum [pendulum.svg]
#include "pendulum.hpp"
#include "pendulum.treelize.hpp"

#include "minimise/lbfgs.hpp"
#include "plot/plot.hpp"

#include <treelize/check_gradient.hpp>
#include <treelize/pytree.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace pendulum;

constexpr std::size_t count = 1000;
constexpr double error = 0.05; // rad

// The angles at the times of the measurements. More steps than those of the fit make it a judge.
std::vector<double> motion(const Pendulum& p, int stepsBetween) {
  std::vector<double> angles;
  State now = p.start;
  for (std::size_t n = 0; n < count; ++n) {
    angles.push_back(now.angle);
    for (int step = 0; step < stepsBetween; ++step)
      now = stepped(p, now, interval / stepsBetween);
  }
  return angles;
}

std::vector<double> measurements(const Pendulum& p) {
  std::mt19937 random(2026);
  std::normal_distribution<double> noise(0, error);
  std::vector<double> angles = motion(p, 5 * steps);
  for (double& angle : angles)
    angle += noise(random);
  return angles;
}

Pendulum fit(const Pendulum& guess, std::span<const double> measured) {
  const auto structure = treelize::structure(guess);
  std::vector<double> numbers = treelize::leaves(guess);
  minimise::lbfgs(
      [&](const std::vector<double>& x) {
        const auto [value, gradient] =
            kernels::misfit.value_and_grad(treelize::unflatten(structure, x), measured);
        return std::pair(value, treelize::leaves(gradient.p));
      },
      numbers);
  return treelize::unflatten(structure, numbers);
}

void print(const char* what, const Pendulum& p) {
  std::printf("%-8s length %.4f m, damping %.4f / s, start at %.4f rad with %.4f rad/s\n", what,
              p.length, p.damping, p.start.angle, p.start.speed);
}

void draw(const std::string& file, const std::vector<double>& measured, const Pendulum& guess,
          const Pendulum& found) {
  std::vector<double> time, residual;
  const std::vector<double> fitted = motion(found, steps);
  for (std::size_t n = 0; n < count; ++n) {
    time.push_back(interval * static_cast<double>(n));
    residual.push_back(1000 * (measured[n] - fitted[n]));
  }
  plot::Chart angles({"time [s]"}, {"angle [rad]"});
  angles.title = "Motion";
  angles.points(time, measured, {.colour = plot::sky, .label = "measured", .size = 2});
  angles.line(time, motion(guess, steps),
              {.colour = plot::grey, .label = "first guess", .size = 1.2, .dashed = true});
  angles.line(time, fitted, {.colour = plot::black, .label = "fitted", .size = 1.5});

  plot::Chart left({"time [s]"}, {"measured − fitted [mrad]"});
  left.title = "What is left is noise";
  left.points(time, residual, {.size = 1.5});
  plot::save(file, "The length and the damping of a pendulum, from 20 s of its motion",
             {angles, left});
}

} // namespace

int main(int argc, char** argv) {
  const Pendulum made{0.994, 0.08, {2.2, -0.5}};
  const std::vector<double> measured = measurements(made);
  const Pendulum guess{0.7, 0.2, {1.5, 0}};
  const auto check =
      treelize::check_gradient(kernels::misfit, guess, std::span(measured).first(100));
  std::printf("adjoint, tangent and differences agree: %s\n", check.passed() ? "yes" : "no");

  // First a short time, in which a wrong length does not yet lose count of the swings.
  Pendulum found = guess;
  for (const std::size_t some : {100, 300, 1000})
    found = fit(found, std::span(measured).first(some));
  print("made of", made);
  print("guess", guess);
  print("found", found);
  std::printf("root mean square of the misfit: %.4f rad\n", std::sqrt(misfit(found, measured)));
  draw(argc > 1 ? argv[1] : "pendulum.svg", measured, guess, found);
}
