// Complex functions on the axes, on both sides of their cuts and beyond 1e154: values as the library's, derivatives as
// the analytic ones.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/complex-functions.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs -fsyntax-only %s
#include <complex>
#include <span>
#include <treelize/annotations.hpp>

namespace app {

using complex = std::complex<double>;

inline double weighted(complex z, double u, double v) {
  return u * z.real() + v * z.imag();
}
// clang-format off
TREELIZE(kernel) inline double of_sqrt(double x, double y, double u, double v) { return weighted(std::sqrt(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_log(double x, double y, double u, double v) { return weighted(std::log(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_asin(double x, double y, double u, double v) { return weighted(std::asin(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_acos(double x, double y, double u, double v) { return weighted(std::acos(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_atan(double x, double y, double u, double v) { return weighted(std::atan(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_asinh(double x, double y, double u, double v) { return weighted(std::asinh(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_acosh(double x, double y, double u, double v) { return weighted(std::acosh(complex(x, y)), u, v); }
TREELIZE(kernel) inline double of_atanh(double x, double y, double u, double v) { return weighted(std::atanh(complex(x, y)), u, v); }
TREELIZE(kernel) inline double power(double x, double y, double u, double v) { return weighted(std::pow(complex(x, y), complex(1.3, 0.4)), u, v); }
TREELIZE(kernel) inline double small(double x, double y, double u, double v) { return weighted(std::pow(complex(x, y), 0.4), u, v); }
TREELIZE(kernel) inline double ofReal(std::span<const double> p) { return weighted(std::pow(p[0], complex(p[1], p[2])), 1, 0.7); }
TREELIZE(kernel) inline double ofNumber(double x, double y) { return y * std::real(std::asin(complex(x))) + std::imag(std::acosh(complex(x))) + std::imag(std::atanh(complex(x))); }
TREELIZE(kernel) inline double imaginary(double x, double y) { return y * std::imag(std::asin(complex(x))) + std::imag(std::atan(complex(0, x))); }
// clang-format on

} // namespace app

#include "GradientCheck.h"
#include "complex-functions.treelize.hpp"

namespace {

using app::complex;

complex side(complex z) { // where a cut is not met
  const double off = 1e-12 * std::abs(z);
  return {z.real() + std::copysign(off, z.real()), z.imag() + std::copysign(off, z.imag())};
}

template <class Kernel, class Function, class Slope>
void at(const char* name, const Kernel& kernel, const Function& function, const Slope& slope, complex z) {
  const complex right = function(z), by = slope(side(z));
  const double size = std::abs(by) + 1e-300;
  for (const auto& [u, v] : {std::pair{1.0, 0.0}, {0.0, 1.0}}) {
    double x_b = 0, y_b = 0, u_b = 0, v_b = 0;
    const double found = kernel.value_and_grad(z.real(), z.imag(), u, v).value;
    kernel.adjoint(z.real(), z.imag(), u, v, 1.0, x_b, y_b, u_b, v_b);
    const double wanted = u * right.real() + v * right.imag();
    check::near(name, "the value", found, wanted, 2e-15, std::abs(right));
    check::near(name, "by x", x_b / size, (u * by.real() + v * by.imag()) / size, 1e-9, 1);
    check::near(name, "by y", y_b / size, (-u * by.imag() + v * by.real()) / size, 1e-9, 1);
    const auto t = kernel.tangent(z.real(), z.imag(), u, v, 0.0, 1.0, 0.0, 0.0);
    check::near(name, "tangent by y", t.derivative / size, y_b / size, 1e-12, 1);
  }
}

} // namespace

int main() {
  using namespace app::kernels;
  const complex one = 1;
  for (const complex z : {complex(0.3, 0.4), {-3, 1}, {-10, 0.0}, {-10, -0.0}, {3, 0.0}, {3, -0.0}, {0, 2}, {0, -2}, {-0.0, 2}, {0.5, 0}, {-0.5, -0.0},
                          {1e-5, -1e-6}, {20, 30}}) {
#define ROW(name, slope) at(#name, of_##name, [](complex w) { return std::name(w); }, [&](complex w) -> complex { return slope; }, z)
    ROW(sqrt, 0.5 / std::sqrt(w));
    ROW(log, one / w);
    ROW(asin, one / (std::sqrt(one - w) * std::sqrt(one + w)));
    ROW(acos, -one / (std::sqrt(one - w) * std::sqrt(one + w)));
    ROW(atan, one / (one + w * w));
    ROW(asinh, one / (std::sqrt(one + complex(-w.imag(), w.real())) * std::sqrt(one - complex(-w.imag(), w.real()))));
    ROW(acosh, one / (std::sqrt(w - one) * std::sqrt(w + one)));
    ROW(atanh, one / (one - w * w));
    const complex p(1.3, 0.4);
    at("power", power, [&](complex w) { return std::pow(w, p); }, [&](complex w) -> complex { return p * std::pow(w, p - one); }, z);
    at("small", small, [&](complex w) { return std::pow(w, 0.4); }, [&](complex w) -> complex { return 0.4 * std::pow(w, -0.6); }, z);
  }
  for (const complex z : {complex(3e200, 4e200), {-3e200, 4e200}, {1e-200, -3e-200}, {-3e250, 1e-9}}) {
    ROW(sqrt, 0.5 / std::sqrt(w));
    ROW(log, std::exp(-std::log(w)));
    at("small", small, [&](complex w) { return std::pow(w, 0.4); }, [&](complex w) -> complex { return 0.4 * std::pow(w, -0.6); }, z);
  }
  for (const double x : {-3.0, 2.5, -0.2})
    check::scalar("ofReal", ofReal, {x, 1.3, 0.4});
  const std::vector<double> origin{0, 1.3, 0.4};
  std::vector<double> origin_b(3);
  ofReal.adjoint(origin, 1.0, origin_b);
  for (const double x_b : origin_b)
    check::near("ofReal", "at zero", x_b, 0, 0, 0);
  check::numbers("ofNumber", ofNumber, 0.3, 1.2);
  check::numbers("imaginary", imaginary, 2.0, 1.2);
  check::numbers("imaginary", imaginary, -2.0, 1.2);
  return check::finish();
}
