// What a kernel cannot do with objects that have no derivative.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace app {

// CHECK: passive.cpp:[[#@LINE+3]]:{{.*}}error: a number with a derivative in an object that has none is not supported
TREELIZE(kernel) double drawn(double mean) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(mean, 1.0);
  return noise(random);
}

// CHECK: passive.cpp:[[#@LINE+2]]:{{.*}}error: a change of the object 'random', which has no derivative and belongs to the caller,
TREELIZE(kernel) double shared(double x, std::mt19937& random) {
  return x * static_cast<double>(random());
}

// CHECK: passive.cpp:[[#@LINE+3]]:{{.*}}error: an operation that may throw in a try block
TREELIZE(kernel) double caught(double x, const std::string& number) {
  try {
    return x * std::stoi(number);
  } catch (const std::invalid_argument&) {
    return x;
  }
}

// CHECK: passive.cpp:[[#@LINE+3]]:{{.*}}error: an expression that changes several objects
TREELIZE(kernel) double tangled(double x) {
  std::ostringstream out;
  out << x << (out.clear(), 2);
  return x;
}

// CHECK: passive.cpp:[[#@LINE+2]]:{{.*}}error: a change of the object 'digits', which has no derivative and belongs to the caller,
inline double power(std::string& digits, double x, int n) {
  digits += 'x';
  return n == 0 ? x : power(digits, x * static_cast<double>(digits.size()), n - 1);
}

TREELIZE(kernel) double recursive(double x, std::string& digits) { return power(digits, x, 3); }

inline const std::string& chosen(bool c, const std::string& a, const std::string& b) {
  if (c)
    return a;
  return b;
}

// CHECK: passive.cpp:[[#@LINE+3]]:{{.*}}error: a reference to one of several objects is not supported
TREELIZE(kernel) double watched(double x, int n) {
  std::string a = "a", b = "b";
  const std::string& name = chosen(n > 1, a, b);
  a += "c";
  return x * static_cast<double>(name.size());
}

} // namespace app
