// Vectors of the compiler are the kernel's own arrays; those of others, and what is no arithmetic of their elements, are refused.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | FileCheck %s
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

typedef double pair __attribute__((vector_size(16)));
typedef long mask __attribute__((vector_size(16)));

// CHECK: [[@LINE+1]]:39: error: a vector of the compiler that belongs to the kernel's caller is not supported in a kernel yet
TREELIZE(kernel) double byValue(pair  x) {
  return x[0];
}

// CHECK: [[@LINE+1]]:47: error: a vector of the compiler that belongs to the kernel's caller is not supported in a kernel yet
TREELIZE(kernel) double byPointer(const pair* x) {
  return x[0][1];
}

TREELIZE(kernel) double cast(double x) {
  const pair a = {x, x};
  // CHECK: [[@LINE+1]]:14: error: a variable of type '{{.*}}long' is not supported in a kernel yet
  const mask b = (mask)a;
  return b[0] * x;
}

TREELIZE(kernel) double inVector(double x) {
  // CHECK: [[@LINE+1]]:21: error: a variable of type 'std::vector<{{.*}}>' is not supported in a kernel yet
  std::vector<pair> all(2);
  all[0][0] = x;
  return all[0][0];
}

} // namespace app
