// What a kernel cannot do with containers of real numbers.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace app {

// CHECK: slots.cpp:[[#@LINE+2]]:{{.*}}error: a container of real numbers of class {{.*}} that does not belong to the kernel
TREELIZE(kernel) double foreign(const std::deque<double>& d) {
  return d.front();
}

// CHECK: slots.cpp:[[#@LINE+2]]:{{.*}}error: 'equal_range' of a
TREELIZE(kernel) double found(const std::map<std::string, double>& p) {
  return p.equal_range("a").first->second;
}

// CHECK: slots.cpp:[[#@LINE+4]]:{{.*}}error: an iterator into one of several maps
TREELIZE(kernel) double either(const std::map<std::string, double>& p, const std::map<std::string, double>& q) {
  auto it = p.find("a");
  if (it == p.end())
    it = q.begin();
  return it->second;
}

// CHECK: slots.cpp:[[#@LINE+1]]:{{.*}}error: a kernel that returns a 'std::deque<{{.*}}>' is not supported
TREELIZE(kernel) std::deque<double> returned(double x) {
  std::deque<double> d = {x, x * x};
  return d;
}

inline std::map<std::string, double> rates;

// CHECK: slots.cpp:[[#@LINE+2]]:{{.*}}error: a container of real numbers of class {{.*}} that does not belong to the kernel
TREELIZE(kernel) double global(double x) {
  return rates.at("a") * x;
}

// CHECK: slots.cpp:[[#@LINE+3]]:{{.*}}error: a container of real numbers of class {{.*}} that does not belong to the kernel
TREELIZE(kernel) double assigned(const std::deque<double>& d, double x) {
  std::deque<double> own = {x};
  own = d;
  return own[0];
}

// CHECK: slots.cpp:[[#@LINE+3]]:{{.*}}error: 'partial_sum' of a container of real numbers
TREELIZE(kernel) double accumulated(double x) {
  std::deque<double> d = {x, x * x};
  std::partial_sum(d.begin(), d.end(), d.begin());
  return d[1];
}

// CHECK: slots.cpp:[[#@LINE+5]]:{{.*}}error: 'operator==' of a container of real numbers
TREELIZE(kernel) double compared(double x) {
  std::deque<double> d = {x, x * x};
  std::deque<double> e;
  e.push_back(x);
  return d == e ? x : 2 * x;
}

// CHECK: slots.cpp:[[#@LINE+3]]:{{.*}}error: 'resize' of a container of real numbers
TREELIZE(kernel) double resized(double x) {
  std::deque<double> d;
  d.resize(3, x);
  return d[0];
}

// CHECK: error: a number with a derivative in an object that has none is not supported
TREELIZE(kernel) double keyed(double x) {
  std::map<double, double> m;
  m[x] = x;
  return m.begin()->first;
}

} // namespace app
