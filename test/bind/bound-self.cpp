// The object of a kernel as a whole: recursive methods, `this` and `*this` as arguments, copies of it, bases that know
// the class that derives from them, virtual methods, the shapes of its fields.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>
#include <treelize/field.hpp>

#include <cmath>
#include <iostream>
#include <map>
#include <stdexcept>
#include <vector>

namespace app {

class TREELIZE(data_oriented) Recursive {
public:
  treelize::field<double> x{4};
  double k = 1.5;
  std::vector<double> sums = {1, 2, 3};
  TREELIZE(kernel) double halves() const { return half(0, 4); }
  TREELIZE(kernel) double walk(int n) {
    step(n);
    return sums[0] + sums[1] * sums[2] + k * x[1];
  }
  TREELIZE(kernel) double itself(int n) {
    if (n == 0)
      return x[0];
    x[n] *= k;
    return itself(n - 1) * x[n];
  }
  TREELIZE(kernel) double memory(int n) {
    known_.clear();
    return remembered(n) * x[1];
  }

private:
  int calls_ = 0;
  std::vector<double> known_;

  double half(int from, int to) const {
    if (to - from == 1)
      return x[from] * k;
    const int middle = (from + to) / 2;
    const double a = half(from, middle), b = half(middle, to);
    return a * b + a;
  }
  void step(int n) {
    if (!n)
      return;
    ++calls_;
    sums[n % 3] += x[n % 4] * k * sums[(n + 1) % 3];
    k *= 1.1;
    step(n - 1);
    x[n % 4] += 0.1 * sums[0] * calls_;
  }
  double remembered(std::size_t n) {
    if (n < known_.size())
      return known_[n];
    const double value = n < 2 ? x[n] : remembered(n - 1) * 0.4 + remembered(n - 2) * k;
    known_.push_back(value);
    return value;
  }
};

class TREELIZE(data_oriented) Passed {
public:
  treelize::field<double> x{4};
  double k = 2;
  TREELIZE(kernel) double byReference();
  TREELIZE(kernel) double byValue();
  TREELIZE(kernel) double captured() {
    auto at = [this](int i) { return k * x[i] * x[i]; };
    const auto copy = [*this](int i) { return k * x[i]; };
    x[1] *= 3;
    k *= x[2];
    return at(1) * copy(1) + at(0);
  }
  bool isSame(const Passed* other) const { return other == this; }
};
inline double read(const Passed& p, int i) { return p.x[i] * p.k; }
inline void change(Passed& p) {
  p.k *= p.x[1];
  for (std::size_t i = 0; i < p.x.size(); ++i)
    p.x[i] *= p.k;
}
inline double behind(const Passed* p) { return p->x[2] * p->k; }
inline double Passed::byReference() {
  double s = read(*this, 1);
  change(*this);
  return s + read(*this, 2) * behind(this) * (isSame(this) ? 2 : 1);
}
inline double changed(Passed p, int i) {
  p.x[i] *= 2;
  p.k += p.x[i];
  return p.x[i] * p.k;
}
inline double Passed::byValue() {
  const double s = changed(*this, 1);
  Passed copy = *this;
  copy.x[0] *= copy.k;
  return s + copy.x[0] * x[0] + read(*this, 1);
}

template <class Derived> struct Stepping {
  treelize::field<double> x{4};
  double k = 2;
  Derived& self() { return *static_cast<Derived*>(this); }
  void step() {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = self().phi(x[i]);
  }
  double sum() const {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      s += static_cast<const Derived&>(*this).phi(x[i]) * k;
    return s;
  }
};
class TREELIZE(data_oriented) Quadratic : public Stepping<Quadratic> {
public:
  double q = 3;
  double phi(double r) const { return q * r * r; }
  TREELIZE(kernel) double run() {
    step();
    return sum();
  }
};

class TREELIZE(data_oriented) Potential {
public:
  treelize::field<double> x{4};
  double k = 2;
  virtual ~Potential() = default;
  virtual double phi(double r) const { return r * k; }
  TREELIZE(kernel) double total() {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      s += phi(x[i]);
    return s;
  }
};
class TREELIZE(data_oriented) Spring : public Potential {
public:
  double stiffness = 3;
  double phi(double r) const override { return stiffness * r * r; }
  TREELIZE(kernel) double energy() { return Potential::total(); }
};

class TREELIZE(data_oriented) Shaped {
public:
  treelize::field<double> x{3, 4}, y{4};
  TREELIZE(kernel) double product() {
    double s = 0;
    const auto& extents = x.shape();
    if (x.rank() != 2 || x.shape().size() != y.rank() + 1)
      return 0;
    for (std::size_t i = 0; i < x.shape()[0]; ++i)
      for (std::size_t j = 0; j < extents.back(); ++j)
        s += x(i, j) * y[j] * x(i, j);
    for (std::size_t n : x.shape())
      s *= static_cast<double>(n);
    return s * static_cast<double>(x.shape().at(1));
  }
};
} // namespace app

#include GENERATED

int failures = 0;
void passes(const treelize::gradient_report& report) {
  if (!report.passed()) {
    std::cout << report;
    ++failures;
  }
}
template <class T> T filled() {
  T object;
  for (std::size_t i = 0; i < object.x.size(); ++i)
    object.x.data()[i] = 0.3 + 0.4 * static_cast<double>((i * 5) % 7);
  return object;
}

int main() {
  auto recursive = filled<treelize::bound<app::Recursive>>();
  passes(treelize::check_gradient(recursive.halves));
  passes(treelize::check_gradient(recursive.walk, 5));
  passes(treelize::check_gradient(recursive.itself, 3));
  passes(treelize::check_gradient(recursive.memory, 6));
  auto passed = filled<treelize::bound<app::Passed>>();
  passes(treelize::check_gradient(passed.byReference));
  passes(treelize::check_gradient(passed.byValue));
  passes(treelize::check_gradient(passed.captured));
  auto quadratic = filled<treelize::bound<app::Quadratic>>();
  passes(treelize::check_gradient(quadratic.run));
  auto potential = filled<treelize::bound<app::Potential>>();
  passes(treelize::check_gradient(potential.total));
  auto spring = filled<treelize::bound<app::Spring>>();
  passes(treelize::check_gradient(spring.energy));
  passes(treelize::check_gradient(treelize::bind(static_cast<app::Spring&>(spring)).energy));
  auto shaped = filled<treelize::bound<app::Shaped>>();
  shaped.y[2] = 2;
  passes(treelize::check_gradient(shaped.product));
  // What a derived class overrides, the derivative of the base's kernel does not know.
  try {
    static_cast<void>(spring.total.grad());
    ++failures;
  } catch (const std::invalid_argument&) {
  }
  return failures;
}
