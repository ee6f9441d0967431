// The hand-written adjoint of hand tracking: the points give the adjoints of all transforms, which then go up the
// bones once, from the tips to the wrist.
#pragma once

#include "Programs.hpp"

namespace manual {

using programs::Hand;

/// The adjoint of c = a after b; where `b_b` is null b is constant.
inline void composeAdjoint(const double* a, const double* b, const double* c_b, double* a_b, double* b_b) {
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 4; ++j) {
        if (a_b)
          a_b[4 * i + k] += c_b[4 * i + j] * b[4 * k + j];
        if (b_b)
          b_b[4 * k + j] += a[4 * i + k] * c_b[4 * i + j];
      }
    if (a_b)
      a_b[4 * i + 3] += c_b[4 * i + 3];
  }
}

/// What the adjoint of a turned bone says about its two angles.
inline void bendAdjoint(double flexion, double spread, const double* t_b, double& flexion_b, double& spread_b) {
  const double cx = std::cos(flexion), sx = std::sin(flexion), cz = std::cos(spread), sz = std::sin(spread);
  flexion_b += t_b[1] * sz * sx + t_b[2] * sz * cx - t_b[5] * cz * sx - t_b[6] * cz * cx + t_b[9] * cx - t_b[10] * sx;
  spread_b += -t_b[0] * sz - t_b[1] * cz * cx + t_b[2] * cz * sx + t_b[4] * cz - t_b[5] * sz * cx + t_b[6] * sz * sx;
}

/// Of cos I + sin [a] + (1 - cos) a a^T, a the vector by its length.
inline void rotationAdjoint(const double* about, const double* r_b, double* about_b) {
  const double angle = std::sqrt(about[0] * about[0] + about[1] * about[1] + about[2] * about[2]);
  const double sine = std::sin(angle), cosine = std::cos(angle);
  double axis[3], axis_b[3], sine_b = 0, cosine_b = r_b[0] + r_b[4] + r_b[8], along = 0;
  for (int i = 0; i < 3; ++i)
    axis[i] = about[i] / angle;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double twist = r_b[3 * k + j] - r_b[3 * j + k];
    sine_b += axis[i] * twist;
    axis_b[i] = sine * twist;
    for (int m = 0; m < 3; ++m) {
      cosine_b -= axis[i] * r_b[3 * i + m] * axis[m];
      axis_b[i] += (1 - cosine) * (r_b[3 * i + m] + r_b[3 * m + i]) * axis[m];
    }
    along += axis_b[i] * axis[i];
  }
  const double angle_b = sine_b * cosine - cosine_b * sine;
  for (int i = 0; i < 3; ++i)
    about_b[i] += (axis_b[i] - along * axis[i]) / angle + angle_b * axis[i];
}

/// What turned each bone, and where it came to be.
struct Posed {
  std::vector<double> turned, local, frame, change;
  double turn[9];

  Posed(std::span<const double> p, const Hand& hand)
      : turned(12 * hand.bones), local(12 * hand.bones), frame(12 * hand.bones), change(12 * hand.bones) {
    for (int b = 0; b < hand.bones; ++b) {
      const double* rest = &hand.rest[12 * b];
      if (hand.joint(b) == 0) {
        std::copy(rest, rest + 12, &frame[12 * b]);
      } else {
        programs::bend(p[hand.angle(b)], hand.joint(b) == 1 ? p[hand.angle(b) + 1] : 0.0, &turned[12 * b]);
        programs::compose(rest, &turned[12 * b], &local[12 * b]);
        programs::compose(&frame[12 * hand.parent(b)], &local[12 * b], &frame[12 * b]);
      }
      programs::compose(&frame[12 * b], &hand.undo[12 * b], &change[12 * b]);
    }
    programs::rotation(p.data(), turn);
  }
};

inline double hand(std::span<const double> p, const Hand& hand, std::span<double> g) {
  const Posed at(p, hand);
  std::vector<double> change_b(12 * hand.bones), frame_b(12 * hand.bones);
  double turn_b[9] = {}, total = 0;
  for (std::size_t o = 0; o < hand.seen.size(); ++o) {
    const double* const vertex = &hand.vertices[3 * hand.seen[o]];
    const double* const weights = &hand.weights[hand.bones * hand.seen[o]];
    double posed[3] = {}, posed_b[3] = {};
    for (int b = 0; b < hand.bones; ++b)
      for (int i = 0; i < 3; ++i) {
        const double* row = &at.change[12 * b + 4 * i];
        posed[i] += weights[b] * (row[0] * vertex[0] + row[1] * vertex[1] + row[2] * vertex[2] + row[3]);
      }
    for (int i = 0; i < 3; ++i) {
      const double* row = &at.turn[3 * i];
      const double off = row[0] * posed[0] + row[1] * posed[1] + row[2] * posed[2] + p[3 + i] - hand.points[3 * o + i];
      total += off * off;
      g[3 + i] += 2 * off;
      for (int j = 0; j < 3; ++j) {
        turn_b[3 * i + j] += 2 * off * posed[j];
        posed_b[j] += 2 * off * row[j];
      }
    }
    for (int b = 0; b < hand.bones; ++b)
      for (int i = 0; i < 3; ++i) {
        double* row_b = &change_b[12 * b + 4 * i];
        const double pull = weights[b] * posed_b[i];
        for (int j = 0; j < 3; ++j)
          row_b[j] += pull * vertex[j];
        row_b[3] += pull;
      }
  }
  rotationAdjoint(p.data(), turn_b, g.data());
  for (int b = hand.bones - 1; b >= 0; --b) {
    composeAdjoint(nullptr, &hand.undo[12 * b], &change_b[12 * b], &frame_b[12 * b], nullptr);
    if (hand.joint(b) == 0)
      continue;
    const int parent = hand.parent(b), angle = hand.angle(b);
    double local_b[12] = {}, turned_b[12] = {}, ignored = 0;
    composeAdjoint(&at.frame[12 * parent], &at.local[12 * b], &frame_b[12 * b], &frame_b[12 * parent], local_b);
    composeAdjoint(&hand.rest[12 * b], &at.turned[12 * b], local_b, nullptr, turned_b);
    const bool spreads = hand.joint(b) == 1;
    bendAdjoint(p[angle], spreads ? p[angle + 1] : 0.0, turned_b, g[angle], spreads ? g[angle + 1] : ignored);
  }
  return total;
}

} // namespace manual
