// Particles and bodies that move.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace mechanics {

struct Vector {
  double x = 0, y = 0, z = 0;

  Vector& operator+=(const Vector& v) {
    x += v.x;
    y += v.y;
    z += v.z;
    return *this;
  }
  Vector& operator-=(const Vector& v) { return *this += Vector{-v.x, -v.y, -v.z}; }
};

inline Vector operator+(Vector a, const Vector& b) {
  return a += b;
}
inline Vector operator-(Vector a, const Vector& b) {
  return a -= b;
}
inline Vector operator*(double s, const Vector& v) {
  return {s * v.x, s * v.y, s * v.z};
}
inline double dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vector& v) {
  return std::sqrt(dot(v, v));
}

/// Lennard-Jones energy of all pairs within the cut-off, in a periodic box.
TREELIZE(kernel, wrt = (x, sigma, depth))
inline double lennardJones(const std::vector<double>& x, double sigma, double depth, double box,
                           double cutoff) {
  const std::size_t n = x.size() / 3;
  double energy = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      double square = 0;
      for (int k = 0; k < 3; ++k) {
        double d = x[3 * i + k] - x[3 * j + k];
        d -= box * std::round(d / box);
        square += d * d;
      }
      if (square < cutoff * cutoff) {
        const double ratio = sigma * sigma / square, sixth = ratio * ratio * ratio;
        energy += 4 * depth * (sixth * sixth - sixth);
      }
    }
  return energy;
}

/// The same energy, where particles are sorted into cells of the size of the cut-off: only
/// neighbouring cells meet.
TREELIZE(kernel, wrt = (x, sigma, depth))
inline double cellLists(const std::vector<double>& x, double sigma, double depth, double box,
                        double cutoff) {
  const int n = static_cast<int>(x.size() / 3), cells = static_cast<int>(box / cutoff);
  std::vector<int> head(cells * cells * cells, -1), next(n);
  for (int i = 0; i < n; ++i) {
    int cell = 0;
    for (int k = 0; k < 3; ++k)
      cell = cell * cells + std::min(cells - 1, static_cast<int>(x[3 * i + k] / box * cells));
    next[i] = head[cell];
    head[cell] = i;
  }
  double energy = 0;
  for (int a = 0; a < cells; ++a)
    for (int b = 0; b < cells; ++b)
      for (int c = 0; c < cells; ++c)
        for (int da = -1; da <= 1; ++da)
          for (int db = -1; db <= 1; ++db)
            for (int dc = -1; dc <= 1; ++dc) {
              const int other =
                  ((a + da + cells) % cells * cells + (b + db + cells) % cells) * cells +
                  (c + dc + cells) % cells;
              for (int i = head[(a * cells + b) * cells + c]; i >= 0; i = next[i])
                for (int j = head[other]; j >= 0; j = next[j]) {
                  if (j <= i)
                    continue;
                  double square = 0;
                  for (int k = 0; k < 3; ++k) {
                    double d = x[3 * i + k] - x[3 * j + k];
                    if (d > 0.5 * box)
                      d -= box;
                    else if (d < -0.5 * box)
                      d += box;
                    square += d * d;
                  }
                  if (square >= cutoff * cutoff)
                    continue;
                  const double sixth = std::pow(sigma * sigma / square, 3);
                  energy += 4 * depth * (sixth * sixth - sixth);
                }
            }
  return energy;
}

