// `throw;`: what reached the handler goes on to the next one that takes it.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/rethrown.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <stdexcept>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Negative {
  double value;
};
struct Large {
  double value;
};
double root(double x) {
  if (x < 0)
    throw Negative{x * x};
  if (x > 1)
    throw Large{x * 2};
  if (x > 0.8)
    throw 4;
  return std::sqrt(x);
}

// Three exceptions reach one handler, and a different one each after it.
double counted(double x, double& count) {
  try {
    return root(x);
  } catch (...) {
    count += x;
    throw;
  }
}
TREELIZE(kernel) double several(std::span<const double> x) {
  double count = 1, sum = 0;
  for (double v : x) {
    try {
      sum += counted(v, count) * x[1];
    } catch (const Negative& e) {
      sum += e.value * x[2];
    } catch (const Large& e) {
      sum -= e.value * count;
    } catch (int n) {
      sum += n * x[0];
    }
  }
  return sum * count;
}

// Thrown again and again; what is thrown is evaluated once; a copy may change, the exception does not.
TREELIZE(kernel) double again(std::span<const double> x) {
  double sum = 0;
  int n = 0;
  for (double v : x) {
    try {
      try {
        try {
          if (v > 0.45)
            throw Negative{v * ++n};
          sum += v;
        } catch (Negative e) {
          e.value *= 3;
          sum += e.value;
          throw;
        }
      } catch (...) {
        sum *= x[0];
        throw;
      }
    } catch (const Negative& e) {
      sum += e.value * x[1];
    }
  }
  return sum * n;
}

// Only under a condition, past a destructor, out of a function that runs twice, and of the library's.
struct Restored {
  double& place;
  double value;
  explicit Restored(double& p) : place(p), value(p) {}
  ~Restored() { place = value; }
};
double guarded(double x, double& scale) {
  Restored restored(scale);
  scale *= x;
  try {
    return root(x) * scale;
  } catch (const Negative& e) {
    if (e.value > 0.3)
      throw;
    return e.value;
  }
}
TREELIZE(kernel) double conditional(std::span<const double> x) {
  double scale = 2, sum = 0;
  for (double v : x)
    try {
      sum += guarded(v, scale) * x[0] + guarded(v * 0.5, scale);
    } catch (...) {
      sum += v * scale;
    }
  const std::vector<double> values(x.begin(), x.end());
  for (std::size_t i = 2; i < 4; ++i)
    try {
      try {
        sum += values.at(i) * x[1];
      } catch (const std::out_of_range&) {
        sum *= x[2];
        throw;
      }
    } catch (const std::logic_error&) {
      sum += x[1];
    }
  return sum;
}

// Out of the kernel.
TREELIZE(kernel) double out(double x) {
  try {
    if (x < 0)
      throw std::domain_error("negative");
    return x * x;
  } catch (const std::exception&) {
    throw;
  }
}

} // namespace app

#include "GradientCheck.h"
#include "rethrown.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x :
       {std::vector{0.7, 1.3, 0.4}, std::vector{-0.6, 1.1, 0.9}, std::vector{-0.4, 0.2, -0.8}}) {
    const auto same = [&](const char* name, const auto& kernel, double value) {
      check::scalar(name, kernel, x);
      check::near(name, "value", kernel.value_and_grad(x).value, value, 1e-15, 1);
    };
    same("several", several, app::several(x));
    same("again", again, app::again(x));
    same("conditional", conditional, app::conditional(x));
  }
  check::near("out", "dx", out.grad(1.5).x, 3, 0, 0);
  int thrown = 0;
  try {
    out.grad(-1.0);
  } catch (const std::domain_error&) {
    ++thrown;
  }
  check::near("out", "thrown", thrown, 1, 0, 0);
  return check::finish();
}
