// What chemists differentiate: a liquid's energy, a stiff reaction, a molecule's torsion, an
// equilibrium.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/chemistry.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace chemistry {

struct Species {
  double charge, radius, depth;
};

/// Lennard-Jones and damped Coulomb energy in a periodic box, smoothly cut off.
TREELIZE(kernel, wrt = x)
double liquid(std::span<const double> x, std::span<const Species> species, double box,
              double cutoff) {
  const std::size_t n = species.size();
  double energy = 0;
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      double r2 = 0;
      for (int k = 0; k < 3; ++k) {
        double d = x[3 * i + k] - x[3 * j + k];
        d -= box * std::round(d / box);
        r2 += d * d;
      }
      if (r2 > cutoff * cutoff)
        continue;
      const double sigma = 0.5 * (species[i].radius + species[j].radius),
                   depth = std::sqrt(species[i].depth * species[j].depth);
      const double r = std::sqrt(r2), s6 = std::pow(sigma * sigma / r2, 3);
      const double t = r2 / (cutoff * cutoff), smooth = (1 - t) * (1 - t);
      energy += smooth * (4 * depth * (s6 * s6 - s6) +
                          species[i].charge * species[j].charge * std::erfc(0.4 * r) / r);
    }
  return energy;
}

using State = std::array<double, 3>;

State rates(const State& c, std::span<const double> k) {
  const double one = k[0] * c[0], two = k[1] * c[1] * c[2], three = k[2] * c[1] * c[1];
  return {-one + two, one - two - three, three};
}

/// Robertson's stiff reaction by implicit Euler: Newton's iteration with a 3x3 solve in each step.
TREELIZE(kernel, wrt = k) double reaction(std::span<const double> k, int steps, double dt) {
  State c{1, 0, 0};
  double signal = 0;
  for (int step = 0; step < steps; ++step) {
    const State old = c;
    for (int newton = 0; newton < 6; ++newton) {
      const State f = rates(c, k);
      double a[3][4] = {
          {1 + dt * k[0], -dt * k[1] * c[2], -dt * k[1] * c[1], 0},
          {-dt * k[0], 1 + dt * (k[1] * c[2] + 2 * k[2] * c[1]), dt * k[1] * c[1], 0},
          {0, -2 * dt * k[2] * c[1], 1, 0},
      };
      for (int i = 0; i < 3; ++i)
        a[i][3] = old[i] + dt * f[i] - c[i];
      for (int p = 0; p < 3; ++p)
        for (int i = 0; i < 3; ++i) {
          if (i == p)
            continue;
          const double factor = a[i][p] / a[p][p];
          for (int j = p; j < 4; ++j)
            a[i][j] -= factor * a[p][j];
        }
      for (int i = 0; i < 3; ++i)
        c[i] += a[i][3] / a[i][i];
    }
    signal += c[1] * (step + 1) + 0.1 * c[2] * c[2];
    dt *= 1.3;
  }
  return signal;
}

/// Bonds, angles and torsions of a chain of atoms.
TREELIZE(kernel) double torsion(std::span<const double> x) {
  const int atoms = static_cast<int>(x.size() / 3);
  auto difference = [&](int a, int b) {
    return std::array<double, 3>{x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1],
                                 x[3 * b + 2] - x[3 * a + 2]};
  };
  auto dot = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  auto cross = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::array<double, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                 a[0] * b[1] - a[1] * b[0]};
  };
  double energy = 0;
  for (int i = 0; i + 1 < atoms; ++i) {
    const auto bond = difference(i, i + 1);
    const double stretch = std::sqrt(dot(bond, bond)) - 1.4;
    energy += 100 * stretch * stretch * (1 - 2 * stretch);
    if (i + 2 >= atoms)
      break;
    const auto next = difference(i + 1, i + 2);
    const double angle = std::acos(-dot(bond, next) / std::sqrt(dot(bond, bond) * dot(next, next)));
    energy += 30 * (angle - 1.9) * (angle - 1.9);
    if (i + 3 >= atoms)
      break;
    const auto last = difference(i + 2, i + 3);
    const auto m = cross(bond, next), n = cross(next, last), q = cross(m, n);
    const double phi = std::atan2(dot(q, next) / std::sqrt(dot(next, next)), dot(m, n));
    energy += 1.5 * (1 + std::cos(3 * phi)) + 0.4 * (1 - std::cos(phi));
  }
  return energy;
}

/// Acidity of a buffered polyprotic acid: charge balance by bisection, polished by Newton.
TREELIZE(kernel, wrt = x) double acidity(std::span<const double> x, int sites) {
  auto charge = [&](double pH) {
    const double h = std::pow(10.0, -pH);
    double fraction = 1, sum = 1, bound = 0;
    for (int i = 0; i < sites; ++i) {
      fraction *= std::exp(-2.302585092994046 * x[2 + i]) / h;
      sum += fraction;
      bound += (i + 1) * fraction;
    }
    return h - 1e-14 / h + x[1] - x[0] * bound / sum;
  };
  double low = 1, high = 13;
  while (high - low > 0.1) {
    const double middle = 0.5 * (low + high);
    if (charge(middle) > 0)
      low = middle;
    else
      high = middle;
  }
  double pH = 0.5 * (low + high);
  for (int i = 0; i < 12; ++i) {
    const double slope = (charge(pH + 1e-4) - charge(pH - 1e-4)) / 2e-4;
    pH -= charge(pH) / slope;
  }
  return pH;
}

} // namespace chemistry
#include "chemistry.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace chemistry;
  std::vector<double> places;
  std::vector<Species> species;
  for (int i = 0; i < 8; ++i) {
    for (double v :
         {1.3 * (i % 2) + 0.1 * std::sin(i), 1.4 * (i / 2 % 2) + 0.05 * i, 1.5 * (i / 4)})
      places.push_back(v);
    species.push_back({i % 2 ? 0.5 : -0.5, 1.0 + 0.05 * (i % 3), 0.8});
  }
  check::scalar("liquid", kernels::liquid, places, std::span<const Species>(species), 4.0, 1.9);
  check::scalar("reaction", kernels::reaction, {0.4, 3.0, 5.0}, 8, 0.2);
  check::scalar("torsion", kernels::torsion,
                {0, 0, 0, 1.4, 0.1, 0, 1.9, 1.4, 0.1, 3.2, 1.5, 0.6, 3.8, 2.7, 0.2, 5.2, 2.9, 0.9});
  check::scalar("acidity", kernels::acidity, {0.1, 0.12, 2.1, 7.2, 12.3}, 3);
  return check::finish();
}
