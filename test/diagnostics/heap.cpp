// What objects on the kernel's heap cannot do is refused where it stands.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <memory>
#include <vector>

struct Node {
  double v;
  std::unique_ptr<Node> next;
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double r = 1;
  double area() const override { return r; }
};
struct Square : Shape {
  double s = 1;
  double area() const override { return s * s; }
};

void grow(std::unique_ptr<Node>& node, int depth) {
  if (depth == 0)
    return;
  node = std::make_unique<Node>();
  grow(node, depth - 1);
}

// CHECK: error: a pointer that a function changes for its caller, where the call stays one, is not supported
[[treelize::kernel]] double byReference(double x) {
  std::unique_ptr<Node> node;
  grow(node, 3);
  return node->v * x;
}

// CHECK: error: 'use_count' of an owning pointer is not supported in a kernel yet
[[treelize::kernel]] double counted(double x) {
  const auto square = std::make_shared<Square>();
  return x * square.use_count();
}

// CHECK: heap.cpp:[[#@LINE+4]]:{{[0-9]+}}: error: a pointer to pointers, or to an object that holds some, which gets new values is not supported in a kernel yet
[[treelize::kernel]] double pointerToPointer(double x) {
  Node a{x, nullptr};
  Node *p = &a, *r = p;
  Node** q = &p;
  q = &r;
  return (*q)->v;
}

// CHECK: error: 'resize' of a vector of pointers, spans or objects that hold some is not supported
[[treelize::kernel]] double resized(double x) {
  std::vector<std::unique_ptr<Node>> nodes;
  nodes.resize(3);
  return x;
}

// The caller's objects have no number.
// CHECK: error: an owning pointer that belongs to the caller is not supported in a kernel yet
[[treelize::kernel]] double callers(const std::vector<std::unique_ptr<Node>>& nodes) {
  double sum = 0;
  for (const auto& node : nodes)
    sum += node->v;
  return sum;
}

// CHECK: error: a 'dynamic_cast' to a reference is not supported in a kernel yet
[[treelize::kernel]] double castReference(double x) {
  Circle circle;
  Square square;
  const Shape* shapes[] = {&circle, &square};
  return dynamic_cast<const Square&>(*shapes[1]).s * x;
}
