// The adjoints of Stencils.hpp by hand: histories in place of tapes, what is summed up over steps
// is summed up for each cell, so that loops stay free of carried sums.
#pragma once

#include "ManualParts.h"
#include "Stencils.hpp"

#include <utility>

namespace manual {

/// One step of heat1d, and of its adjoint: the stencil is symmetric.
inline void spread(const double* __restrict u, double* __restrict next, std::size_t n,
                   double ratio) {
  for (std::size_t i = 1; i < n - 1; ++i)
    next[i] = u[i] + ratio * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

inline void heat1d(const Numbers& start, double ratio, const Numbers& measured, int steps,
                   Numbers& start_b, double& ratio_b) {
  const std::size_t n = start.size();
  double* const kept = history((steps + 1) * n);
  std::copy(start.begin(), start.end(), kept);
  for (int step = 0; step < steps; ++step) {
    const double* u = &kept[step * n];
    double* next = &kept[(step + 1) * n];
    next[0] = u[0];
    next[n - 1] = u[n - 1];
    spread(u, next, n, ratio);
  }
  // The ends are held: what belongs to them is kept apart from the rows, whose ends are zero.
  Numbers b(n), before(n);
  const double* last = &kept[steps * n];
  for (std::size_t i = 0; i < n; ++i)
    b[i] = last[i] - measured[i];
  double first = std::exchange(b[0], 0.0), final = std::exchange(b[n - 1], 0.0);
  double byRatio = 0;
  for (int step = steps; step-- > 0;) {
    const double *u = &kept[step * n], *now = b.data();
    first += ratio * now[1];
    final += ratio * now[n - 2];
    // By the same symmetry the curvature of the adjoint stands for that of u.
    byRatio +=
        u[0] * now[1] + u[n - 1] * now[n - 2] + sumInParts<double>(n - 2, [=](std::size_t i) {
          return u[i + 1] * (now[i] - 2 * now[i + 1] + now[i + 2]);
        });
    spread(now, before.data(), n, ratio);
    b.swap(before);
  }
  for (std::size_t i = 1; i < n - 1; ++i)
    start_b[i] += b[i];
  start_b[0] += first;
  start_b[n - 1] += final;
  ratio_b += byRatio;
}

inline void heat2d(Parameters start, Parameters conductivity, Parameters measured, int nx, int ny,
                   double dt, int steps, Gradient start_b, Gradient conductivity_b) {
  const std::size_t n = start.size();
  double* const kept = history(steps * n); // the Laplacians, all that is needed
  Numbers u(start.begin(), start.end());
  for (int step = 0; step < steps; ++step) {
    double* laplacian = &kept[step * n];
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c)
        laplacian[c] = u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - 4 * u[c];
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c)
        u[c] += dt * conductivity[c] * laplacian[c];
  }
  Numbers flow(n); // zero on the border
  Gradient b = start_b;
  for (std::size_t c = 0; c < n; ++c)
    b[c] += u[c] - measured[c];
  for (int step = steps; step-- > 0;) {
    const double* laplacian = &kept[step * n];
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c) {
        conductivity_b[c] += dt * b[c] * laplacian[c];
        flow[c] = dt * conductivity[c] * b[c];
      }
    for (int j = 1; j < ny - 1; ++j) {
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c)
        b[c] += flow[c - 1] + flow[c + 1] + flow[c - nx] + flow[c + nx] - 4 * flow[c];
      b[j * nx] += flow[j * nx + 1];
      b[j * nx + nx - 1] += flow[j * nx + nx - 2];
    }
    for (int i = 1; i < nx - 1; ++i) {
      b[i] += flow[nx + i];
      b[(ny - 1) * nx + i] += flow[(ny - 2) * nx + i];
    }
  }
}

/// One step of heat3d, and of its adjoint: the stencil is symmetric.
inline void spread(const double* u, double* next, int n, double ratio) {
  const int row = n, plane = n * n;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1, c = k * plane + j * row + 1; i < n - 1; ++i, ++c)
        next[c] = u[c] + ratio * (u[c - 1] + u[c + 1] + u[c - row] + u[c + row] + u[c - plane] +
                                  u[c + plane] - 6 * u[c]);
}

