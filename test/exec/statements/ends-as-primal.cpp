// Ways from which none leads back, whatever they format, print or throw: the primal says how they end, so that type and
// text of an exception are its own, and no shadow is touched.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/ends-as-primal.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/ends-as-primal.treelize.hpp
// RUN: %cxx -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <treelize/annotations.hpp>
#include <typeinfo>
#include <vector>

namespace lib {

// A library's way to complain: a policy decides, and the text is made with all that the standard library has.
struct Throws {
  template <class T> static T raise(const char* function, const char* message, const T& value) {
    std::ostringstream text;
    const std::string name = function;
    text << "Error in function " << name.c_str() << ": " << std::setprecision(17) << value << ' ' << typeid(T).name() << ' ' << message;
    throw std::domain_error(text.str().c_str());
  }
};
struct Ignores {
  template <class T> static T raise(const char*, const char*, const T& value) { return value; }
};
template <class Policy, class T> T logarithm(T x) {
  if (!(x > 0))
    return Policy::template raise<T>("logarithm", "wants a positive number", x);
  return std::log(x);
}

struct Bad : std::exception {
  Bad(double number, int step) : at(number), which(step) {}
  const char* what() const noexcept override { return "bad"; }
  double at;
  int which;
};

[[noreturn]] void fail(const char* format, ...);

} // namespace lib

#define REQUIRE(condition, x)                                                                                                                                   \
  do {                                                                                                                                                          \
    if (!(condition)) {                                                                                                                                         \
      std::ostringstream text;                                                                                                                                  \
      text << #condition << " does not hold for " << x;                                                                                                         \
      throw std::invalid_argument(text.str());                                                                                                                  \
    }                                                                                                                                                           \
  } while (false)

namespace app {

// CHECK: static_cast<void>(app::policy(x));
// CHECK-NEXT: treelize::detail::throw_primal_returned("app::policy");
TREELIZE(kernel) double policy(double x) { return lib::logarithm<lib::Throws>(x) + lib::logarithm<lib::Ignores>(x + 2); }

TREELIZE(kernel) double macro(std::span<const double> x) {
  double product = 1;
  for (const double v : x) {
    REQUIRE(v != 0, v);
    product *= v;
  }
  return product;
}

TREELIZE(kernel) double holdsNumber(double x, int n) {
  double sum = x;
  for (int i = 0; i < n; ++i) {
    if (sum > 2.5)
      throw lib::Bad(sum, i);
    sum += sum * x;
  }
  return sum;
}

TREELIZE(kernel) double formatted(double x, int n) {
  if (n < 0) {
    char text[64];
    std::snprintf(text, sizeof text, "n = %d, x = %.3f", n, x);
    throw std::out_of_range(text);
  }
  return n == 0 ? x : x * x;
}

TREELIZE(kernel) double system(double x) {
  if (x < 0)
    throw std::system_error(std::make_error_code(std::errc::argument_out_of_domain), "app");
  return std::sqrt(x);
}

TREELIZE(kernel) double choices(double x, double y) {
  const auto complain = [&](const char* what) -> double { throw std::runtime_error(std::string(what) + std::to_string(y)); };
  const double a = x > 0 ? std::log(x) : complain("x with ");
  const bool isGood = y > 0 || complain("y ") > 0;
  return isGood && y < 100 ? a * y : complain("large ");
}

enum class Kind { linear, square };
TREELIZE(kernel) double cases(Kind kind, double x) {
  switch (kind) {
  case Kind::linear:
    return x;
  case Kind::square:
    return x * x;
  default: {
    std::map<int, std::string> names{{7, "seven"}};
    throw std::logic_error("kind " + names[static_cast<int>(kind)]);
  }
  }
}

TREELIZE(kernel) double cleaned(double x) {
  int status = 0;
  if (x > 3)
    status = 1;
  if (status != 0)
    goto failed;
  return x * x * x;
failed:
  std::string text = "status " + std::to_string(status);
  throw std::runtime_error(text);
}

double even(double x, int n);
inline double odd(double x, int n) { return n == 0 ? throw std::runtime_error("odd at " + std::to_string(x)) : even(x, n - 1); }
inline double even(double x, int n) { return n == 0 ? x : odd(x, n - 1); }
[[noreturn]] inline void each(int depth, double x) {
  if (depth > 0)
    each(depth - 1, x + 1);
  lib::fail("no luck with %g", x);
}
TREELIZE(kernel) double mutual(double x) {
  if (x < 0)
    each(2, x);
  return x * x;
}

// From a function that stays a call it comes back to the kernel, which knows what the primal was given.
// CHECK: throw treelize::detail::left_to_primal();
// CHECK: static_cast<void>(app::recursive(x, n));
// CHECK-NEXT: treelize::detail::throw_primal_returned("app::recursive");
inline double power(double x, int n) {
  if (n > 6)
    throw std::out_of_range("power " + std::to_string(n) + " of " + std::to_string(x));
  return n <= 0 ? 1 : x * power(x, n - 1);
}
TREELIZE(kernel) double recursive(double x, int n) { return power(x, n) + power(2 * x, n + 1); }

class TREELIZE(data_oriented) Tank {
public:
  explicit Tank(double l) : level(l) {}
  TREELIZE(kernel) double outflow(double opening) const {
    if (level < 0)
      throw std::range_error("level " + text(level));
    return opening * std::sqrt(level);
  }
  double level;

private:
  static std::string text(double number) { return std::to_string(number); }
  TREELIZE(kernel) static double hidden(double x) {
    if (x < 0)
      throw std::range_error("hidden " + text(x));
    return x * x;
  }
};

// A handler of the kernel's own sees it: lowered as before.
TREELIZE(kernel) double handled(double x) {
  try {
    if (x < 0)
      throw std::runtime_error("x = " + std::to_string(x));
    return std::sqrt(x);
  } catch (const std::exception&) {
    return x * x;
  }
}

// It may return: nothing is cut.
inline double maybe(double x) {
  if (x < 0.5)
    return x;
  throw std::runtime_error("not " + std::to_string(x));
}
TREELIZE(kernel) double mayReturn(double x) { return maybe(x) * x; }

TREELIZE(kernel, checkpoint = 4) double stepped(double x, int n) {
  double state = x;
  for (int i = 0; i < n; ++i) {
    if (!(state < 10))
      throw std::overflow_error("step " + std::to_string(i) + ": " + std::to_string(state));
    state += 0.25 * state * state;
  }
  return state;
}

TREELIZE(kernel) void written(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] * x[i];
    if (y.size() <= i + 1 && i + 1 < x.size())
      throw std::length_error("no room for " + std::to_string(x.size()));
  }
}

} // namespace app

