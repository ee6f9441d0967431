// Small programs of the kinds that gradients are taken of, each a function of one array of parameters.
//
// They are templates, so that tools that overload operators differentiate the same text. The generator and the
// hand-written adjoints (Manual.h) work with T = double.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace programs {

/// Weights, then means, logarithms of the diagonals, and strict lower triangles of `k` components in `d` dimensions.
struct MixtureLayout {
  int k, d;
  int triangle() const { return d * (d - 1) / 2; }
  int mean(int c) const { return k + c * d; }
  int diagonal(int c) const { return k + k * d + c * d; }
  int lower(int c) const { return k + 2 * k * d + c * triangle(); }
  int size() const { return k + 2 * k * d + k * triangle(); }
};

/// The logarithm of a mixture density, summed over the points.
template <class T>
TREELIZE(kernel, T = double)
T mixture(std::span<const T> p, TREELIZE(nondiff) std::span<const double> points, TREELIZE(nondiff) MixtureLayout at) {
  const int d = at.d, n = static_cast<int>(points.size()) / d;
  std::vector<T> term(at.k), centred(d), scaled(d);
  T total = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < at.k; ++c) {
      T logarithms = 0.0;
      for (int j = 0; j < d; ++j) {
        logarithms += p[at.diagonal(c) + j];
        centred[j] = points[i * d + j] - p[at.mean(c) + j];
        scaled[j] = exp(p[at.diagonal(c) + j]) * centred[j];
      }
      int next = at.lower(c);
      for (int column = 0; column < d; ++column)
        for (int row = column + 1; row < d; ++row, ++next)
          scaled[row] += p[next] * centred[column];
      T square = 0.0;
      for (int j = 0; j < d; ++j)
        square += scaled[j] * scaled[j];
      term[c] = p[c] + logarithms - 0.5 * square;
    }
    T top = term[0];
    for (int c = 1; c < at.k; ++c)
      top = std::max(top, term[c]);
    T sum = 0.0;
    for (int c = 0; c < at.k; ++c)
      sum += exp(term[c] - top);
    total += top + log(sum);
  }
  return total;
}

/// Squared reprojection errors: cameras of a rotation vector, a centre and a focal length, then points; observation
/// `o` sees point `o % points` by camera `o % cameras`.
template <class T>
TREELIZE(kernel, T = double)
T bundle(std::span<const T> p, TREELIZE(nondiff) std::span<const double> seen, int cameras, int points) {
  T total = 0.0;
  for (int o = 0; 2 * o < static_cast<int>(seen.size()); ++o) {
    const T* const camera = p.data() + 7 * (o % cameras);
    const T* const point = p.data() + 7 * cameras + 3 * (o % points);
    T from[3], axis[3], turned[3];
    for (int i = 0; i < 3; ++i)
      from[i] = point[i] - camera[3 + i];
    const T angle = sqrt(camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2]);
    const T sine = sin(angle), cosine = cos(angle), inverse = 1.0 / angle;
    for (int i = 0; i < 3; ++i)
      axis[i] = camera[i] * inverse;
    const T along = (axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2]) * (1.0 - cosine);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      turned[i] = from[i] * cosine + (axis[j] * from[k] - axis[k] * from[j]) * sine + axis[i] * along;
    }
    const T x = turned[0] / turned[2] * camera[6] - seen[2 * o], y = turned[1] / turned[2] * camera[6] - seen[2 * o + 1];
    total += x * x + y * y;
  }
  return total;
}

/// A gated recurrent net, cell by cell: six parameters each. The loss is how far each state is from the next input.
template <class T>
TREELIZE(kernel, T = double)
T recurrent(std::span<const T> p, TREELIZE(nondiff) std::span<const double> inputs, int cells) {
  const int steps = static_cast<int>(inputs.size()) / cells;
  std::vector<T> state(cells, T(0.0));
  T loss = 0.0;
  for (int t = 0; t + 1 < steps; ++t)
    for (int i = 0; i < cells; ++i) {
      const double x = inputs[t * cells + i];
      const T keep = 1.0 / (1.0 + exp(-(p[6 * i] * x + p[6 * i + 1] * state[i] + p[6 * i + 2])));
      const T fresh = tanh(p[6 * i + 3] * x + p[6 * i + 4] * state[i] + p[6 * i + 5]);
      state[i] = keep * state[i] + (1.0 - keep) * fresh;
      const T error = state[i] - inputs[(t + 1) * cells + i];
      loss += error * error;
    }
  return loss;
}

