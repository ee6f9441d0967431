// The value and the adjoint of each operator, over fields: recorded for seed 1 at four points.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>

namespace app {

#define POINTWISE(name, expression)                                                               \
  TREELIZE(kernel) void name() {                                                                  \
    for (std::size_t i = 0; i < xa.size(); ++i) {                                                 \
      const double a = xa[i];                                                                     \
      [[maybe_unused]] const double b = xb[i];                                                    \
      y[i] = expression;                                                                          \
    }                                                                                             \
  }

struct TREELIZE(data_oriented) Pointwise {
  treelize::field<double> xa{std::vector<double>{0.5, 0.9, -0.25, 0.0}};
  treelize::field<double> xb{std::vector<double>{0.7, 0.9, 2.0, 1.0}};
  treelize::field<double> y{4};

  POINTWISE(sine, std::sin(a))
  POINTWISE(cosine, std::cos(a))
  POINTWISE(tangent, std::tan(a))
  POINTWISE(hyperbolicTangent, std::tanh(a))
  POINTWISE(exponential, std::exp(a))
  POINTWISE(logarithm, std::log(a))
  POINTWISE(squareRoot, std::sqrt(a))
  POINTWISE(absolute, std::fabs(a))
  POINTWISE(negative, -a)
  POINTWISE(square, a * a)
  POINTWISE(cube, std::pow(a, 3))
  POINTWISE(halfPower, std::pow(a, 0.5))
  POINTWISE(power, std::pow(a, b))
  POINTWISE(reciprocal, 1.0 / a)
  POINTWISE(quotient, a / b)
  POINTWISE(product, a * b)
  POINTWISE(difference, a - b)
  POINTWISE(angle, std::atan2(a, b))
  POINTWISE(lesser, std::min(a, b))
  POINTWISE(greater, std::max(a, b))
  POINTWISE(arcSine, std::asin(a))
  POINTWISE(arcCosine, std::acos(a))
  POINTWISE(roundedDown, std::floor(a))
  POINTWISE(roundedUp, std::ceil(a))
  POINTWISE(rounded, std::round(a))
  POINTWISE(toInteger, static_cast<double>(static_cast<int>(a)))
  POINTWISE(selected, a > b ? a * 2.0 : b * 3.0)
  POINTWISE(conditional, a > 0.0 ? a * 5.0 : b * 7.0)
  POINTWISE(modulo, a - b * std::floor(a / b))
  POINTWISE(floorQuotient, std::floor(a / b))
  POINTWISE(reciprocalRoot, 1.0 / std::sqrt(a))
  POINTWISE(leastOfThree, std::min(std::min(a, b), 0.3))
  POINTWISE(composed, std::exp(std::sin(a * b)) / (1.0 + a * a))
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Pointwise>;

struct Recorded {
  const char* id;
  std::vector<double> y, ga, gb;
};

int failures = 0;

template <class Kernel> void check(Bound& c, Kernel& kernel, const Recorded& recorded) {
  c = Bound();
  kernel();
  c.y.grad.fill(1);
  kernel.grad();
  if (near(c.y, recorded.y) && near(c.xa.grad, recorded.ga) && near(c.xb.grad, recorded.gb))
    return;
  ++failures;
  std::printf("%s:\n", recorded.id);
  for (int i = 0; i < 4; ++i)
    std::printf("  y %.17g, recorded %.17g; adjoint of a %.17g, recorded %.17g; of b %.17g, recorded %.17g\n",
                c.y[i], recorded.y[i], c.xa.grad[i], recorded.ga[i], c.xb.grad[i], recorded.gb[i]);
}

int main() {
  Bound c;
  check(c, c.sine, {"tk-s-033", {0.479425538604203, 0.7833269096274834, -0.24740395925452294, 0}, {0.8775825618903728, 0.6216099682706644, 0.9689124217106447, 1}, {0, 0, 0, 0}});
  check(c, c.cosine, {"tk-s-034", {0.8775825618903728, 0.6216099682706644, 0.9689124217106447, 1}, {-0.479425538604203, -0.7833269096274834, 0.24740395925452294, 0}, {0, 0, 0, 0}});
  check(c, c.tangent, {"tk-s-035", {0.5463024898437905, 1.2601582175503392, -0.25534192122103627, 0}, {1.2984464104095248, 2.587998733259648, 1.06519949673285, 1.0}, {0, 0, 0, 0}}); // Taichi: not supported
  check(c, c.hyperbolicTangent, {"tk-s-036", {0.46211715726000974, 0.7162978701990245, -0.24491866240370913, 0}, {0.7864477329659274, 0.4869173611483415, 0.940014848806378, 1}, {0, 0, 0, 0}});
  check(c, c.exponential, {"tk-s-037", {1.6487212707001282, 2.45960311115695, 0.7788007830714049, 1}, {1.6487212707001282, 2.45960311115695, 0.7788007830714049, 1}, {0, 0, 0, 0}});
  check(c, c.logarithm, {"tk-s-038", {-0.6931471805599453, -0.10536051565782628, NAN, -INFINITY}, {2, 1.1111111111111112, -4, INFINITY}, {0, 0, 0, 0}});
  check(c, c.squareRoot, {"tk-s-039", {0.7071067811865476, 0.9486832980505138, NAN, 0}, {0.7071067811865475, 0.5270462766947299, NAN, INFINITY}, {0, 0, 0, 0}});
  check(c, c.absolute, {"tk-s-040", {0.5, 0.9, 0.25, 0}, {1, 1, -1, 0}, {0, 0, 0, 0}});
  check(c, c.negative, {"tk-s-041", {-0.5, -0.9, 0.25, -0.0}, {-1, -1, -1, -1}, {0, 0, 0, 0}});
  check(c, c.square, {"tk-s-042", {0.25, 0.81, 0.0625, 0}, {1, 1.8, -0.5, 0}, {0, 0, 0, 0}});
  check(c, c.cube, {"tk-s-043", {0.125, 0.7290000000000001, -0.015625, 0}, {0.75, 2.43, 0.1875, 0}, {0, 0, 0, 0}});
  check(c, c.halfPower, {"tk-s-044", {0.7071067811865476, 0.9486832980505138, NAN, 0}, {0.7071067811865475, 0.5270462766947299, NAN, INFINITY}, {0, 0, 0, 0}});
  check(c, c.power, {"tk-s-045", {0.6155722066724582, 0.9095325760829622, 0.0625, 0}, {0.8618010893414414, 0.9095325760829622, -0.5, 1}, {-0.4266821394860783, -0.09582882122369202, NAN, 0}}); // truth
  check(c, c.reciprocal, {"tk-s-046", {2, 1.1111111111111112, -4, INFINITY}, {-4, -1.2345679012345678, -16, -INFINITY}, {0, 0, 0, 0}});
  check(c, c.quotient, {"tk-s-047", {0.7142857142857143, 1, -0.125, 0}, {1.4285714285714286, 1.1111111111111112, 0.5, 1}, {-1.0204081632653064, -1.1111111111111112, 0.0625, 0}});
  check(c, c.product, {"tk-s-048", {0.35, 0.81, -0.5, 0}, {0.7, 0.9, 2, 1}, {0.5, 0.9, -0.25, 0}});
  check(c, c.difference, {"tk-s-049", {-0.19999999999999996, 0, -2.25, -1}, {1, 1, 1, 1}, {-1, -1, -1, -1}});
  check(c, c.angle, {"tk-s-050", {0.6202494859828215, 0.7853981633974483, -0.12435499454676144, 0}, {0.9459459459459459, 0.5555555555555556, 0.49230769230769234, 1}, {-0.6756756756756757, -0.5555555555555556, 0.06153846153846154, 0}});
  check(c, c.lesser, {"tk-s-051", {0.5, 0.9, -0.25, 0}, {1, 1, 1, 1}, {0, 0, 0, 0}}); // ties: the first operand
  check(c, c.greater, {"tk-s-052", {0.7, 0.9, 2, 1}, {0, 1, 0, 0}, {1, 0, 1, 1}}); // ties: the first operand
  check(c, c.arcSine, {"tk-s-053", {0.5235987755982989, 1.1197695149986342, -0.25268025514207865, 0}, {1.1547005383792517, 2.294157338705618, 1.0327955589886444, 1}, {0, 0, 0, 0}});
  check(c, c.arcCosine, {"tk-s-054", {1.0471975511965979, 0.45102681179626236, 1.8234765819369754, 1.5707963267948966}, {-1.1547005383792517, -2.294157338705618, -1.0327955589886444, -1}, {0, 0, 0, 0}});
  check(c, c.roundedDown, {"tk-s-055", {0, 0, -1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  check(c, c.roundedUp, {"tk-s-056", {1, 1, -0.0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  check(c, c.rounded, {"tk-s-057", {1, 1, -0.0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}); // Taichi: not supported
  check(c, c.toInteger, {"tk-s-058", {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  check(c, c.selected, {"tk-s-059", {2.0999999999999996, 2.7, 6, 3}, {0, 0, 0, 0}, {3, 3, 3, 3}});
  check(c, c.conditional, {"tk-s-060", {2.5, 4.5, 14, 7}, {5, 5, 0, 0}, {0, 0, 7, 7}});
  check(c, c.modulo, {"tk-s-061", {0.5, 0, 1.75, 0}, {1, 1, 1, 1}, {0, -1, 1, 0}});
  check(c, c.floorQuotient, {"tk-s-062", {0, 1, -1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  check(c, c.reciprocalRoot, {"tk-s-063", {1.414213562373095, 1.0540925533894598, NAN, INFINITY}, {-1.4142135623730947, -0.5856069741052555, NAN, -INFINITY}, {0, 0, 0, 0}});
  check(c, c.leastOfThree, {"tk-s-064", {0.3, 0.3, -0.25, 0}, {0, 0, 1, 1}, {0, 0, 0, 0}});
  check(c, c.composed, {"tk-s-065", {1.1272198101943343, 1.1399225586524981, 0.5827190222096295, 1}, {-0.16056017640117592, -0.42624730787429144, 1.2969888210799023, 1}, {0.5294397655387797, 0.707377336089519, -0.1278460130932449, 0}});
  return failures != 0;
}
