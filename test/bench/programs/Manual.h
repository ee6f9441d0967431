// The adjoints of the programs as a good engineer writes them by hand: each adds the gradient to `g` and returns the
// value. Nothing is stored that the structure of the program does not ask for.
#pragma once

#include "Programs.hpp"

namespace manual {

using programs::MixtureLayout;

inline double mixture(std::span<const double> p, std::span<const double> points, MixtureLayout at, std::span<double> g) {
  const int k = at.k, d = at.d, n = static_cast<int>(points.size()) / d;
  std::vector<double> weight(k), scale(k * d), logarithms(k), centred(k * d), scaled(k * d), centred_b(d);
  for (int c = 0; c < k; ++c)
    for (int j = 0; j < d; ++j) {
      scale[c * d + j] = std::exp(p[at.diagonal(c) + j]);
      logarithms[c] += p[at.diagonal(c) + j];
    }
  double total = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      double *from = &centred[c * d], *to = &scaled[c * d];
      const double* lower = &p[at.lower(c)];
      for (int j = 0; j < d; ++j) {
        from[j] = points[i * d + j] - p[at.mean(c) + j];
        to[j] = scale[c * d + j] * from[j];
      }
      for (int column = 0; column < d; lower += d - ++column)
        for (int row = column + 1; row < d; ++row)
          to[row] += lower[row - column - 1] * from[column];
      double square = 0;
      for (int j = 0; j < d; ++j)
        square += to[j] * to[j];
      weight[c] = p[c] + logarithms[c] - 0.5 * square;
    }
    const double top = *std::max_element(weight.begin(), weight.end());
    double sum = 0;
    for (double& w : weight)
      sum += w = std::exp(w - top);
    total += top + std::log(sum);
    for (int c = 0; c < k; ++c) {
      const double w = weight[c] / sum;
      double *from = &centred[c * d], *to = &scaled[c * d];
      const double* lower = &p[at.lower(c)];
      double* lower_b = &g[at.lower(c)];
      g[c] += w;
      for (int j = 0; j < d; ++j) {
        to[j] *= -w;
        centred_b[j] = to[j] * scale[c * d + j];
        g[at.diagonal(c) + j] += w + centred_b[j] * from[j];
      }
      for (int column = 0; column < d; ++column) {
        for (int row = column + 1; row < d; ++row) {
          lower_b[row - column - 1] += to[row] * from[column];
          centred_b[column] += to[row] * lower[row - column - 1];
        }
        lower += d - column - 1;
        lower_b += d - column - 1;
      }
      for (int j = 0; j < d; ++j)
        g[at.mean(c) + j] -= centred_b[j];
    }
  }
  return total;
}

inline double bundle(std::span<const double> p, std::span<const double> seen, int cameras, int points, std::span<double> g) {
  double total = 0;
  for (int o = 0; 2 * o < static_cast<int>(seen.size()); ++o) {
    const int c = 7 * (o % cameras), q = 7 * cameras + 3 * (o % points);
    const double *camera = &p[c], *point = &p[q];
    double from[3], axis[3], across[3], turned[3];
    for (int i = 0; i < 3; ++i)
      from[i] = point[i] - camera[3 + i];
    const double angle = std::sqrt(camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2]);
    const double sine = std::sin(angle), cosine = std::cos(angle), inverse = 1 / angle;
    for (int i = 0; i < 3; ++i)
      axis[i] = camera[i] * inverse;
    const double dot = axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2], along = dot * (1 - cosine);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      across[i] = axis[j] * from[k] - axis[k] * from[j];
      turned[i] = from[i] * cosine + across[i] * sine + axis[i] * along;
    }
    const double depth = 1 / turned[2], u = turned[0] * depth, v = turned[1] * depth;
    const double x = u * camera[6] - seen[2 * o], y = v * camera[6] - seen[2 * o + 1];
    total += x * x + y * y;

    const double u_b = 2 * x * camera[6], v_b = 2 * y * camera[6];
    const double turned_b[3] = {u_b * depth, v_b * depth, -(u_b * u + v_b * v) * depth};
    double from_b[3], axis_b[3], across_b[3], cosine_b = 0, sine_b = 0, along_b = 0, inverse_b = 0;
    for (int i = 0; i < 3; ++i) {
      cosine_b += from[i] * turned_b[i];
      sine_b += across[i] * turned_b[i];
      along_b += axis[i] * turned_b[i];
      across_b[i] = sine * turned_b[i];
    }
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      from_b[i] = cosine * turned_b[i] + along_b * (1 - cosine) * axis[i] + across_b[j] * axis[k] - across_b[k] * axis[j];
      axis_b[i] = along * turned_b[i] + along_b * (1 - cosine) * from[i] + across_b[k] * from[j] - across_b[j] * from[k];
      inverse_b += axis_b[i] * camera[i];
    }
    cosine_b -= along_b * dot;
    const double angle_b = cosine * sine_b - sine * cosine_b - inverse_b * inverse * inverse;
    for (int i = 0; i < 3; ++i) {
      g[c + i] += axis_b[i] * inverse + angle_b * camera[i] * inverse;
      g[c + 3 + i] -= from_b[i];
      g[q + i] += from_b[i];
    }
    g[c + 6] += 2 * (x * u + y * v);
  }
  return total;
}

