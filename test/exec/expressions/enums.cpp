// Names from some corners: enumerations in local variables, temporary objects, a struct that only a typedef names.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/enums.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

enum class Corner { first, second, third };

namespace app {

enum class Law : int { linear, square = 4, cube };

TREELIZE(kernel) double chosen(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    Law law = x[i] > 1 ? Law::square : Law::cube;
    if (i == 0)
      law = Law::linear;
    switch (law) {
    case Law::linear:
      sum += x[i];
      break;
    case Law::square:
      sum *= x[i] * x[i];
      break;
    case Law::cube:
      sum += x[i] * x[i] * x[i] * sum;
      break;
    }
  }
  return sum;
}

// An enumeration of the function's own is a number to generated code.
TREELIZE(kernel) double ownEnum(std::span<const double> x) {
  enum Mode { plain, weighted = 3 };
  enum class Side { left, right = 2 };
  constexpr Mode mode = weighted;
  Side side = x[0] > 0 ? Side::left : Side::right;
  double sum = x[0] * x[1] * static_cast<int>(mode);
  if (side == Side::right)
    sum *= x[1];
  return sum;
}

class Model {
  static constexpr double factors[3] = {1, 2, 4};
  enum { count = 3 };
  double weight;

public:
  explicit Model(double w) : weight(w) {}
  double run(double x) const {
    double sum = 0;
    for (int i = 0; i < count; ++i)
      sum += factors[i] * x * x;
    return sum * weight;
  }
};

// Constants that are private to a class.
TREELIZE(kernel) double privateConstants(std::span<const double> x) {
  const Model model(x[1]);
  return model.run(x[0]);
}

class Limits {
  enum : std::uint64_t { most = 18446744073709551615u };
  enum : long { least = -9223372036854775807 - 1 };

public:
  static double within(double x, std::uint64_t n, long m) { return n <= most && m > least ? x * x : x; }
};

// The largest and the least of numbers.
TREELIZE(kernel) double limits(std::span<const double> x, int n) {
  constexpr int least = -2147483647 - 1;
  return Limits::within(x[0], static_cast<std::uint64_t>(n), n) * (n > least ? x[1] : 1);
}

struct Image {
  int width, height;
  std::vector<double> pixels;
};

// An object is declared before its members have values.
TREELIZE(kernel) double image(std::span<const double> x) {
  const Image image{2, 1, {x[0], x[1]}};
  double sum = 0;
  for (int i = 0; i < image.width * image.height; ++i)
    sum += image.pixels[static_cast<std::size_t>(i)] * x[2];
  return sum;
}

struct Cell {
  double value;
  double* other;
};

TREELIZE(kernel) double compoundLiteral(std::span<const double> x) {
  double y = x[0] * x[1];
  double& r = *Cell{x[0], &y}.other;
  r *= x[1];
  return y;
}

typedef struct {
  double gamma;
  int m;
} Prior;

double weigh(const Prior& prior, double x) { return prior.gamma * x * prior.m; }

TREELIZE(kernel) double ofPrior(std::span<const double> x) {
  Prior prior;
  prior.gamma = x[0];
  prior.m = 2;
  return weigh(prior, x[1]);
}

// An enumeration outside any namespace is no number either.
TREELIZE(kernel) double outside(std::span<const double> x, int n) {
  const double weights[] = {1, 2, 3};
  const int last = static_cast<int>(Corner::third);
  Corner at = static_cast<Corner>(n % 3);
  at = static_cast<Corner>((static_cast<int>(at) + last) % 3);
  if (static_cast<bool>(at))
    at = Corner::second;
  return x[0] * last * weights[static_cast<int>(at)] + x[1] * weights[static_cast<std::size_t>(Corner::second)] * x[1];
}

} // namespace app

#include "enums.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, 1.3, 0.4};
  check::scalar("ownEnum", app::kernels::ownEnum, x);
  check::scalar("privateConstants", app::kernels::privateConstants, x);
  check::scalar("limits", app::kernels::limits, x, 3);
  check::scalar("image", app::kernels::image, x);
  check::scalar("compoundLiteral", app::kernels::compoundLiteral, x);
  check::scalar("chosen", app::kernels::chosen, x, 3);
  check::scalar("outside", app::kernels::outside, x, 2);
  check::scalar("ofPrior", app::kernels::ofPrior, x);
  return check::finish();
}
