// Texts of C: literals, arrays of characters and pointers into them, which carry no derivative.
// RUN: %treelize %s -o %T/texts.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/texts.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstring>
#include <string>

namespace app {

// CHECK-LABEL: struct program_kernel
// CHECK: const auto& text = "xy*x+s";
TREELIZE(kernel) double program(double x, double y) {
  double stack[8];
  int top = 0;
  for (const char* c = "xy*x+s"; *c; ++c) {
    if (*c == 'x' || *c == 'y')
      stack[top++] = *c == 'x' ? x : y;
    else if (*c == 's')
      stack[top - 1] = std::sin(stack[top - 1]);
    else if (--top, *c == '*')
      stack[top - 1] *= stack[top];
    else
      stack[top - 1] += stack[top];
  }
  return stack[0];
}

TREELIZE(kernel) double distance(double x, double y) {
  const char *a = "kitten", *b = "sitting";
  double row[8];
  for (int j = 0; j < 8; ++j)
    row[j] = j * x;
  for (int i = 1; i <= 6; ++i) {
    double diagonal = row[0];
    row[0] = i * y;
    for (int j = 1; j <= 7; ++j) {
      const double replaced = diagonal + (a[i - 1] == b[j - 1] ? 0.0 : x * y);
      diagonal = row[j];
      row[j] = std::min({row[j] + y, row[j - 1] + x, replaced});
    }
  }
  return row[7];
}

inline double applied(const char* name, double x) {
  if (std::strcmp(name, "sin") == 0)
    return std::sin(x);
  return static_cast<double>(std::strlen(name)) * x * x;
}
// CHECK-LABEL: struct chosen_kernel
// CHECK: strlen(
TREELIZE(kernel) double chosen(double x, double y) {
  const char* names[] = {"sin", "square", "sin"};
  double sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += applied(names[i % 3], x * i) * y;
  const char* last = x > y ? "one" : "three";
  for (; *last; ++last)
    sum *= x + (*last - 'a') * 0.1;
  return sum + applied(x > y ? "cos" : "sin", y);
}

TREELIZE(kernel) double buffered(double x, double y) {
  char buffer[10] = "abc";
  static const char fixed[] = "xyz";
  double sum = 0;
  for (int n = 0; n < 3; ++n) {
    buffer[n] = fixed[2 - n];
    for (int i = 0; buffer[i]; ++i)
      sum += (buffer[i] - 'a' + 1) * x * sum * 0.01 + y;
  }
  return sum * (__func__[0] == 'b' ? x : y);
}

TREELIZE(kernel) double converted(double x, double y) {
  const char* start = x > 10 ? "abc" : "de";
  const std::string copy = start, rest = start + 1;
  return x * static_cast<double>(copy.size()) + x * y * static_cast<double>(rest.size());
}

inline double folded(const char* s, double x) {
  const char* squared = "sq";
  return *s ? (*s == squared[0] ? x * x : x) * folded(s + 1, x * 0.9) : 1;
}
TREELIZE(kernel) double recursive(double x, double y) { return folded("sls", x) * folded("ls", y); }

struct Token {
  char name[4] = "+";
  const char* unit = "none";
  double value = 0;
};
TREELIZE(kernel) double tokens(double x, double y) {
  Token first, second{"*", "m", x * y};
  first.value = x;
  return (first.name[0] == '+' ? first.value : 1) * (second.name[0] == '*' ? second.value : 1) *
         static_cast<double>(std::strlen(first.unit) + std::strlen(second.unit));
}

TREELIZE(kernel) double given(double x, const char* name) {
  return std::strcmp(name, "square") == 0 ? x * x : name[0] == 's' ? std::sin(x) : x;
}

} // namespace app

#include "texts.treelize.hpp"

int main() {
  check::numbers("program", app::kernels::program, 0.7, -1.3);
  check::numbers("distance", app::kernels::distance, 0.7, 0.6);
  check::numbers("chosen", app::kernels::chosen, 0.7, -1.3);
  check::numbers("chosen", app::kernels::chosen, 0.7, 1.3);
  check::numbers("buffered", app::kernels::buffered, 0.7, -1.3);
  check::numbers("converted", app::kernels::converted, 0.7, -1.3);
  check::numbers("recursive", app::kernels::recursive, 0.7, -1.3);
  check::numbers("tokens", app::kernels::tokens, 0.7, -1.3);
  check::near("given", "square", app::kernels::given.grad(0.7, "square").x, 1.4, 1e-14, 0);
  check::near("given", "sine", app::kernels::given.grad(0.7, "sin").x, std::cos(0.7), 1e-14, 0);
  return check::finish();
}
