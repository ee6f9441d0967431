// The programs of Cases.h in the table. They are small in both sizes.
#include "Cases.h"
#include "Table.h"

namespace programs {

namespace {

/// A case in the form of a kernel.
template <class Case>
struct Whole {
  Case program;

  double operator()(Parameters x) const { return program(x); }
  void adjoint(Parameters x, double, Gradient g) const { program.generated(x, g); }
  treelize::tangent_result<double> tangent(Parameters x, Parameters t) const {
    return {0, program.tangent(x, t)};
  }
};

const Traits known[] = {
    {"mixture-2x5", "estimation", "mixture density, 2 dimensions, 5 components",
     1000 * 8.0 * (2 + 5 * 7), 1000 * 5 * 20.0},
    {"mixture-10x10", "estimation", "10 dimensions, 10 components", 1000 * 8.0 * (10 + 10 * 66),
     1000 * 10 * (6 * 10 + 90 + 4.0)},
    {"mixture-32x25", "estimation", "32 dimensions, 25 components", 1000 * 8.0 * (32 + 25 * 561),
     1000 * 25 * (6 * 32 + 992 + 4.0)},
    {"bundle", "vision", "squared reprojection errors", 5000 * 8.0 * 12, 5000 * 75.0},
    {"recurrent", "networks", "gated recurrent net", 499 * 16 * 8.0 * 9, 499 * 16 * 22.0},
    {"ode", "differential equations", "Runge-Kutta, 20 states, 500 steps", 500 * 20 * 8.0 * 27,
     500 * 20 * 33.0},
    {"determinant", "linear algebra", "elimination, 40 x 40", 8 * 3 * 40 * 40 * 40 / 3.0,
     2 * 40 * 40 * 40 / 3.0},
    {"nearest", "estimation", "distances from the nearest of 10 centres", 2000 * 8 * 8.0 * 11,
     2000 * 10 * 8 * 3.0},
    {"least-squares", "estimation", "polynomial of degree 31", 1000 * 8.0 * 34, 1000 * 32 * 3.0},
    {"log-sum-exp", "estimation", "10 000 numbers", 10000 * 16.0, 10000 * 4.0},
    {"hand", "vision", "hand tracking, 200 points, 26 parameters", 200 * 21 * 8.0 * 13,
     200 * 21 * 3 * 8.0},
};

} // namespace

void addFirst(Table& table, Size) {
  forEachCase([&](const auto& program) {
    const Traits traits = *std::find_if(std::begin(known), std::end(known),
                                        [&](const Traits& t) { return t.name == program.name; });
    add(
        table, traits, Whole{program},
        [program](Parameters x, Gradient g) { program.manual(x, g); }, active(program.x));
  });
}

} // namespace programs