inline double recurrent(std::span<const double> p, std::span<const double> inputs, int cells, std::span<double> g) {
  struct Step {
    double before, keep, fresh;
  };
  const int steps = static_cast<int>(inputs.size()) / cells;
  std::vector<double> state(cells), state_b(cells);
  std::vector<Step> kept(static_cast<std::size_t>(steps * cells));
  double loss = 0;
  for (int t = 0; t + 1 < steps; ++t)
    for (int i = 0; i < cells; ++i) {
      const double x = inputs[t * cells + i], h = state[i], *q = &p[6 * i];
      const double keep = 1 / (1 + std::exp(-(q[0] * x + q[1] * h + q[2])));
      const double fresh = std::tanh(q[3] * x + q[4] * h + q[5]);
      kept[t * cells + i] = {h, keep, fresh};
      state[i] = keep * h + (1 - keep) * fresh;
      const double error = state[i] - inputs[(t + 1) * cells + i];
      loss += error * error;
    }
  for (int t = steps - 1; t-- > 0;)
    for (int i = 0; i < cells; ++i) {
      const auto& [h, keep, fresh] = kept[t * cells + i];
      const double x = inputs[t * cells + i], *q = &p[6 * i];
      double* q_b = &g[6 * i];
      const double after = keep * h + (1 - keep) * fresh;
      const double h_b = state_b[i] + 2 * (after - inputs[(t + 1) * cells + i]);
      const double gate_b = h_b * (h - fresh) * keep * (1 - keep), inner_b = h_b * (1 - keep) * (1 - fresh * fresh);
      q_b[0] += gate_b * x;
      q_b[1] += gate_b * h;
      q_b[2] += gate_b;
      q_b[3] += inner_b * x;
      q_b[4] += inner_b * h;
      q_b[5] += inner_b;
      state_b[i] = h_b * keep + gate_b * q[1] + inner_b * q[4];
    }
  return loss;
}

/// Adds what the slope of `x` contributes.
inline void growthAdjoint(std::span<const double> r, const double* x, const double* slope_b, double* x_b, std::span<double> g) {
  const int n = static_cast<int>(r.size());
  for (int i = 0; i < n; ++i) {
    g[i] += slope_b[i] * x[i] * (1 - x[i]);
    x_b[i] += slope_b[i] * (r[i] * (1 - 2 * x[i]) - (i > 0 ? x[i - 1] : 0));
    x_b[i] -= i + 1 < n ? slope_b[i + 1] * x[i + 1] : 0;
  }
}

