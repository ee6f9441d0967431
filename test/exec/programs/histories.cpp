// Arrays that a loop makes anew in each iteration: in place or in turns, wholly or in part, however often the loop runs,
// and whoever asks for what they held before it, in it and behind it.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/histories.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%t %s %link -o %t/run && %t/run
// RUN: %treelize %s -o %t/off.treelize.hpp --disable-pass=histories -- -std=c++20
// RUN: not diff %t/histories.treelize.hpp %t/off.treelize.hpp > %t/differences
// RUN: grep -q "float\* const next_row" %t/histories.treelize.hpp
#include <array>
#include <cmath>
#include <iostream>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace histories {

using Numbers = std::vector<double>;

/// In place; the ends are set before the others move, and a number in the middle behind them.
TREELIZE(kernel, wrt = (start, c))
double inPlace(const Numbers& start, double c, int steps) {
  const std::size_t n = start.size();
  Numbers u(n + 2), flux(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    u[i + 1] = start[i];
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    seen += u[1] * u[1] * u[0];
    u[0] = u[n] * c;
    u[n + 1] = u[1] * u[1];
    for (std::size_t i = 0; i <= n; ++i)
      flux[i] = std::sin(u[i + 1]) - u[i] * u[i];
    for (std::size_t i = 1; i <= n; ++i)
      u[i] -= c * (flux[i] - flux[i - 1]);
    u[n / 2 + 1] *= u[1];
    seen += u[n] * u[n];
  }
  for (double x : u)
    seen += x * x;
  return seen;
}

/// Two buffers, of which the ends are never written, and differ at first.
TREELIZE(kernel, wrt = (start, c))
double inTurns(const Numbers& start, double c, int steps) {
  const std::size_t n = start.size();
  Numbers u = start, next = start;
  next[0] = c;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      next[i] = u[i] + c * u[i - 1] * u[i + 1];
    std::swap(u, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[i] * u[i] * (1 + next[i]);
  return sum;
}

/// The lengths differ, so that the exchanges show behind the loop.
TREELIZE(kernel, wrt = start)
double otherLengths(const Numbers& start, int n, int steps) {
  Numbers u = start, next(n, 0.5);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = std::cos(u[i]) * u[i == 0 ? n - 1 : i - 1];
    u.swap(next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * u[i] * static_cast<double>(i + 1);
  return sum * static_cast<double>(next.size());
}

/// Three arrays of a wave, a source, and what a receiver hears.
TREELIZE(kernel, wrt = (speed, push))
double wave(const Numbers& speed, const Numbers& push, int nx, int ny) {
  Numbers before(speed.size(), 0.1), now(speed.size(), 0.2), next(speed.size(), 0.3);
  double heard = 0;
  for (std::size_t t = 0; t < push.size(); ++t) {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        const int at = j * nx + i;
        next[at] = 2 * now[at] - before[at] +
                   speed[at] * (now[at - 1] + now[at + 1] + now[at - nx] + now[at + nx] - 4 * now[at]) *
                       now[at];
      }
    next[nx + 1] += push[t] * next[nx + 1];
    heard += next[nx + 2] * next[nx + 2];
    std::swap(before, now);
    std::swap(now, next);
  }
  return heard + before[nx + 1] * next[0] * now[nx + 2];
}

/// Two arrays that one nest makes, the second of the new version of the first.
TREELIZE(kernel, wrt = (start, rate))
double momentum(const Numbers& start, double rate, int steps) {
  Numbers x = start, v(start.size(), 0.0);
  for (int t = 0; t < steps; ++t)
    for (std::size_t i = 0; i < x.size(); ++i) {
      v[i] = 0.9 * v[i] * v[i] + rate * std::sin(x[i]);
      x[i] -= rate * v[i] * v[i];
    }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] * v[i];
  return sum;
}

/// Within another loop, which asks for the array before and behind the inner one.
TREELIZE(kernel, wrt = (start, c))
double within(const Numbers& start, double c, int rounds, int steps) {
  Numbers u = start, next(start.size());
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < u.size(); ++i)
      sum += u[i] * u[i];
    for (int t = round; t < steps; ++t) {
      const double scale = std::exp(-c * t);
      for (std::size_t i = 0; i < u.size(); ++i)
        next[i] = 0.5 * u[i] + 0.1 * scale * u[(i + 1) % u.size()] * u[i];
      std::swap(u, next);
    }
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] *= c * u[i];
  }
  return sum + u[0];
}

/// Backwards, under a condition.
TREELIZE(kernel, wrt = (start, c))
double backwards(const Numbers& start, double c, int steps) {
  Numbers u = start;
  double sum = 0;
  if (c > 0)
    for (int t = steps - 1; t >= 0; --t) {
      for (std::size_t i = 0; i < start.size(); ++i)
        u[i] = std::tanh(u[i]) * c + u[i] * t;
      for (std::size_t i = 1; i < start.size(); ++i)
        sum += u[i] * u[i - 1];
    }
  return sum;
}

/// Arrays of fixed length, in a loop that meets a condition on its way.
TREELIZE(kernel, wrt = (start, c))
float fixedLength(const std::array<float, 24>& start, float c, int steps) {
  std::array<float, 24> u = start, next = start;
  float sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 24; ++i)
      next[i] = u[i] * (1 - c * u[23 - i]);
    if (next[3] > 0.2F)
      sum += next[3] * next[4];
    std::swap(u, next);
  }
  for (float x : u)
    sum += x * x;
  return sum;
}