inline void heat3d(const Numbers& start, const Numbers& measured, int n, double ratio, int steps,
                   Numbers& start_b) {
  Numbers u = start, next = start;
  for (int step = 0; step < steps; ++step) {
    spread(u.data(), next.data(), n, ratio);
    u.swap(next);
  }
  const int row = n, plane = n * n, end = n - 1;
  Numbers b(u.size()), before(u.size()); // zero on the border
  for (int c = 0; c < plane * n; ++c)
    start_b[c] += u[c] - measured[c];
  for (int k = 1; k < end; ++k)
    for (int j = 1; j < end; ++j)
      for (int i = 1, c = k * plane + j * row + 1; i < end; ++i, ++c)
        b[c] = std::exchange(start_b[c], 0.0);
  for (int step = 0; step < steps; ++step) {
    for (int a = 1; a < end; ++a)
      for (int d = 1; d < end; ++d) {
        start_b[a * row + d] += ratio * b[plane + a * row + d];
        start_b[end * plane + a * row + d] += ratio * b[(end - 1) * plane + a * row + d];
        start_b[a * plane + d] += ratio * b[a * plane + row + d];
        start_b[a * plane + end * row + d] += ratio * b[a * plane + (end - 1) * row + d];
        start_b[a * plane + d * row] += ratio * b[a * plane + d * row + 1];
        start_b[a * plane + d * row + end] += ratio * b[a * plane + d * row + end - 1];
      }
    spread(b.data(), before.data(), n, ratio);
    b.swap(before);
  }
  for (int c = 0; c < plane * n; ++c)
    start_b[c] += b[c];
}

/// Waves run backwards as well as forwards: the states are found again from the last two, nothing
/// is kept.
inline void wave2d(const Numbers& speed, const stencils::Survey& survey, Numbers& speed_b) {
  const int nx = survey.nx, ny = survey.ny;
  const std::size_t n = speed.size(), count = survey.receivers.size(),
                    steps = survey.wavelet.size();
  Numbers before(n), now(n), next(n), residuals(steps * count);
  for (std::size_t t = 0; t < steps; ++t) {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c)
        next[c] = 2 * now[c] - before[c] +
                  speed[c] * (now[c - 1] + now[c + 1] + now[c - nx] + now[c + nx] - 4 * now[c]);
    next[survey.source] += survey.wavelet[t];
    for (std::size_t r = 0; r < count; ++r)
      residuals[t * count + r] = next[survey.receivers[r]] - survey.records[t * count + r];
    before.swap(now);
    now.swap(next);
  }
  // Of now, of the one before, and of the one before that.
  Numbers now_b(n), before_b(n), old_b(n), flow(n), old(n);
  for (std::size_t t = steps; t-- > 0;) {
    for (std::size_t r = 0; r < count; ++r)
      now_b[survey.receivers[r]] += residuals[t * count + r];
    now[survey.source] -= survey.wavelet[t];
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c) {
        const double laplacian =
            before[c - 1] + before[c + 1] + before[c - nx] + before[c + nx] - 4 * before[c];
        old[c] = 2 * before[c] - now[c] + speed[c] * laplacian;
        speed_b[c] += now_b[c] * laplacian;
        flow[c] = speed[c] * now_b[c];
      }
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1, c = j * nx + 1; i < nx - 1; ++i, ++c) {
        before_b[c] +=
            2 * now_b[c] + flow[c - 1] + flow[c + 1] + flow[c - nx] + flow[c + nx] - 4 * flow[c];
        old_b[c] = -now_b[c];
      }
    now.swap(before);
    before.swap(old);
    now_b.swap(before_b);
    before_b.swap(old_b);
  }
}

inline void redBlack(Parameters right, double relaxation, Parameters measured, int n, int sweeps,
                     Gradient right_b, double& relaxation_b) {
  double* kept = history(static_cast<std::size_t>(sweeps) * (n - 2) * (n - 2));
  Numbers u(right.size());
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int colour = 0; colour < 2; ++colour)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1 + (j + colour) % 2, c = j * n + i; i < n - 1; i += 2, c += 2) {
          const double step = 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] + right[c]) - u[c];
          *kept++ = step;
          u[c] += relaxation * step;
        }
  Numbers b(u.size()), share(n);
  for (std::size_t c = 0; c < u.size(); ++c)
    b[c] = u[c] - measured[c];
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int colour = 2; colour-- > 0;)
      for (int j = n - 2; j > 0; --j) {
        const int first = 1 + (j + colour) % 2, cells = (n - first) / 2;
        kept -= cells;
        for (int m = 0, c = j * n + first; m < cells; ++m, c += 2) {
          const double part = 0.25 * relaxation * b[c];
          share[m] += b[c] * kept[m];
          right_b[c] += part;
          b[c] -= 4 * part;
          b[c - 1] += part;
          b[c + 1] += part;
          b[c - n] += part;
          b[c + n] += part;
        }
      }
  relaxation_b += sumOf(share);
}

