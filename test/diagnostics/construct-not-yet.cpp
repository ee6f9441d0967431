// What a kernel cannot hold yet is refused where it stands, with the way there and a way out.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <valarray>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
class Account {
public:
  int get() const { return balance; }

private:
  int balance : 4 = 0;
};

double& pick(double& x, int n) { return n == 0 ? x : pick(x, n - 1); }
double deeper(double x) { return pick(x, 3); }

// CHECK: :[[#@LINE-3]]:54: error: the result of 'pick', which stays a call, is not supported in a kernel yet [treelize-construct-not-yet]
// CHECK: note: called from here
// CHECK: note: called from here
// CHECK: note: 'recursive' is a kernel because of this annotation
// CHECK: note: return a number or a plain struct
[[treelize::kernel]] double recursive(double x) { return deeper(x); }

double both(double& x, double& y, int n) { return n == 0 ? x * y : both(x, x, n - 1); }
// CHECK: error: the call of a recursive function with two references to one object is not supported in a kernel yet
// CHECK: note: make the parameters that it only reads const, or pass copies
[[treelize::kernel]] double aliased(double x, double y) { return both(x, y, 2); }

// CHECK: error: the virtual call of 'Shape::area' on an object whose class is not known here is not supported in a kernel yet
[[treelize::kernel]] double virtualCall(const Shape& s, double x) { return s.area() * x; }

struct Base {
  double k;
  Base(double p) : k(scaled(p)) {}
  double scaled(double p) const { return rate(p); }
  virtual double rate(double p) const { return p; }
};
struct Derived : Base {
  using Base::Base;
  double rate(double p) const override { return p * p; }
};
// CHECK: error: a virtual call in a function that a constructor calls is not supported in a kernel yet
// CHECK: note: call it when the object is complete
[[treelize::kernel]] double constructed(double x) { return Derived(x).k; }

// CHECK: error: a variable argument list is not supported in a kernel yet
[[treelize::kernel]] double lists(double x) {
  va_list list;
  (void)list;
  return x;
}

// CHECK: error: a kernel that returns a reference, a pointer or a span is not supported in a kernel yet
[[treelize::kernel]] void* address(void* p) { return p; }

double walk(const double*& p, int n) { return n == 0 ? *p++ : walk(p, n - 1) * walk(p, n - 1); }
// CHECK: error: a pointer that a function changes for its caller, where the call stays one, is not supported in a kernel yet
[[treelize::kernel]] double walks(const double* p) { return walk(p, 2); }

// CHECK: error: 'std::begin' of a 'std::valarray<double>' is not supported in a kernel yet
[[treelize::kernel]] double values(const std::valarray<double>& v) {
  double sum = 0;
  for (double x : v)
    sum += x;
  return sum;
}

// CHECK: error: a variable of type 'std::set<double>' is not supported in a kernel yet
[[treelize::kernel]] double maps(double x) {
  std::set<double> m;
  return x;
}

// CHECK: error: a std::function that is made in a loop from a lambda that refers to 'e' is not supported in a kernel yet
// CHECK: note: capture a copy of the numbers that it needs
[[treelize::kernel]] double functions(const std::vector<double>& v) {
  std::vector<std::function<double(double)>> fs;
  for (const double& e : v)
    fs.push_back([&e](double y) { return y * e; });
  return fs[0](v[0]);
}

// CHECK: error: a function that is chosen after a call, in the loop or recursion that repeats the call, is not supported in a kernel yet
[[treelize::kernel]] double lateFunctions(double x) {
  std::function<double(double)> f = [](double y) { return y; };
  for (int i = 0; i < 3; ++i) {
    x = f(x);
    f = [](double y) { return y * y; };
  }
  return x;
}

struct Line {
  double a, b;
  double once(double x) const { return a * x; }
  double twice(double x) const { return b * x * x; }
};
double repeated(Line& line, double (Line::*of)(double) const, int n) {
  return n == 0 ? (line.*of)(2) : repeated(line, of, n - 1) / 2;
}
// CHECK: error: a function that is chosen after a call, in the loop or recursion that repeats the call, is not supported in a kernel yet
[[treelize::kernel]] double lateMembers(double x, double y, int n) {
  Line line{x, y};
  double (Line::*of)(double) const = &Line::once;
  const double first = repeated(line, of, n);
  of = &Line::twice;
  return first + repeated(line, of, n);
}

