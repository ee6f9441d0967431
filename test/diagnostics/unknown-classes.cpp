// Objects of classes that are not taken say why.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <memory>
#include <variant>
#include <vector>

struct HasMass {
  double m = 1;
};
struct HasSpeed : virtual HasMass {
  double v = 0;
};
struct HasPlace : virtual HasMass {
  double x = 0;
};
struct Body : HasSpeed, HasPlace {};
// CHECK: error: an object of class 'Body', which has a virtual base, is not supported in a kernel yet
// CHECK: note: derive without 'virtual', or hold what is shared as a member
[[treelize::kernel]] double bodies(double x) {
  Body b;
  b.m = x;
  return b.m * b.m;
}

union Either {
  double d;
  float f;
};
// CHECK: error: an object of the union 'Either' is not supported in a kernel yet
// CHECK: note: use a struct, or std::variant
[[treelize::kernel]] double unions(double x) {
  Either e;
  e.d = x;
  return e.d;
}

struct Base {
  double v;
};
struct Hiding : Base {
  double v;
};
// CHECK: error: an object of class 'Hiding', in which two members have one name, is not supported in a kernel yet
// CHECK: note: give the member of one of the classes another name
[[treelize::kernel]] double hidden(double x) {
  std::vector<Hiding> v(2);
  v[0].v = x;
  return v[0].v * x;
}

// CHECK: error: a std::weak_ptr, which asks whether its object is still there, is not supported in a kernel yet
// CHECK: note: use a plain pointer to an object that outlives it
[[treelize::kernel]] double weak(double x) {
  const auto p = std::make_shared<double>(x);
  std::weak_ptr<double> w = p;
  return *w.lock();
}

struct Node;
struct Leaf {
  double value;
};
struct Sum {
  std::vector<Node> parts;
};
struct Node {
  std::variant<Leaf, Sum> of;
};
// CHECK: error: an object of a class that holds a vector of its own class is not supported in a kernel yet
// CHECK: note: hold the parts by std::unique_ptr, or by their indices in one vector
[[treelize::kernel]] double trees(double x) {
  Node leaf{Leaf{x}};
  Node sum{Sum{{leaf, leaf}}};
  return std::get<Leaf>(std::get<Sum>(sum.of).parts[0].of).value;
}