/// The adjoint of one step. What goes to the differences on either side of a cell is in `left` and
/// `right`, with ghosts.
inline void advectBack(const double* __restrict u, const double* __restrict courant, std::size_t n,
                       double* __restrict left, double* __restrict right, double* __restrict b,
                       double* __restrict courant_b) {
  b[n + 1] = b[1];
  for (std::size_t i = 1; i <= n; ++i) {
    const double c = courant[i - 1], before = u[i] - u[i - 1], after = u[i + 1] - u[i],
                 flux_b = b[i + 1] - b[i];
    const double slope = stencils::minmod(before, after), slope_b = 0.5 * c * (1 - c) * flux_b;
    const double before_b = slope == before ? slope_b : 0;
    courant_b[i - 1] += flux_b * (u[i] + (0.5 - c) * slope);
    left[i] = slope == 0 ? 0 : before_b;
    right[i] = slope == 0 ? 0 : slope_b - before_b;
  }
  left[n + 1] = left[1];
  right[0] = right[n];
  for (std::size_t i = 1; i <= n; ++i)
    b[i] += courant[i - 1] * (b[i + 1] - b[i]) + left[i] - right[i] - left[i + 1] + right[i - 1];
}

inline void advection(const Numbers& start, const Numbers& courant, const Numbers& measured,
                      int steps, Numbers& start_b, Numbers& courant_b) {
  const std::size_t n = start.size(), row = n + 2;
  double* const kept = history((steps + 1) * row);
  Numbers flux(n + 1);
  std::copy(start.begin(), start.end(), &kept[1]);
  for (int step = 0; step < steps; ++step) {
    double* __restrict u = &kept[step * row], * __restrict next = u + row, * __restrict f = flux.data();
    u[0] = u[n];
    u[n + 1] = u[1];
    for (std::size_t i = 1; i <= n; ++i) {
      const double c = courant[i - 1];
      f[i] = c * (u[i] + 0.5 * (1 - c) * stencils::minmod(u[i] - u[i - 1], u[i + 1] - u[i]));
    }
    f[0] = f[n];
    for (std::size_t i = 1; i <= n; ++i)
      next[i] = u[i] - (f[i] - f[i - 1]);
  }
  Numbers b(n + 2), left(n + 2), right(n + 2);
  for (std::size_t i = 1; i <= n; ++i)
    b[i] = kept[steps * row + i] - measured[i - 1];
  for (int step = steps; step-- > 0;)
    advectBack(&kept[step * row], courant.data(), n, left.data(), right.data(), b.data(),
               courant_b.data());
  for (std::size_t i = 0; i < n; ++i)
    start_b[i] += b[i + 1];
}

inline void semiImplicit(const Numbers& start, const Numbers& law, const Numbers& measured,
                         double ratio, double dt, int steps, Numbers& start_b, Numbers& law_b) {
  const std::size_t n = start.size();
  double* const states = history((steps + 1) * n);
  double *const factors = history(steps * n), *const pivots = history(steps * n);
  Numbers k(n), lower(n), upper(n), right(n);
  std::copy(start.begin(), start.end(), states);
  for (int step = 0; step < steps; ++step) {
    double *u = &states[step * n], *next = u + n, *factor = &factors[step * n],
           *inverse = &pivots[step * n];
    for (std::size_t i = 0; i < n; ++i)
      k[i] = law[0] + law[1] * u[i] * u[i];
    for (std::size_t i = 1; i < n - 1; ++i) {
      lower[i] = -0.5 * ratio * (k[i - 1] + k[i]);
      upper[i] = -0.5 * ratio * (k[i] + k[i + 1]);
      right[i] = u[i] + dt * law[2] * u[i] * (1 - u[i]);
    }
    right[0] = u[0];
    right[n - 1] = u[n - 1];
    inverse[0] = 1;
    for (std::size_t i = 1; i < n; ++i) {
      factor[i] = lower[i] * inverse[i - 1];
      inverse[i] = 1 / (1 - lower[i] - upper[i] - factor[i] * upper[i - 1]);
      right[i] -= factor[i] * right[i - 1];
    }
    next[n - 1] = right[n - 1] * inverse[n - 1];
    for (std::size_t i = n - 1; i-- > 0;)
      next[i] = (right[i] - upper[i] * next[i + 1]) * inverse[i];
  }
  Numbers b(n), k_b(n), zeroth(n), first(n), second(n);
  for (std::size_t i = 0; i < n; ++i)
    b[i] = states[steps * n + i] - measured[i];
  for (int step = steps; step-- > 0;) {
    const double *u = &states[step * n], *next = u + n, *factor = &factors[step * n],
                 *inverse = &pivots[step * n];
    for (std::size_t i = 0; i < n; ++i)
      k[i] = law[0] + law[1] * u[i] * u[i];
    for (std::size_t i = 1; i < n - 1; ++i)
      upper[i] = -0.5 * ratio * (k[i] + k[i + 1]);
    // The transposed system: what comes out is the adjoint of the right side.
    b[0] *= inverse[0];
    for (std::size_t i = 1; i < n; ++i)
      b[i] = (b[i] - upper[i - 1] * b[i - 1]) * inverse[i];
    for (std::size_t i = n - 1; i-- > 0;)
      b[i] -= factor[i + 1] * b[i + 1];
    std::fill(k_b.begin(), k_b.end(), 0.0);
    for (std::size_t i = 1; i < n - 1; ++i) {
      const double lower_b = 0.5 * ratio * b[i] * (next[i - 1] - next[i]),
                   upper_b = 0.5 * ratio * b[i] * (next[i + 1] - next[i]);
      k_b[i - 1] += lower_b;
      k_b[i] += lower_b + upper_b;
      k_b[i + 1] += upper_b;
    }
    for (std::size_t i = 0; i < n; ++i) {
      zeroth[i] += k_b[i];
      first[i] += k_b[i] * u[i] * u[i];
    }
    for (std::size_t i = 1; i < n - 1; ++i) {
      second[i] += b[i] * u[i] * (1 - u[i]);
      b[i] += b[i] * dt * law[2] * (1 - 2 * u[i]);
    }
    for (std::size_t i = 0; i < n; ++i)
      b[i] += 2 * k_b[i] * law[1] * u[i];
  }
  for (std::size_t i = 0; i < n; ++i)
    start_b[i] += b[i];
  law_b[0] += sumOf(zeroth);
  law_b[1] += sumOf(first);
  law_b[2] += dt * sumOf(second);
}

