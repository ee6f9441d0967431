// What cannot be a kernel or a data-oriented class yet says so, with a way out.
// RUN: not %treelize %s -o %t.treelize.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

struct TREELIZE(data_oriented) Shape {
  // CHECK: [[#@LINE+1]]:{{.*}} error: kernel 'area' is virtual, which is not supported yet [treelize-kernel-not-yet]
  TREELIZE(kernel) virtual double area() const { return 1; }
  virtual ~Shape() = default;
};

template <class T> struct TREELIZE(data_oriented) Box {
  // CHECK: error: class 'Box' is a template, and nothing says what 'T' is [treelize-needs-template-argument]
  // CHECK: note: name it in the annotation: 'data_oriented, T = double'
  T value;
};

// CHECK: error: kernel 'f' is a template, and nothing says what 'T' is [treelize-needs-template-argument]
// CHECK: note: name it in the annotation: 'kernel, T = double'
template <class T> TREELIZE(kernel) T f(T x) { return x; }

// CHECK: error: kernel 'g' cannot be instantiated: 'Unknown' is no type{{.*}} [treelize-kernel-template]
template <class T> TREELIZE(kernel, T = Unknown) T g(T x) { return x; }

class TREELIZE(data_oriented) Closed {
  // CHECK: error: member 'n' of 'app::Closed' is a private bit-field and cannot be reached{{.*}} [treelize-unreachable-member]
  // CHECK: note: kernel 'times' uses it
  // CHECK: [[#@LINE-3]]:{{.*}} note: befriend treelize::access, which <treelize/annotations.hpp> declares
  // CHECK: template <class> friend struct treelize::access;
  unsigned n : 3;
  // CHECK: error: member 'r' of 'app::Closed' is a private reference and cannot be reached
  double& r;

public:
  TREELIZE(kernel) double times() const { return n * r; }
};

struct TREELIZE(data_oriented) Bits {
  // CHECK: error: member 'n' of 'app::Bits' is a bit-field that a kernel changes and cannot be reached{{.*}}
  // CHECK: note: make it an ordinary member
  unsigned n : 3;
  TREELIZE(kernel) double count(double x) { return ++n * x; }
};

struct Part {
  double k = 2;
};

// CHECK: error: 'Joined' cannot be data-oriented: it is derived from a virtual base, which is not supported yet [treelize-data-oriented-not-yet]
// CHECK: note: derive from it without 'virtual'
struct TREELIZE(data_oriented) Joined : virtual Part {
  TREELIZE(kernel) double times(double x) const { return k * x; }
};

} // namespace app

static const struct {
  double rate = 2;
} settings;
// CHECK: [[#@LINE+1]]:{{.*}} error: kernel 'unnamed' is a function of a class without a name, which is not supported yet
TREELIZE(kernel) inline double unnamed(double x, decltype(settings) s) { return x * s.rate; }
