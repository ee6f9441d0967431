// Functions with bodies that nobody understands run as they stand; not where something could come back of them.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | FileCheck %s
#include <mutex>
#include <string>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

inline std::mutex mutex;
inline double level = 1;
inline void tick(double x) {
  std::lock_guard<std::mutex> lock(mutex);
  static int count = 0;
  count += x > 0;
}
inline void keep(double x) {
  // CHECK: [[@LINE+1]]:36: error: the global variable 'mutex' of type 'std::mutex' is not supported in a kernel yet
  std::lock_guard<std::mutex> lock(mutex);
  static std::vector<double> all;
  all.push_back(x);
}
std::string* find(double x);

TREELIZE(kernel) double kept(double x) {
  keep(x);
  return x * x;
}

// CHECK: [[@LINE+2]]:3: error: 'app::tick', which runs as it stands, in a kernel that reads the variable 'level', which it may change, is not supported in a kernel yet
TREELIZE(kernel) double byGlobal(double x) {
  tick(x);
  return x * level;
}

// CHECK: [[@LINE+3]]:15: error: what a pointer points at that a function has returned which runs as it stands is not supported in a kernel yet
TREELIZE(kernel) double followed(double x) {
  const std::string* name = find(x);
  return x * (*name).size();
}

// CHECK: [[@LINE+4]]:19: error: a comparison of pointers into different objects is not supported in a kernel yet
TREELIZE(kernel) double compared(double x) {
  const std::string* one = find(x);
  const std::string* other = find(2 * x);
  return x * (one == other);
}

} // namespace app
