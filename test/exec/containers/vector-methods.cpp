// Methods of containers that replace, exchange and insert many elements, and sorts of objects by their own order.
// RUN: %treelize %s -o %T/vector-methods.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/vector-methods.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace app {

// The stencil's two buffers.
TREELIZE(kernel) double stencil(std::span<const double> x) {
  std::vector<double> u(x.begin(), x.end()), next(x.size());
  for (int step = 0; step < 3; ++step) {
    next[0] = u[0];
    next.back() = u.back() * u.front();
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      next[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
    u.swap(next);
  }
  std::array<double, 2> a{u[0], u[1]}, b{u[2], u[3]};
  a.swap(b);
  return a[0] * a[0] * a[1] + b[0] * u[4];
}

TREELIZE(kernel) double assigned(std::span<const double> x) {
  std::vector<double> v{x[0] * x[1]};
  v.assign(x.begin() + 1, x.end());
  double sum = v[0] * v[1];
  v.assign({x[0], x[2] * x[3], x[1]});
  sum += v[0] * v[1] * v[2] * static_cast<double>(v.size());
  v.assign(4, x[1] * x[2]);
  return sum + v[0] * v[3];
}

TREELIZE(kernel) double inserted(std::span<const double> x) {
  std::vector<double> v{x[0], x[1] * x[1]};
  v.insert(v.begin() + 1, x.begin() + 2, x.end());
  v.insert(v.end(), {x[3], x[0] * x[2]});
  const auto at = v.insert(v.begin(), 2, v[1]);
  *at *= x[4];
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i] * static_cast<double>(i + 1);
  return sum;
}

struct Particle {
  double key = 0, weight = 0;
  bool operator<(const Particle& other) const { return key < other.key; }
};
bool operator>(const Particle& a, const Particle& b) { return b < a; }

// CHECK-LABEL: ordered
// CHECK: while (width <
TREELIZE(kernel) double ordered(std::span<const double> x) {
  std::vector<Particle> up(x.size());
  std::vector<int> numbers;
  for (std::size_t i = 0; i < x.size(); ++i) {
    up[i].key = std::sin(4 * x[i]);
    up[i].weight = x[i] * x[0];
    numbers.push_back(static_cast<int>(8 - i));
  }
  std::vector<Particle> down = up;
  std::sort(up.begin(), up.end());
  std::stable_sort(down.begin(), down.end(), std::greater<Particle>());
  std::sort(numbers.begin(), numbers.end());
  double sum = 0;
  for (std::size_t i = 0; i < up.size(); ++i)
    sum += up[i].key * up[i].weight * numbers[i] + down[i].weight / numbers[i];
  return sum;
}

// Lists with a name, and what is made of them.
class Grid {
public:
  Grid(std::initializer_list<int> extents, double value) : shape_(extents) {
    int size = 1;
    for (int extent : shape_)
      size *= extent;
    values_ = std::vector<double>(static_cast<std::size_t>(size), value, std::allocator<double>());
  }
  double& at(int i, int j) { return values_[static_cast<std::size_t>(i * shape_[1] + j)]; }

private:
  std::vector<double> values_;
  std::vector<int> shape_;
};
TREELIZE(kernel) double listed(double x, double y) {
  auto&& list = {1.0, x, 2.0, y * x};
  const auto& numbers = {x, y};
  const std::vector<double> copy(numbers);
  std::vector<double> filled(3, x * y, std::allocator<double>());
  Grid grid({2, 3}, x);
  grid.at(1, 1) = y * y;
  double* pointer{&filled[1]};
  double* none{};
  if (!none)
    *pointer *= x;
  double sum = static_cast<double>(numbers.size());
  for (double element : list)
    sum = sum * 0.5 + element * element;
  return sum * copy[0] * copy[1] + filled[0] * filled[1] + grid.at(1, 1) * grid.at(0, 2);
}

// The argument is an element of the vector itself; the position is an int.
TREELIZE(kernel) double fromItself(double x, double y) {
  std::vector<double> v{x, y, 2};
  v.assign(2, v[1]);
  const int k = v.size() > 1 ? 1 : 0;
  v.insert(v.begin() + k, v[0] * x);
  v = std::vector<double>(v.size(), v[1] + v[2]);
  return v[0] * v[2] * y;
}

} // namespace app

#include "vector-methods.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.55};
  check::scalar("stencil", app::kernels::stencil, x);
  check::scalar("assigned", app::kernels::assigned, x);
  check::scalar("inserted", app::kernels::inserted, x);
  check::scalar("ordered", app::kernels::ordered, x);
  check::numbers("listed", app::kernels::listed, 0.7, 1.3);
  check::numbers("fromItself", app::kernels::fromItself, 0.7, 1.3);
  return check::finish();
}