// CHECK: error: a loop by reference over a container without a derivative that its body changes is not supported in a kernel yet
// CHECK: note: loop by value, or over a copy of it
[[treelize::kernel]] double changedRange(double x, int n) {
  std::map<int, int> m{{1, n}};
  double sum = 0;
  for (auto& [key, value] : m) {
    m[key] = 50;
    sum += value;
  }
  return sum * x;
}

struct Counted {
  double v;
  mutable double sum = 0;
  double get() const { return sum += v; }
};
// CHECK: error: a copy of an object with mutable members in a lambda is not supported in a kernel yet
[[treelize::kernel]] double capturedCounter(double x) {
  const Counted a{x};
  const auto get = [a] { return a.get(); };
  return get() * a.sum;
}

// CHECK: error: a variable of type 'std::pair<int, std::deque<double>>', which holds a container of real numbers, is not supported
// CHECK: note: use a variable for each part
[[treelize::kernel]] double hiddenContainer(double x, int n) {
  std::pair<int, std::deque<double>> pair{n, {x, x}};
  return pair.second[0] * pair.first;
}

struct Sized {
  double size, weight;
  bool operator<(const Sized& other) const { return size < other.size; }
};
// CHECK: error: a reference to one of several objects is not supported in a kernel yet
// CHECK: note: declare a value, not a reference
[[treelize::kernel]] double changedBehindReference(double x, double y) {
  Sized a{x, 1}, b{y, 2};
  const Sized& less = std::min(a, b);
  a.weight *= 3 * x;
  b.weight *= 2 * y;
  return less.size * less.weight;
}

// CHECK: error: a mutable lambda with copies that is assigned is not supported in a kernel yet
[[treelize::kernel]] double countingFunctions(double x, bool counts) {
  int n = 1;
  std::function<double(double)> f = [](double y) { return y; };
  if (counts)
    f = [n](double y) mutable { return y * ++n; };
  return f(x);
}

// CHECK: error: an object of 'std::variant<int, double>' that belongs to the caller is not supported in a kernel yet
[[treelize::kernel]] double callersVariant(const std::variant<int, double>& v, double x) { return std::get<1>(v) * x; }

struct Rate {
  double (*at)(double);
};
// CHECK: error: a function that belongs to the caller is not supported in a kernel yet
[[treelize::kernel]] double callersFunction(const Rate& rate, double x) { return rate.at(x); }

// CHECK: error: the library function 'std::riemann_zeta' is not supported in a kernel yet
[[treelize::kernel]] double library(double x) { return std::riemann_zeta(x); }

// CHECK: error: the private bit-field 'balance' of 'Account' is not supported in a kernel yet
[[treelize::kernel]] double privateMember(const Account& a, double x) { return a.get() * x; }

const double* maybe(const double* x, bool b) { return b ? x : nullptr; }

// CHECK: error: a pointer that is used before it points anywhere is not supported in a kernel yet
[[treelize::kernel]] double null(double x) {
  const double* p;
  return *p * x;
}

// CHECK: error: a pointer that may be null, for 'p', which never was, is not supported in a kernel yet
[[treelize::kernel]] double becomesNull(double x, bool b) {
  const double* p = &x;
  for (int i = 0; i < 2; ++i)
    p = maybe(&x, b);
  return *p * x;
}

// CHECK: error: a function or a lambda as a parameter of a kernel is not supported in a kernel yet
[[treelize::kernel]] double calls(double x, double (*f)(double)) { return f(x); }

// Every statement that cannot be lowered is named at once.
// CHECK: error: the library function 'std::riemann_zeta' is not supported in a kernel yet
// CHECK: error: a statement expression is not supported in a kernel yet
[[treelize::kernel]] double two(double x) {
  x = std::riemann_zeta(x);
  x = ({ x; });
  return x;
}
