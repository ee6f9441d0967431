// Jacobians in units of their kernels' time, beside those by hand.
#include "Matrices.treelize.hpp"

#include "ManualMatrices.h"
#include "Numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

using Numbers = std::vector<double>;
using Task = std::function<void()>;
namespace kernels = matrices::kernels;

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Seconds of one run of each, the shortest of many, in turns.
std::vector<double> shortest(const std::vector<Task>& tasks, double seconds) {
  std::vector<double> best(tasks.size(), 1e300);
  std::vector<int> runs(tasks.size(), 1);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const double start = now();
    tasks[i]();
    runs[i] = std::max(1, int(1e-3 / (now() - start + 1e-9)));
  }
  const double end = now() + seconds;
  for (int round = 0; round < 5 || now() < end; ++round)
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const double start = now();
      for (int k = 0; k < runs[i]; ++k)
        tasks[i]();
      best[i] = std::min(best[i], (now() - start) / runs[i]);
    }
  return best;
}

int wrong = 0;
void check(const char* name, std::span<const double> found, std::span<const double> wanted) {
  double off = 0, largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    off = std::max(off, std::fabs(found[i] - wanted[i]));
    largest = std::max(largest, std::fabs(wanted[i]));
  }
  if (found.size() == wanted.size() && off <= 1e-10 * largest)
    return;
  std::printf("%s is wrong: off by %g of %g\n", name, off, largest);
  ++wrong;
}

void tell(const std::string& name, const std::vector<double>& t) {
  std::printf("| %-26s | %8.4f | %6.2f | ", name.c_str(), t[0] * 1e3, t[1] / t[0]);
  if (t.size() > 2)
    std::printf("%6.2f | %6.2f |\n", t[2] / t[0], t[1] / t[2]);
  else
    std::printf("       |        |\n");
  std::fflush(stdout);
}

programs::Hand handOf(int points) {
  programs::Hand hand;
  const int vertices = 2 * points;
  hand.rest = programs::numbers(12 * hand.bones, -0.3, 0.3, 1);
  hand.undo = programs::numbers(12 * hand.bones, -0.3, 0.3, 2);
  for (int b = 0; b < hand.bones; ++b)
    for (int i = 0; i < 3; ++i)
      hand.rest[12 * b + 5 * i] = hand.undo[12 * b + 5 * i] = 1;
  hand.vertices = programs::numbers(3 * vertices, -1, 1, 3);
  hand.weights = programs::numbers(hand.bones * vertices, 0, 1.0 / hand.bones, 4);
  for (int o = 0; o < points; ++o)
    hand.seen.push_back(2 * o + o % 2);
  hand.points = programs::numbers(3 * points, -1, 1, 5);
  return hand;
}

template <class Kernel>
void timeHand(const char* name, const Kernel& kernel, int points, double seconds) {
  const programs::Hand hand = handOf(points);
  const Numbers p = programs::numbers(26, 0.1, 0.6, 6);
  Numbers off(3 * points), byHand(3 * points * 26);
  manual::handJacobian(p, hand, byHand.data());
  const treelize::matrix found = kernel.jacobian(p, hand, off);
  check(name, {found.data(), found.rows() * found.cols()}, byHand);
  tell(std::string(name) + ", " + std::to_string(points),
       shortest({[&] { kernel(p, hand, off); }, [&] { (void)kernel.jacobian(p, hand, off); },
                 [&] { manual::handJacobian(p, hand, byHand.data()); }},
                seconds));
}

void timeRates(std::size_t size, double seconds) {
  const Numbers t = programs::numbers(size, 0, 1, 7);
  Numbers rate(size), byHand(3 * (size - 2));
  const double start = now();
  treelize::csr j = kernels::rates.jacobian_pattern(t, rate);
  const double pattern = now() - start;
  kernels::rates.jacobian_csr(t, rate, j);
  manual::ratesJacobian(t, byHand.data());
  check("rates", j.value, byHand);
  Numbers t_t(size, 1.0), rate_t(size);
  tell("rates, " + std::to_string(size),
       shortest({[&] { kernels::rates(t, rate); }, [&] { kernels::rates.jacobian_csr(t, rate, j); },
                 [&] { manual::ratesJacobian(t, byHand.data()); }},
                seconds));
  const std::vector<double> tangent =
      shortest({[&] { kernels::rates.tangent(t, rate, t_t, rate_t); },
                [&] { kernels::rates.jacobian_csr(t, rate, j); }},
               seconds);
  tell("... its tangents", tangent);
  std::printf("  pattern and colours: %.3f s\n", pattern);
}

void timeFlow(std::size_t size, double seconds) {
  const Numbers x = programs::numbers(size, 1, 2, 8);
  Numbers end(size);
  auto t = shortest({[&] { kernels::flow(x, 200, end); }, [&] { (void)kernels::flow.jacobian(x, 200, end); }}, seconds);
  tell("flow, " + std::to_string(size), t);
  t[1] /= double(size);
  tell("... one column", t);
}

void timeNetwork(std::size_t inputs, std::size_t hidden, std::size_t outputs, double seconds) {
  const Numbers x = programs::numbers(inputs, -1, 1, 9), w = programs::numbers(inputs * hidden, -0.1, 0.1, 10),
                v = programs::numbers(hidden * outputs, -0.1, 0.1, 11);
  Numbers y(outputs), byHand(inputs * outputs);
  manual::networkJacobian(x, w, v, outputs, byHand.data());
  const treelize::matrix found = kernels::network.jacobian(x, w, v, y);
  check("network", {found.data(), found.rows() * found.cols()}, byHand);
  tell("network, " + std::to_string(inputs) + " to " + std::to_string(outputs),
       shortest({[&] { kernels::network(x, w, v, y); }, [&] { (void)kernels::network.jacobian(x, w, v, y); },
                 [&] { manual::networkJacobian(x, w, v, outputs, byHand.data()); }},
                seconds));
}

} // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
  std::printf("| Jacobian of | primal, ms | treelize / primal | by hand / primal | treelize / by hand |\n|---|---|---|---|---|\n");
  for (int points : {100, 1600}) {
    timeHand("hand", kernels::hand, points, seconds);
    timeHand("hand by bones", kernels::hand_by_bones, points, seconds);
  }
  timeRates(1000, seconds);
  timeRates(1000000, seconds);
  timeFlow(16, seconds);
  timeNetwork(64, 128, 64, seconds);
  return wrong != 0;
}
