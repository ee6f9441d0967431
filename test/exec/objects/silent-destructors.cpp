// Destructors that do nothing, or only release blocks through functions: of temporary objects, and of templates that
// `extern template` leaves to others.
// RUN: %treelize %s -o %T/silent-destructors.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/silent-destructors.treelize.hpp
// RUN: %cxx -DINSTANTIATE -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

template <class T> struct Shape {
  T scale = 2;
  Shape();
  virtual ~Shape();
};
template <class T> struct Ball : Shape<T> {
  T radius;
  explicit Ball(T radius);
  T volume() const;
};
template <class T> Shape<T>::Shape() {}
template <class T> Shape<T>::~Shape() {
  // nothing
}
template <class T> Ball<T>::Ball(T radius) : radius(radius) {}
template <class T> T Ball<T>::volume() const { return this->scale * radius * radius * radius; }
extern template struct Shape<double>;
extern template struct Ball<double>;

struct Pool {
  template <class T> static void drop(T* items) { delete[] items; }
  void close() { open = false; }
  bool open = true;
};
struct Block {
  double* data;
  Pool pool;
  explicit Block(double x) : data(new double[2]) {
    data[0] = x;
    data[1] = x * x;
  }
  Block(const Block&) = delete;
  ~Block() {
    if (data)
      release();
    pool.close();
    (void)0;
  }
  double sum() const { return data[0] + data[1]; }

private:
  void release() {
    Pool::drop(data);
    data = nullptr;
  }
};

// CHECK-LABEL: struct elsewhere_kernel {
// CHECK: const double object_scale = 2.0;
TREELIZE(kernel) double elsewhere(double x) { return Ball<double>(x).volume(); }
TREELIZE(kernel) double released(double x) { return Block(x).sum() * x; }

} // namespace app

#ifdef INSTANTIATE // elsewhere, for the tool
template struct app::Shape<double>;
template struct app::Ball<double>;
#endif

#include "silent-destructors.treelize.hpp"

int main() {
  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-12 * (1 + std::abs(b)); };
  const double x = 1.3;
  if (!near(app::kernels::elsewhere.grad(x).x, 6 * x * x) || !near(app::kernels::released.grad(x).x, 2 * x + 3 * x * x))
    return std::puts("wrong"), 1;
  return 0;
}