/// Fills the border of a square on a torus from its opposite sides; rows are n + 2 long.
inline void wrap(double* u, int n) {
  const int row = n + 2;
  for (int j = 1; j <= n; ++j) {
    u[j * row] = u[j * row + n];
    u[j * row + n + 1] = u[j * row + 1];
  }
  std::copy(u + n * row + 1, u + n * row + n + 1, u + 1);
  std::copy(u + row + 1, u + row + n + 1, u + (n + 1) * row + 1);
}

inline void grayScott(double feed, double kill, const Numbers& start, int n, int steps,
                      double& feed_b, double& kill_b, Numbers& start_b) {
  const int row = n + 2;
  const std::size_t size = static_cast<std::size_t>(row) * row;
  double *const us = history((steps + 1) * size), *const vs = history((steps + 1) * size);
  std::fill(us, us + size, 1.0);
  for (int j = 0; j < n; ++j)
    std::copy(&start[j * n], &start[j * n] + n, &vs[(j + 1) * row + 1]);
  for (int step = 0; step < steps; ++step) {
    double *u = &us[step * size], *v = &vs[step * size], *nextU = u + size, *nextV = v + size;
    wrap(u, n);
    wrap(v, n);
    for (int j = 1; j <= n; ++j)
      for (int i = 1, c = j * row + 1; i <= n; ++i, ++c) {
        const double reaction = u[c] * v[c] * v[c];
        nextU[c] = u[c] + 0.16 * (u[c - 1] + u[c + 1] + u[c - row] + u[c + row] - 4 * u[c]) -
                   reaction + feed * (1 - u[c]);
        nextV[c] = v[c] + 0.08 * (v[c - 1] + v[c + 1] + v[c - row] + v[c + row] - 4 * v[c]) +
                   reaction - (feed + kill) * v[c];
      }
  }
  Numbers u_b(size), v_b(size), beforeU(size), beforeV(size), fed(size), killed(size);
  for (int j = 1; j <= n; ++j)
    for (int i = 1, c = j * row + 1; i <= n; ++i, ++c)
      v_b[c] = 2 * vs[steps * size + c];
  for (int step = steps; step-- > 0;) {
    const double *u = &us[step * size], *v = &vs[step * size];
    double *p = u_b.data(), *q = v_b.data(), *toU = beforeU.data(), *toV = beforeV.data(),
           *f = fed.data(), *k = killed.data();
    wrap(p, n);
    wrap(q, n);
    for (int j = 1; j <= n; ++j)
      for (int i = 1, c = j * row + 1; i <= n; ++i, ++c) {
        const double reaction_b = q[c] - p[c];
        toU[c] = p[c] * (1 - feed) +
                 0.16 * (p[c - 1] + p[c + 1] + p[c - row] + p[c + row] - 4 * p[c]) +
                 reaction_b * v[c] * v[c];
        toV[c] = q[c] * (1 - feed - kill) +
                 0.08 * (q[c - 1] + q[c + 1] + q[c - row] + q[c + row] - 4 * q[c]) +
                 2 * reaction_b * u[c] * v[c];
        f[c] += p[c] * (1 - u[c]);
        k[c] -= q[c] * v[c];
      }
    u_b.swap(beforeU);
    v_b.swap(beforeV);
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      start_b[j * n + i] += v_b[(j + 1) * row + i + 1];
  const double killedAll = sumOf(killed);
  kill_b += killedAll;
  feed_b += sumOf(fed) + killedAll;
}

} // namespace manual
