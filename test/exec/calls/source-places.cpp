// A place in the source that the kernel asks for is the one in the user's file, not in the
// generated header.
// RUN: %treelize %s -o %T/source-places.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %clangxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <source_location>
#include <string>

namespace app {

struct Logged {
  std::source_location at;
  double v;
  Logged(double x, std::source_location where = std::source_location::current())
      : at(where), v(x) {}
};
TREELIZE(kernel) double line(double x, double y) {
  const auto here = std::source_location::current();
  return x * y * here.line() + std::source_location::current().line() * x;
}
TREELIZE(kernel) double name(double x, double y) {
  constexpr auto here = std::source_location::current();
  return std::string(here.file_name()).ends_with("source-places.cpp") ? x * y : x;
}
TREELIZE(kernel) double member(double x, double y) {
  Logged a(x * y), b = x;
  return a.v * b.v;
}
TREELIZE(kernel) double callers(double x, const std::source_location& at) {
  return at.line() == 7 ? x * x : x;
}

} // namespace app

#include "source-places.treelize.hpp"

int main() {
  check::Kernels kernel;
  kernel("line", app::kernels::line, app::line, 1.7, 0.9);
  kernel("name", app::kernels::name, app::name, 1.7, 0.9);
  kernel("member", app::kernels::member, app::member, 1.7, 0.9);
  const auto here = std::source_location::current();
  kernel.failures += app::kernels::callers.grad(3.0, here).x != 1.0;
  kernel.failures += app::kernels::name.grad(3.0, 2.0).x != 2.0;
  return kernel.failures;
}
