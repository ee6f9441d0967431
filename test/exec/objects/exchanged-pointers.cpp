// Pointers that std::exchange sets to null, as move constructors do.
// RUN: %treelize %s -o %T/exchanged-pointers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <utility>
#include <vector>

namespace app {

struct Buffer {
  double* data;
  int size;
  explicit Buffer(double x) : data(new double[2]), size(2) {
    data[0] = x;
    data[1] = x * x;
  }
  Buffer(Buffer&& other) noexcept : data(std::exchange(other.data, nullptr)), size(std::exchange(other.size, 0)) {}
  ~Buffer() { delete[] data; }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data, other.data);
    std::swap(size, other.size);
    return *this;
  }
};

TREELIZE(kernel) double moves(std::span<const double> x) {
  Buffer a(x[0]);
  Buffer b(std::move(a)), c(x[1]);
  c = std::move(b);
  std::vector<Buffer> all;
  all.push_back(std::move(c));
  all.push_back(Buffer(x[2]));
  return all[0].data[0] * all[1].data[1] * all[0].data[1];
}

TREELIZE(kernel) double variables(std::span<const double> x) {
  double a = x[0];
  double* p = &a;
  double* q = std::exchange(p, nullptr);
  *q *= x[1];
  return p ? 0 : a * a;
}

TREELIZE(kernel) double blocks(std::span<const double> x) {
  double* p = new double[2]{x[0], x[1]};
  double* q = new double[2]{x[2], x[0]};
  for (int i = 0; i < 3; ++i) {
    double* t = new double[2]{p[1] * q[0], q[1]};
    std::swap(p, t);
    delete[] t;
  }
  const double result = p[0] * q[0] + p[1];
  delete[] p;
  delete[] q;
  return result;
}

} // namespace app

#include "exchanged-pointers.treelize.hpp"

int main() {
  check::scalar("moves", app::kernels::moves, {0.9, 1.3, 0.4});
  check::scalar("variables", app::kernels::variables, {0.9, 1.3, 0.4});
  check::scalar("blocks", app::kernels::blocks, {0.9, 1.3, 0.4});
  return check::finish();
}
