// Jacobians by hand: of hand tracking, with what joints move which points; of a band, diagonal by diagonal.
#pragma once

#include "Programs.hpp"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace manual {

using programs::Hand;

/// A transform for each of a finger's four angles: what a bone's place changes by.
struct Slopes {
  double of[12][4] = {};
};

/// `c += a b`, with constants on the left or on the right.
inline void addProduct(const double* a, const Slopes& b, Slopes& c) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        for (int m = 0; m < 4; ++m)
          c.of[4 * i + j][m] += a[4 * i + k] * b.of[4 * k + j][m];
}
inline void addProduct(const Slopes& a, const double* b, Slopes& c) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        for (int m = 0; m < 4; ++m)
          c.of[4 * i + j][m] += a.of[4 * i + k][m] * b[4 * k + j];
    for (int m = 0; m < 4; ++m)
      c.of[4 * i + 3][m] += a.of[4 * i + 3][m];
  }
}

inline void bendSlopes(double flexion, double spread, int angle, bool spreads, Slopes& turned) {
  const double cx = std::cos(flexion), sx = std::sin(flexion), cz = std::cos(spread), sz = std::sin(spread);
  const double by_flexion[12] = {0, sz * sx, sz * cx, 0, 0, -cz * sx, -cz * cx, 0, 0, cx, -sx, 0};
  const double by_spread[12] = {-sz, -cz * cx, cz * sx, 0, cz, -sz * cx, sz * sx, 0, 0, 0, 0, 0};
  for (int i = 0; i < 12; ++i) {
    turned.of[i][angle] = by_flexion[i];
    if (spreads)
      turned.of[i][angle + 1] = by_spread[i];
  }
}

/// The rotation about a vector, along one of its coordinates.
inline void rotationSlope(const double* about, int along, double* r_t) {
  const double angle = std::sqrt(about[0] * about[0] + about[1] * about[1] + about[2] * about[2]);
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const double angle_t = about[along] / angle, sine_t = cosine * angle_t, cosine_t = -sine * angle_t;
  double axis[3], axis_t[3];
  for (int i = 0; i < 3; ++i) {
    axis[i] = about[i] / angle;
    axis_t[i] = ((i == along ? 1.0 : 0.0) - axis[i] * angle_t) / angle;
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r_t[3 * i + j] = (axis_t[i] * axis[j] + axis[i] * axis_t[j]) * (1 - cosine) - axis[i] * axis[j] * cosine_t;
      const int k = 3 - i - j;
      if (i == j)
        r_t[3 * i + j] += cosine_t;
      else
        r_t[3 * i + j] += (j == (i + 1) % 3 ? -1 : 1) * (axis_t[k] * sine + axis[k] * sine_t);
    }
}

inline void handJacobian(std::span<const double> p, const Hand& hand, double* jacobian) {
  const std::size_t columns = p.size();
  std::vector<double> frame(12 * hand.bones), change(12 * hand.bones);
  std::vector<Slopes> frame_t(hand.bones), change_t(hand.bones);
  for (int b = 0; b < hand.bones; ++b) {
    const double* rest = &hand.rest[12 * b];
    const int joint = hand.joint(b);
    if (joint == 0) {
      std::copy(rest, rest + 12, &frame[12 * b]);
    } else {
      double turned[12], local[12];
      const bool spreads = joint == 1;
      const double flexion = p[hand.angle(b)], spread = spreads ? p[hand.angle(b) + 1] : 0.0;
      programs::bend(flexion, spread, turned);
      programs::compose(rest, turned, local);
      programs::compose(&frame[12 * hand.parent(b)], local, &frame[12 * b]);
      Slopes turned_t, local_t;
      bendSlopes(flexion, spread, spreads ? 0 : joint, spreads, turned_t);
      addProduct(rest, turned_t, local_t);
      addProduct(&frame[12 * hand.parent(b)], local_t, frame_t[b]);
      if (joint > 1)
        addProduct(frame_t[hand.parent(b)], local, frame_t[b]);
      addProduct(frame_t[b], &hand.undo[12 * b], change_t[b]);
    }
    programs::compose(&frame[12 * b], &hand.undo[12 * b], &change[12 * b]);
  }
  double turn[9], turn_t[3][9];
  programs::rotation(p.data(), turn);
  for (int k = 0; k < 3; ++k)
    rotationSlope(p.data(), k, turn_t[k]);
  for (std::size_t o = 0; o < hand.seen.size(); ++o) {
    const double* const at = &hand.vertices[3 * hand.seen[o]];
    const double* const weights = &hand.weights[hand.bones * hand.seen[o]];
    double posed[3] = {};
    for (int b = 0; b < hand.bones; ++b)
      for (int i = 0; i < 3; ++i) {
        const double* const row = &change[12 * b + 4 * i];
        posed[i] += weights[b] * (row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3]);
      }
    double* const rows = jacobian + 3 * o * columns;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const double* const row = &turn_t[k][3 * i];
        rows[i * columns + k] = row[0] * posed[0] + row[1] * posed[1] + row[2] * posed[2];
        rows[i * columns + 3 + k] = i == k ? 1 : 0;
      }
    for (int finger = 0; finger < (hand.bones - 1) / 4; ++finger) {
      double posed_t[3][4] = {};
      for (int b = 4 * finger + 2; b < 4 * finger + 5; ++b)
        for (int i = 0; i < 3; ++i)
          for (int m = 0; m < 4; ++m) {
            const double(*const row)[4] = &change_t[b].of[4 * i];
            posed_t[i][m] += weights[b] * (row[0][m] * at[0] + row[1][m] * at[1] + row[2][m] * at[2] + row[3][m]);
          }
      for (int i = 0; i < 3; ++i)
        for (int m = 0; m < 4; ++m)
          rows[i * columns + 6 + 4 * finger + m] =
              turn[3 * i] * posed_t[0][m] + turn[3 * i + 1] * posed_t[1][m] + turn[3 * i + 2] * posed_t[2][m];
    }
  }
}

/// The entries of the rows of the rod, three for each.
inline void ratesJacobian(std::span<const double> t, double* value) {
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    value[3 * (i - 1)] = 1;
    value[3 * (i - 1) + 1] = -2 - 0.4 * t[i] * t[i] * t[i];
    value[3 * (i - 1) + 2] = 1;
  }
}

/// Of a network: the slopes of its hidden units times one matrix, by the other one.
inline void networkJacobian(std::span<const double> x, const std::vector<double>& w, const std::vector<double>& v,
                            std::size_t results, double* jacobian) {
  const std::size_t n = x.size(), m = w.size() / n;
  std::fill(jacobian, jacobian + results * n, 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += w[n * j + i] * x[i];
    const double h = std::tanh(sum), slope = 1 - h * h;
    for (std::size_t k = 0; k < results; ++k) {
      const double by = v[m * k + j] * slope;
      for (std::size_t i = 0; i < n; ++i)
        jacobian[n * k + i] += by * w[n * j + i];
    }
  }
}

} // namespace manual