#include "ends-as-primal.treelize.hpp"

#include <GradientCheck.h>

#include <cstdarg>

void lib::fail(const char* format, ...) {
  char text[64];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw std::runtime_error(text);
}

namespace {

/// Type and text of what the call throws.
template <class Call> std::string thrown(Call call) {
  try {
    call();
  } catch (const lib::Bad& bad) {
    return "Bad " + std::to_string(bad.at) + " " + std::to_string(bad.which);
  } catch (const std::exception& error) {
    return std::string(typeid(error).name()) + ": " + error.what();
  }
  return "nothing";
}

int failures = 0;

void same(const char* what, const std::string& primal, const std::string& derivative) {
  if (primal == derivative && primal != "nothing")
    return;
  std::printf("%s: '%s', the primal '%s'\n", what, derivative.c_str(), primal.c_str());
  ++failures;
}

template <class Kernel, class... Rest> void number(const char* name, const Kernel& kernel, double x, Rest... rest) {
  check::near(name, "d/dx", kernel.grad(x, rest...).x, check::slope(x, [&] { return kernel(x, rest...); }), 1e-7, 1);
}

template <class Kernel, class... Args> void ends(const char* name, const Kernel& kernel, const Args&... args) {
  const std::string primal = thrown([&] { (void)kernel(args...); });
  same(name, primal, thrown([&] { (void)kernel.grad(args...); }));
  same(name, primal, thrown([&] { (void)kernel.value_and_grad(args...); }));
}

} // namespace

int main() {
  using namespace app;
  number("policy", kernels::policy, 0.7);
  ends("policy", kernels::policy, -0.7);
  check::scalar("macro", kernels::macro, std::vector<double>{0.4, -1.3});
  ends("macro", kernels::macro, std::vector<double>{0.4, 0.0});
  number("holdsNumber", kernels::holdsNumber, 0.4, 3);
  ends("holdsNumber", kernels::holdsNumber, 0.9, 5);
  ends("formatted", kernels::formatted, 0.9, -5);
  number("system", kernels::system, 0.3);
  ends("system", kernels::system, -0.3);
  check::numbers("choices", kernels::choices, 0.3, 0.9);
  ends("choices x", kernels::choices, -0.3, 0.9);
  ends("choices y", kernels::choices, 0.3, -0.9);
  ends("choices large", kernels::choices, 0.3, 200.0);
  ends("cases", kernels::cases, static_cast<Kind>(7), 0.3);
  check::near("cases", "x", kernels::cases.grad(Kind::square, 0.3).x, 0.6, 1e-14, 0);
  number("cleaned", kernels::cleaned, 0.3);
  ends("cleaned", kernels::cleaned, 3.5);
  number("mutual", kernels::mutual, 0.3);
  ends("mutual", kernels::mutual, -0.3);
  number("recursive", kernels::recursive, 0.3, 4);
  ends("recursive", kernels::recursive, 0.3, 6);
  number("handled", kernels::handled, 0.3);
  number("handled", kernels::handled, -0.3);
  number("mayReturn", kernels::mayReturn, 0.3);
  ends("mayReturn", kernels::mayReturn, 0.8);
  number("stepped", kernels::stepped, 0.1, 9);
  ends("stepped", kernels::stepped, 3.0, 9);

  treelize::bound<Tank> tank(Tank(-1.5));
  ends("outflow", tank.outflow, 0.4);
  tank.level = 2.25;
  check::near("outflow", "opening", tank.outflow.grad(0.4).opening, 1.5, 1e-14, 0);
  ends("hidden", treelize::bound<Tank>::hidden, -0.25);

  // In the tangent as well, and shadows stay as they were.
  same("tangent", thrown([] { (void)policy(-1); }), thrown([] { (void)kernels::policy.tangent(-1, 1); }));
  double x_b = 3;
  same("adjoint", thrown([] { (void)policy(-1); }), thrown([&] { kernels::policy.adjoint(-1, 1, x_b); }));
  check::near("adjoint", "x_b", x_b, 3, 0, 0);
  const std::vector<double> x{1, 2, 3};
  std::vector<double> y(2), y_b{1, 1}, xs_b{5, 6, 7};
  same("written", thrown([&] { written(x, y); }), thrown([&] { kernels::written.adjoint(x, y, xs_b, y_b); }));
  check::near("written", "x_b", xs_b[1], 6, 0, 0);
  check::near("written", "y_b", y_b[1], 1, 0, 0);
  return failures + check::finish();
}
