// std::complex: arithmetic on the two parts, functions, containers, parameters and results.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/complex.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/complex.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {
using complex = std::complex<double>;
using namespace std::complex_literals;
struct Line {
  complex offset;
  double length = 1;
};
complex horner(const std::vector<complex>& c, complex z) {
  complex s = 0;
  for (std::size_t i = c.size(); i-- > 0;)
    s = s * z + c[i];
  return s;
}
complex branch(complex z) {
  if (z.real() > 0)
    return std::sqrt(z);
  return -std::conj(z) * 2.0;
}

// CHECK-LABEL: struct arithmetic_kernel
// CHECK: double z_re = x[0];
TREELIZE(kernel) double arithmetic(std::span<const double> x) {
  complex z(x[0], x[1]), w{x[2]}, i = 1.0i;
  complex a = z * w + i / z - 2.0 * z;
  a *= z;
  a += w;
  a -= 1.0;
  a /= 2.0 - z;
  a *= a; // by itself
  z = std::conj(z) * z + complex(0, x[2]);
  z += z;
  z.imag(z.imag() * x[0]);
  z.real(a.real());
  return std::norm(a) + std::abs(z) * std::arg(z) + (z == w) + (-a).imag() + std::real(+z);
}
TREELIZE(kernel) double functions(std::span<const double> x) {
  complex z(x[0], x[1]);
  complex s = std::exp(z) + std::log(z) * std::sin(z) - std::cos(z) / std::tan(z);
  s += std::sinh(z) * std::cosh(z) + std::tanh(z) * std::pow(z, 3) - std::pow(z, x[2]) +
       std::pow(z, complex(0.5, x[0]));
  s += std::sqrt(z) * std::sqrt(-z) + std::polar(x[2], x[1]) + std::log10(z) + std::pow(2.0, z);
  return s.real() * s.imag();
}
TREELIZE(kernel) double containers(std::span<const double> x) {
  std::vector<complex> c = {complex(x[0], 1), complex(2, x[1]), {x[2], x[0]}};
  std::array<complex, 2> two{};
  two[1] = horner(c, complex(x[1], x[0]));
  for (complex& e : c)
    e = e * two[1] + branch(e);
  Line l;
  l.offset = c[0] - c[2];
  l.length = std::abs(l.offset);
  std::complex<double> t = std::abs(x[0]) > 1 ? c[0] : c[1];
  return std::norm(horner(c, t)) + l.length * l.offset.imag() + two[0].real();
}
// a DFT: the roots are constants, the data is active
TREELIZE(kernel) double spectrum(std::span<const double> x) {
  const int n = 3;
  double s = 0;
  for (int k = 0; k < n; ++k) {
    complex sum;
    for (int j = 0; j < n; ++j)
      sum += x[j] * std::polar(1.0, -6.283185307179586 * j * k / n);
    s += (k + 1) * std::abs(sum);
  }
  return s;
}
TREELIZE(kernel) double parameter(const std::vector<complex>& v, complex z) {
  z *= v[0];
  return std::norm(z + v[1]);
}
TREELIZE(kernel) complex result(complex z) {
  return z * z;
}
TREELIZE(kernel) double origin(double x, double y) {
  return std::sqrt(complex(x, y)).real() + std::sqrt(complex(-1 + x, y)).imag();
}
// Real numbers become complex ones where a container takes them.
TREELIZE(kernel) double widened(std::span<const double> x) {
  std::vector<complex> a(x.begin(), x.end()), b{1.0i}, c(x.size());
  b.insert(b.begin(), x.begin() + 1, x.end());
  std::copy(x.begin(), x.end(), c.begin());
  c[0] += b[1] * a[2];
  a.assign(x.begin() + 1, x.end());
  std::fill(b.begin() + 1, b.end(), x[0]);
  return std::norm(a[0] * c[0] + b[1]) + (b[0] * c[1] * b.back()).real();
}
// A reference and a pointer to one of two.
TREELIZE(kernel) double chosen(double x, double y) {
  complex v{x, y}, w{y, x * y};
  complex& r = x > 0 ? v : w;
  r *= complex(y, 2);
  complex* p = y > 0 ? &w : &v;
  *p += r;
  p->imag(x);
  (x > y ? v : w) -= 2.0;
  const complex& same = x > 0 ? v : w;
  v *= 2.0;
  return std::norm(v) + w.real() * w.imag() * same.imag();
}

} // namespace app

#include "GradientCheck.h"
#include "complex.treelize.hpp"

int main() {
  using namespace app::kernels;
  using app::complex;
  for (const std::vector<double>& x :
       {std::vector{1.3, 0.8, 1.9}, {-1.1, 0.6, 0.4}, {0.7, -1.6, 1.2}}) {
    check::scalar("arithmetic", arithmetic, x);
    check::scalar("functions", functions, x);
    check::scalar("containers", containers, x);
    check::scalar("spectrum", spectrum, x);
    check::scalar("widened", widened, x);
  }
  check::numbers("origin", origin, 0.3, 0.4);
  check::numbers("chosen", chosen, 0.3, 0.4);
  check::numbers("chosen", chosen, -0.3, 0.4);
  check::numbers("chosen", chosen, 0.6, -0.4);
  check::numbers("origin", origin, -0.3, -0.4);
  const std::vector<complex> v = {{1, 2}, {3, 4}};
  auto g = parameter.grad(v, complex(5, 6)); // |z v0 + v1|^2 at -7+16i + 3+4i = -4+20i
  check::near("parameter", "dz.re", g.z.real(), 2 * (-4 * 1 + 20 * 2), 1e-14, 0);
  check::near("parameter", "dz.im", g.z.imag(), 2 * (-4 * -2 + 20 * 1), 1e-14, 0);
  check::near("parameter", "dv1.im", g.v[1].imag(), 40, 1e-14, 0);
  complex z_b;
  result.adjoint(complex(2, 3), complex(1, 0), z_b);
  check::near("result", "dz.re", z_b.real(), 4, 0, 0);
  check::near("result", "dz.im", z_b.imag(), -6, 0, 0);
  return check::finish();
}