template <class T> void growth(std::span<const T> rates, const std::vector<T>& x, std::vector<T>& slope) {
  const int n = static_cast<int>(x.size());
  slope[0] = rates[0] * x[0] * (1.0 - x[0]);
  for (int i = 1; i < n; ++i)
    slope[i] = rates[i] * x[i] * (1.0 - x[i]) - x[i - 1] * x[i];
}

/// The end of a chain of species after Runge-Kutta steps of fourth order, by the growth rates.
template <class T>
TREELIZE(kernel, T = double)
T ode(std::span<const T> rates, int steps) {
  const int n = static_cast<int>(rates.size());
  const double h = 2.0 / steps;
  std::vector<T> x(n), moved(n), k1(n), k2(n), k3(n), k4(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.5;
  for (int s = 0; s < steps; ++s) {
    growth(rates, x, k1);
    for (int i = 0; i < n; ++i)
      moved[i] = x[i] + h / 2 * k1[i];
    growth(rates, moved, k2);
    for (int i = 0; i < n; ++i)
      moved[i] = x[i] + h / 2 * k2[i];
    growth(rates, moved, k3);
    for (int i = 0; i < n; ++i)
      moved[i] = x[i] + h * k3[i];
    growth(rates, moved, k4);
    for (int i = 0; i < n; ++i)
      x[i] = x[i] + h / 6 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
  return x[n - 1];
}

/// The logarithm of the determinant of a matrix that needs no pivoting.
template <class T>
TREELIZE(kernel, T = double)
T determinant(std::span<const T> matrix, int n) {
  std::vector<T> a(matrix.size());
  for (int i = 0; i < n * n; ++i)
    a[i] = matrix[i];
  T result = 0.0;
  for (int k = 0; k < n; ++k) {
    result += log(a[k * n + k]);
    for (int i = k + 1; i < n; ++i) {
      const T factor = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return result;
}

/// The squared distances of the points from the nearest centre.
template <class T>
TREELIZE(kernel, T = double)
T nearest(std::span<const T> centres, TREELIZE(nondiff) std::span<const double> points, int d) {
  T total = 0.0;
  for (int i = 0; i < static_cast<int>(points.size()); i += d) {
    T least = 1e300;
    for (int c = 0; c < static_cast<int>(centres.size()); c += d) {
      T distance = 0.0;
      for (int j = 0; j < d; ++j)
        distance += (points[i + j] - centres[c + j]) * (points[i + j] - centres[c + j]);
      least = std::min(least, distance);
    }
    total += least;
  }
  return total;
}

/// A polynomial through points: the squared residuals by its coefficients.
template <class T>
TREELIZE(kernel, T = double)
T leastSquares(std::span<const T> p, TREELIZE(nondiff) std::span<const double> xs, TREELIZE(nondiff) std::span<const double> ys) {
  T total = 0.0;
  for (int i = 0; i < static_cast<int>(xs.size()); ++i) {
    T residual = -ys[i];
    double power = 1.0;
    for (int j = 0; j < static_cast<int>(p.size()); ++j) {
      residual += p[j] * power;
      power *= xs[i];
    }
    total += residual * residual;
  }
  return total;
}

template <class T>
TREELIZE(kernel, T = double)
T logSumExp(std::span<const T> x) {
  T top = x[0];
  for (int i = 1; i < static_cast<int>(x.size()); ++i)
    top = std::max(top, x[i]);
  T sum = 0.0;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    sum += exp(x[i] - top);
  return top + log(sum);
}

/// A hand as its skin sees it: bones that turn about each other, and vertices that follow several of them. Transforms
/// are three rows of four numbers. Bone 0 is the wrist; each finger has four more, one after the other.
struct Hand {
  int bones = 21;
  std::vector<double> rest;              ///< of each bone in its parent, at rest
  std::vector<double> undo;              ///< from the hand to each bone, at rest
  std::vector<double> vertices, weights; ///< 3 numbers, and one for each bone
  std::vector<int> seen;                 ///< the vertex of each measured point
  std::vector<double> points;

  int finger(int bone) const { return (bone - 1) / 4; }
  /// 0: a bone of the palm; 1: turns two ways; 2 and 3: one way.
  int joint(int bone) const { return bone == 0 ? 0 : (bone - 1) % 4; }
  int parent(int bone) const { return joint(bone) == 0 ? 0 : bone - 1; }
  /// The place of its angle among the parameters, and behind it of the second.
  int angle(int bone) const { return 6 + 4 * finger(bone) + (joint(bone) == 1 ? 0 : joint(bone)); }
};

/// One transform after the other.
template <class T, class A, class B> void compose(const A* a, const B* b, T* c) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j)
      c[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
    c[4 * i + 3] += a[4 * i + 3];
  }
}

/// A bone turned at its joint: by `flexion`, then by `spread`.
template <class T> void bend(const T& flexion, const T& spread, T* turned) {
  const T cx = cos(flexion), sx = sin(flexion), cz = cos(spread), sz = sin(spread);
  const T rows[12] = {cz, -sz * cx, sz * sx, 0.0, sz, cz * cx, -cz * sx, 0.0, 0.0, sx, cx, 0.0};
  for (int i = 0; i < 12; ++i)
    turned[i] = rows[i];
}

/// The rotation about a vector by its length.
template <class T> void rotation(const T* about, T* r) {
  const T angle = sqrt(about[0] * about[0] + about[1] * about[1] + about[2] * about[2]);
  const T sine = sin(angle), cosine = cos(angle);
  T axis[3];
  for (int i = 0; i < 3; ++i)
    axis[i] = about[i] / angle;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r[3 * i + i] = cosine + axis[i] * axis[i] * (1.0 - cosine);
    r[3 * i + j] = axis[i] * axis[j] * (1.0 - cosine) - axis[k] * sine;
    r[3 * i + k] = axis[i] * axis[k] * (1.0 - cosine) + axis[j] * sine;
  }
}

/// Hand tracking: squared distances of measured points from the vertices of a posed hand. Parameters: a rotation
/// vector, a translation, and four angles for each finger.
template <class T>
TREELIZE(kernel, T = double)
T hand(std::span<const T> p, TREELIZE(nondiff) const Hand& hand) {
  std::vector<T> frame(12 * hand.bones), change(12 * hand.bones);
  for (int b = 0; b < hand.bones; ++b) {
    const double* rest = hand.rest.data() + 12 * b;
    T* const to = frame.data() + 12 * b;
    if (hand.joint(b) == 0) {
      for (int i = 0; i < 12; ++i)
        to[i] = rest[i];
    } else {
      T turned[12], local[12];
      bend(p[hand.angle(b)], hand.joint(b) == 1 ? p[hand.angle(b) + 1] : T(0.0), turned);
      compose(rest, turned, local);
      compose(frame.data() + 12 * hand.parent(b), local, to);
    }
    compose(to, hand.undo.data() + 12 * b, change.data() + 12 * b);
  }
  T turn[9];
  rotation(p.data(), turn);
  T total = 0.0;
  for (int o = 0; o < static_cast<int>(hand.seen.size()); ++o) {
    const double* const at = hand.vertices.data() + 3 * hand.seen[o];
    const double* const weights = hand.weights.data() + hand.bones * hand.seen[o];
    T posed[3] = {0.0, 0.0, 0.0};
    for (int b = 0; b < hand.bones; ++b)
      for (int i = 0; i < 3; ++i) {
        const T* const row = change.data() + 12 * b + 4 * i;
        posed[i] += weights[b] * (row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3]);
      }
    for (int i = 0; i < 3; ++i) {
      const T off = turn[3 * i] * posed[0] + turn[3 * i + 1] * posed[1] + turn[3 * i + 2] * posed[2] + p[3 + i] -
                    hand.points[3 * o + i];
      total += off * off;
    }
  }
  return total;
}

} // namespace programs
