// Bit-fields hold what their width holds: after assignments, updates and steps, from initialisers and constructors, in copies
// and elements, and in what is saved and restored.
// RUN: %treelize %s -o %T/bit-fields.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/bit-fields.treelize.hpp
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/bit-fields.treelize.hpp --disable-pass=objects --disable-pass=elision --disable-pass=scopes --disable-pass=hoisting --disable-pass=fusion --disable-pass=demand --disable-pass=recomputation --disable-pass=records --disable-pass=registers -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <utility>
#include <vector>

namespace app {

enum class Mode : unsigned char { a, b, c, d };
struct Bits {
  unsigned a : 3;
  int s : 4;
  bool flag : 1;
  unsigned long long wide : 40;
  long long deep : 50;
  Mode mode : 2;
  unsigned char small : 5;
  short less : 7;
};
inline double sum(const Bits& b) {
  return b.a + 10.0 * b.s + 100.0 * b.flag + 1e3 * static_cast<double>(b.wide % 977) + 1e6 * static_cast<double>(b.deep % 977) +
         7.0 * static_cast<int>(b.mode) + 3.0 * b.small + 11.0 * b.less;
}
struct Mixed {
  double x;
  int n : 4;
  unsigned k : 2;
  double y;
};

// CHECK-LABEL: struct known_kernel
// CHECK: b_a = (b_a + 3) & 7;
TREELIZE(kernel) double known(double x) {
  Bits b{6, 7, false, 0, 0, Mode::a, 0, 0};
  b.a += 3;
  b.s += 2;
  return b.a * x + (b.s < 0 ? 0 : 100 * x);
}
TREELIZE(kernel) double updates(double x, int n) {
  Bits b{6, 7, true, 1, 1, Mode::c, 30, 60};
  b.a += 3;
  b.s += 2;
  b.wide += 1ull << 39;
  b.wide += 1ull << 39;
  b.deep += 1ll << 48;
  b.deep += 1ll << 49;
  b.small += n;
  b.less += n;
  b.a -= n;
  b.s <<= 1;
  b.a *= 5;
  b.wide ^= 12345;
  return sum(b) * x;
}
TREELIZE(kernel) double steps(double x, int n) {
  Bits b{};
  double r = 0;
  for (int i = 0; i < n; ++i) {
    ++b.a;
    b.s--;
    b.wide--;
    b.less += 9;
    r += b.a++ * x + b.s * x * x + (--b.small) * x + b.less;
    r += static_cast<double>(b.wide % 1000);
  }
  return r;
}
TREELIZE(kernel) double initialised(double x, int n) {
  const Bits b{static_cast<unsigned>(n),
               n,
               n != 0,
               static_cast<unsigned long long>(-n),
               -n,
               static_cast<Mode>(n & 3),
               static_cast<unsigned char>(n),
               static_cast<short>(n)};
  return sum(b) * x;
}
TREELIZE(kernel) double saved(double x, int n) {
  Mixed m{x, n, static_cast<unsigned>(n), x * x};
  for (int i = 0; i < 5; ++i) {
    m.n += 3;
    m.k += 3;
    if (m.n < 0)
      m.x *= m.y;
    else
      m.y += m.k * m.x;
  }
  return m.x * m.y;
}
TREELIZE(kernel) double values(double x, int n) {
  Bits b{};
  double t = (b.a = n) * x;
  t += (b.s = n + 1) * x;
  t += (b.s += 7) * x;
  return t;
}
TREELIZE(kernel) double elements(double x, int n) {
  Mixed m{x, 0, 0, 1};
  std::vector<Mixed> v;
  for (int i = 0; i < n; ++i) {
    m.n = i * 3;
    m.k++;
    m.x *= 1.1;
    v.push_back(m);
  }
  double s = 0;
  for (Mixed& e : v) {
    e.n++;
    s += e.n * e.x * e.x + e.k * e.x;
    e.y *= e.x;
    s += e.y;
  }
  std::swap(v[0], v[1]);
  return s + v[0].n * v[0].x;
}
struct Given {
  int n : 3 = 2;
  unsigned k : 3 = 5;
  double w = 1;
  Given() = default;
  Given(int first, double second) : n(first), w(second) {}
};
TREELIZE(kernel) double given(double x, int n) {
  Given g;
  Given h(n, x);
  g.w = x;
  g.n += n;
  h.k += n;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    h.n += 1;
    g.k -= 3;
    s += h.n * h.w * g.w + g.k * g.w + g.n * x;
  }
  return s;
}
TREELIZE(kernel) double counter(double x) {
  Bits b{};
  double s = 0;
  for (b.a = 0; b.a < 5; b.a++)
    s += x * b.a;
  return s * s;
}
inline Mixed made(double x, int n) {
  Mixed m;
  m.x = x;
  m.y = x;
  m.n = n;
  m.k = n;
  return m;
}
TREELIZE(kernel) double returned(double x, int n) {
  Mixed m = made(x, n);
  auto [a, b, c, d] = m;
  return a * b + c * d * x;
}
TREELIZE(kernel) double read(const Mixed& m, double x) { return m.n * m.x * x + m.k * m.y; }

} // namespace app

#include "bit-fields.treelize.hpp"

int main() {
  check::Kernels kernel;
#define CHECK(name, ...) kernel(#name, app::kernels::name, app::name, __VA_ARGS__)
  CHECK(known, 1.7);
  for (int n : {0, 1, 3, 5, 9, 13, 200, -3}) {
    CHECK(updates, 1.7, n);
    CHECK(initialised, 1.7, n);
    CHECK(saved, 1.2, n);
    CHECK(values, 1.7, n);
    CHECK(given, 1.7, n);
    CHECK(returned, 1.7, n);
  }
  for (int n : {2, 3, 20}) {
    CHECK(steps, 1.7, n);
    CHECK(elements, 1.1, n);
  }
  CHECK(counter, 1.7);
  CHECK(read, app::Mixed{2, -3, 1, 4}, 3.0);
  return kernel.failures;
}