/// Stars that attract each other, by leapfrog with softened forces: how far the last places are
/// from the wanted ones.
TREELIZE(kernel, wrt = (start, masses))
inline double nBody(const std::vector<double>& start, const std::vector<double>& masses,
                    const std::vector<double>& wanted, double dt, int steps) {
  const std::size_t n = masses.size();
  std::vector<Vector> positions(n), velocities(n), forces(n);
  for (std::size_t i = 0; i < n; ++i) {
    positions[i] = {start[6 * i], start[6 * i + 1], start[6 * i + 2]};
    velocities[i] = {start[6 * i + 3], start[6 * i + 4], start[6 * i + 5]};
  }
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      positions[i] += 0.5 * dt * velocities[i];
    std::fill(forces.begin(), forces.end(), Vector{});
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        const Vector d = positions[j] - positions[i];
        const double square = dot(d, d) + 0.01;
        const Vector pull = 1 / (square * std::sqrt(square)) * d;
        forces[i] += masses[j] * pull;
        forces[j] -= masses[i] * pull;
      }
    for (std::size_t i = 0; i < n; ++i) {
      velocities[i] += dt * forces[i];
      positions[i] += 0.5 * dt * velocities[i];
    }
  }
  double loss = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vector d = positions[i] - Vector{wanted[3 * i], wanted[3 * i + 1], wanted[3 * i + 2]};
    loss += dot(d, d);
  }
  return loss;
}

struct Spring {
  int from, to;
  double rest;
};

/// A sheet of cloth that hangs by two corners: springs with damping, semi-implicit Euler steps.
TREELIZE(kernel, wrt = (stiffness, damping))
inline double cloth(const std::vector<double>& stiffness, double damping,
                    const std::vector<Spring>& springs, int side, double dt, int steps) {
  std::vector<Vector> x(side * side), v(side * side), f(side * side);
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i)
      x[j * side + i] = {0.11 * i, 0.01 * (i % 3), 0.1 * j};
  for (int step = 0; step < steps; ++step) {
    for (Vector& force : f)
      force = {0, -0.00981, 0};
    for (std::size_t s = 0; s < springs.size(); ++s) {
      const auto& [from, to, rest] = springs[s];
      const Vector d = x[to] - x[from];
      const double length = norm(d);
      const double tension =
          stiffness[s] * (length - rest) + damping * dot(v[to] - v[from], d) / length;
      const Vector pull = tension / length * d;
      f[from] += pull;
      f[to] -= pull;
    }
    for (int i = 0; i < side * side; ++i) {
      if (i == 0 || i == side - 1)
        continue;
      v[i] += 1000 * dt * f[i];
      x[i] += dt * v[i];
    }
  }
  double sum = 0;
  for (const Vector& place : x)
    sum += dot(place, place);
  return sum;
}

struct Quaternion {
  double w, x, y, z;

  double norm() const { return std::sqrt(w * w + x * x + y * y + z * z); }
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

inline Vector rotate(const Quaternion& q, const Vector& v) {
  const Vector u{q.x, q.y, q.z}, t = 2.0 * cross(u, v);
  return v + q.w * t + cross(u, t);
}

/// A free rigid body: where a point of it is seen, step by step, by its moments of inertia and its
/// first spin.
TREELIZE(kernel, wrt = (inertia, spin))
inline double rigidBody(const std::array<double, 3>& inertia, std::array<double, 3> spin,
                        const std::vector<double>& seen, double dt) {
  Quaternion q{1, 0, 0, 0};
  Vector w{spin[0], spin[1], spin[2]};
  const Vector mark{1, 0.5, -0.5};
  double loss = 0;
  for (std::size_t t = 0; 3 * t < seen.size(); ++t) {
    const Vector torque{(inertia[1] - inertia[2]) * w.y * w.z,
                        (inertia[2] - inertia[0]) * w.z * w.x,
                        (inertia[0] - inertia[1]) * w.x * w.y};
    w += dt * Vector{torque.x / inertia[0], torque.y / inertia[1], torque.z / inertia[2]};
    const Quaternion change = q * Quaternion{0, w.x, w.y, w.z};
    q = {q.w + 0.5 * dt * change.w, q.x + 0.5 * dt * change.x, q.y + 0.5 * dt * change.y,
         q.z + 0.5 * dt * change.z};
    const double length = q.norm();
    q = {q.w / length, q.x / length, q.y / length, q.z / length};
    const Vector d = rotate(q, mark) - Vector{seen[3 * t], seen[3 * t + 1], seen[3 * t + 2]};
    loss += dot(d, d);
  }
  return loss;
}

} // namespace mechanics
