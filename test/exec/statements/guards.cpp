// Destructors that do something run at every way out of their block.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/guards.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <stdexcept>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Scaled {
  double& value;
  double by;
  Scaled(double& v, double k) : value(v), by(k) { value *= by; }
  Scaled(const Scaled&) = delete;
  Scaled& operator=(const Scaled&) = delete;
  ~Scaled() { value /= by; }
};
struct Sum {
  double& total;
  double part = 0;
  ~Sum() { total += part * part; }
};
class Buffer {
public:
  explicit Buffer(int n) : data_(new double[n]), n_(n) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    delete[] data_;
    data_ = nullptr;
    n_ = 0;
  }
  double& operator[](int i) { return data_[i]; }

private:
  double* data_;
  int n_;
};

inline double early(std::span<const double> x, double& total, int n) {
  Sum outer{total, x[0]};
  for (int i = 0; i < n; ++i) {
    Sum inner{total, x[1] * i};
    if (i == 1)
      continue;
    inner.part += x[2];
    if (i == 3)
      break;
    if (i == 5)
      return total * outer.part;
  }
  outer.part *= 2;
  return total;
}
TREELIZE(kernel) double exits(std::span<const double> x, int n) {
  double total = x[0] * x[1];
  const double first = early(x, total, n);
  return first * total;
}
TREELIZE(kernel) double result(std::span<const double> x) {
  double y = x[0];
  Scaled scaled(y, x[1]);
  {
    Scaled again(y, x[2]);
    y += x[0] * x[0];
  }
  return y * std::exp(y);
}
TREELIZE(kernel) double buffers(std::span<const double> x) {
  Buffer b(3);
  for (int i = 0; i < 3; ++i)
    b[i] = x[static_cast<std::size_t>(i)] * (i + 1);
  return b[0] * b[1] + b[2];
}
TREELIZE(kernel) double caught(std::span<const double> x) {
  double total = x[0];
  try {
    Sum sum{total, x[1]};
    sum.part *= x[2];
    if (x[0] > 0)
      throw std::runtime_error("too large");
    total = 7;
  } catch (const std::runtime_error&) {
    total *= x[1];
  }
  return total;
}

// Members and bases are destroyed after the object itself, in reverse; an object that nobody names lives for its statement.
struct Part {
  double& total;
  double value;
  Part(double& t, double v) : total(t), value(v) {}
  ~Part() { total += value * value; }
};
struct Whole {
  Part first;
  double by;
  Part second;
  Whole(double& t, double x) : first(t, x), by(x), second(t, 2 * x) {}
  ~Whole() {
    second.value *= by;
    first.total *= 3;
  }
};
struct Derived : Part {
  double by;
  Derived(double& t, double x) : Part(t, x), by(x) {}
  ~Derived() { total *= by; }
};
inline double left(double& total, std::span<const double> x, int n) {
  Whole whole(total, x[0]);
  for (int i = 0; i < n; ++i) {
    Derived derived(total, x[1]);
    if (total > 1.2)
      return total * derived.by;
  }
  return total;
}
TREELIZE(kernel) double parts(std::span<const double> x) {
  double total = x[0];
  {
    Whole whole(total, x[1]);
    total *= 2;
    whole.first.value += x[2];
  }
  const double once = left(total, x, 1), again = left(total, x, 4);
  return total * once + again;
}
TREELIZE(kernel) double unnamed(std::span<const double> x) {
  double total = x[0];
  Part(total, x[1] * 3);
  total *= x[2];
  for (int i = 0; i < 3; ++i) {
    Derived(total, x[i]);
    if (i == 1)
      continue;
    Whole whole(total, x[i]);
    if (total > 100)
      break;
  }
  return total;
}

} // namespace app

#include "GradientCheck.h"
#include "guards.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  for (int n = 0; n < 7; ++n)
    check::scalar("exits", app::kernels::exits, x, n);
  check::scalar("result", app::kernels::result, x);
  check::scalar("buffers", app::kernels::buffers, x);
  check::scalar("caught", app::kernels::caught, x);
  check::scalar("parts", app::kernels::parts, x);
  check::scalar("unnamed", app::kernels::unnamed, x);
  return check::finish();
}