inline double ode(std::span<const double> r, int steps, std::span<double> g) {
  const std::size_t n = r.size();
  const double h = 2.0 / steps, part[] = {0, h / 2, h / 2, h}, share[] = {h / 6, h / 3, h / 3, h / 6};
  std::vector<double> x(n, 0.5), slope(n), stages(static_cast<std::size_t>(steps) * 4 * n);
  for (int s = 0; s < steps; ++s) {
    std::vector<double>::iterator at = stages.begin() + static_cast<std::ptrdiff_t>(4 * n) * s;
    std::vector<double> next = x;
    for (int k = 0; k < 4; ++k, at += static_cast<std::ptrdiff_t>(n)) {
      std::vector<double> moved = x;
      for (std::size_t i = 0; i < n; ++i)
        moved[i] += part[k] * slope[i];
      programs::growth<double>(r, moved, slope);
      std::copy(moved.begin(), moved.end(), at);
      for (std::size_t i = 0; i < n; ++i)
        next[i] += share[k] * slope[i];
    }
    x = next;
  }
  std::vector<double> x_b(n), before_b(n), slope_b(n), moved_b(n);
  x_b[n - 1] = 1;
  for (int s = steps; s-- > 0;) {
    before_b = x_b;
    std::fill(moved_b.begin(), moved_b.end(), 0.0);
    for (int k = 4; k-- > 0;) {
      for (std::size_t i = 0; i < n; ++i)
        slope_b[i] = share[k] * x_b[i] + (k < 3 ? part[k + 1] * moved_b[i] : 0);
      std::fill(moved_b.begin(), moved_b.end(), 0.0);
      growthAdjoint(r, &stages[(4 * static_cast<std::size_t>(s) + static_cast<std::size_t>(k)) * n], slope_b.data(), moved_b.data(), g);
      for (std::size_t i = 0; i < n; ++i)
        before_b[i] += moved_b[i];
    }
    x_b = before_b;
  }
  return x[n - 1];
}

inline double determinant(std::span<const double> matrix, int n, std::span<double> g) {
  std::vector<double> a(matrix.begin(), matrix.end()), a_b(a.size());
  double result = 0;
  for (int k = 0; k < n; ++k) {
    result += std::log(a[k * n + k]);
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
  for (int k = n; k-- > 0;) {
    const double inverse = 1 / a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k];
      double factor_b = 0;
      for (int j = k + 1; j < n; ++j) {
        factor_b -= a_b[i * n + j] * a[k * n + j];
        a_b[k * n + j] -= a_b[i * n + j] * factor;
      }
      a_b[i * n + k] = factor_b * inverse;
      a_b[k * n + k] -= factor_b * factor * inverse;
    }
    a_b[k * n + k] += inverse;
  }
  for (int i = 0; i < n * n; ++i)
    g[i] += a_b[i];
  return result;
}

inline double nearest(std::span<const double> centres, std::span<const double> points, int d, std::span<double> g) {
  double total = 0;
  for (int i = 0; i < static_cast<int>(points.size()); i += d) {
    double least = 1e300;
    int winner = 0;
    for (int c = 0; c < static_cast<int>(centres.size()); c += d) {
      double distance = 0;
      for (int j = 0; j < d; ++j)
        distance += (points[i + j] - centres[c + j]) * (points[i + j] - centres[c + j]);
      if (distance < least) {
        least = distance;
        winner = c;
      }
    }
    total += least;
    for (int j = 0; j < d; ++j)
      g[winner + j] -= 2 * (points[i + j] - centres[winner + j]);
  }
  return total;
}

inline double leastSquares(std::span<const double> p, std::span<const double> xs, std::span<const double> ys, std::span<double> g) {
  std::vector<double> powers(p.size());
  double total = 0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    double residual = -ys[i], power = 1;
    for (std::size_t j = 0; j < p.size(); ++j) {
      residual += p[j] * (powers[j] = power);
      power *= xs[i];
    }
    total += residual * residual;
    for (std::size_t j = 0; j < p.size(); ++j)
      g[j] += 2 * residual * powers[j];
  }
  return total;
}

inline double logSumExp(std::span<const double> x, std::span<double> g) {
  const double top = *std::max_element(x.begin(), x.end());
  std::vector<double> share(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += share[i] = std::exp(x[i] - top);
  for (std::size_t i = 0; i < x.size(); ++i)
    g[i] += share[i] / sum;
  return top + std::log(sum);
}

} // namespace manual