/// A plate, copied back.
TREELIZE(kernel, wrt = start)
double plate(const Numbers& start, int n, int steps) {
  Numbers u = start, next(start.size());
  for (int t = 0; t < steps; ++t) {
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const int at = j * n + i;
        next[at] = std::sin(u[at - 1] * u[at + 1] + u[at - n] * u[at + n]);
      }
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        u[j * n + i] = 0.5 * next[j * n + i] + u[j * n + i] * u[j * n + i];
  }
  double sum = 0;
  for (double x : u)
    sum += x * x;
  return sum;
}

/// The loop runs again, and finds what it has left; nobody else names the array.
TREELIZE(kernel, wrt = (start, c))
double again(const Numbers& start, double c, int rounds, int steps) {
  Numbers u = start, v = start, next(start.size());
  double seen = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int t = 0; t < steps; ++t) {
      for (std::size_t i = 0; i < start.size(); ++i)
        u[i] = std::sin(u[i]) * c + u[i] * u[i] * 0.5;
      seen += u[0] * u[start.size() - 1];
    }
    for (int t = 0; t < steps; ++t) {
      for (std::size_t i = 0; i < start.size(); ++i)
        next[i] = std::cos(v[i]) * c;
      seen += next[0] * v[start.size() - 1];
      std::swap(v, next);
    }
    seen *= c;
  }
  return seen;
}

/// The array gets another length behind the loop.
TREELIZE(kernel, wrt = (start, c))
double resized(const Numbers& start, double c, int n, int steps) {
  Numbers u = start;
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        u[j * n + i] = u[j * n + i] * u[j * n + i] * c;
    sum += u[0] * c;
  }
  sum += u[0];
  u.resize(start.size() + 3);
  u.push_back(c);
  u = Numbers(2, c);
  return sum + u[1] * u[1];
}

/// What the array held before the loop is asked for, and it ends with the round.
TREELIZE(kernel, wrt = (start, c))
double ofARound(const Numbers& start, double c, int rounds, int steps) {
  double seen = 0;
  for (int round = 1; round <= rounds; ++round) {
    Numbers u(start.size());
    for (std::size_t i = 0; i < start.size(); ++i)
      u[i] = start[i] * round;
    for (std::size_t i = 0; i < start.size(); ++i)
      seen += u[i] * u[i] * u[i];
    for (int t = 0; t < steps; ++t) {
      for (std::size_t i = 0; i < start.size(); ++i)
        u[i] = std::sin(u[i]) * c + u[i] * u[i] * 0.5;
      seen += u[0] * u[start.size() - 1];
    }
    seen *= c;
  }
  return seen;
}

/// Nothing of the array has a derivative, but it is asked for; how often the loop runs changes.
TREELIZE(kernel, wrt = c)
double passive(double c, int n, int rounds, int steps) {
  double sum = c;
  int s = steps;
  for (int round = 0; round < rounds; ++round) {
    const int m = n + round * round;
    Numbers w(m);
    w[0] = 1 + round;
    sum += w[0] * c * sum;
    for (int t = 0; t < s; ++t)
      for (int i = 0; i < m; ++i)
        w[i] = w[i] * 0.9 + i;
    s = s / 2 + 1;
    sum += w[m - 1] * c * c * sum * 0.1;
  }
  return sum;
}

} // namespace histories

#include "histories.treelize.hpp"

#include <treelize/check_gradient.hpp>

using namespace histories;

int failures = 0;

template <class Kernel, class... Args>
void check(const char* name, const Kernel& kernel, const Args&... args) {
  const auto report = treelize::check_gradient(kernel, args...);
  if (!report.passed()) {
    std::cout << name << '\n' << report;
    ++failures;
  }
}

Numbers numbers(std::size_t count) {
  Numbers found(count);
  for (std::size_t i = 0; i < count; ++i)
    found[i] = 0.3 + 0.2 * std::sin(1.7 * static_cast<double>(i));
  return found;
}

int main() {
  for (int steps : {0, 1, 2, 3, 6}) {
    for (std::size_t n : {1, 2, 3, 5, 9}) {
      check("inPlace", kernels::inPlace, numbers(n), 0.4, steps);
      check("inTurns", kernels::inTurns, numbers(n), 0.3, steps);
      check("momentum", kernels::momentum, numbers(n), 0.7, steps);
      check("within", kernels::within, numbers(n), 0.3, 3, steps);
      check("backwards", kernels::backwards, numbers(n), 0.6, steps);
      check("again", kernels::again, numbers(n), 0.6, 3, steps);
      check("ofARound", kernels::ofARound, numbers(n), 0.6, 2, steps);
      check("passive", kernels::passive, 0.3, static_cast<int>(n), 2, steps);
      check("otherLengths", kernels::otherLengths, numbers(n + 2), static_cast<int>(n), steps);
    }
    std::array<float, 24> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = static_cast<float>(numbers(24)[i]);
    check("fixedLength", kernels::fixedLength, all, 0.5F, steps);
    for (int n : {1, 2, 3, 4, 5}) {
      check("resized", kernels::resized, numbers(static_cast<std::size_t>(n * n)), 0.9, n, steps);
      check("plate", kernels::plate, numbers(static_cast<std::size_t>(n * n)), n, steps);
      check("wave", kernels::wave, numbers(static_cast<std::size_t>(n * (n + 1)) + 9), numbers(static_cast<std::size_t>(steps)), n, n + 1);
    }
  }
  return failures;
}

