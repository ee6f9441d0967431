// Checks in the style of logging libraries: a temporary whose destructor ends the program is an end of the kernel.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/fatal-messages.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/fatal-messages.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cstdlib>
#include <iostream>
#include <span>
#include <sstream>
#include <treelize/annotations.hpp>

namespace app {

class Fatal {
public:
  Fatal(const char* file, int line) { text_ << file << ':' << line << ' '; }
  [[noreturn]] ~Fatal() {
    std::cerr << text_.str();
    std::abort();
  }
  std::ostream& stream() { return text_; }

private:
  std::ostringstream text_;
};
struct Ended {
  const char* text;
  ~Ended() {
    std::cerr << text << '\n';
    std::exit(1);
  }
  const Ended& operator<<(double x) const {
    std::cerr << x;
    return *this;
  }
};
struct Nothing {
  template <class T> const Nothing& operator<<(const T&) const { return *this; }
};
struct Voidify {
  void operator&(const std::ostream&) const {}
};

#define CHECK(condition) (condition) ? (void)0 : app::Voidify() & app::Fatal(__FILE__, __LINE__).stream() << #condition << ' '
#define CHECK_GE(a, b) if ((a) >= (b)) {} else app::Ended{"too small"}
#define DCHECK_NE(a, b) while (false && (a) != (b)) app::Nothing()

double root(double x) {
  CHECK(x > 0) << "got " << x;
  return x * x;
}

// CHECK: static_cast<void>(app::checked(x));
// CHECK-NEXT: treelize::detail::throw_primal_returned("app::checked");
TREELIZE(kernel) double checked(std::span<const double> x) {
  CHECK(x.size() == 3u) << "three numbers";
  double s = 1;
  for (const double v : x) {
    CHECK_GE(v, -1) << v;
    DCHECK_NE(v, 0.0) << "text" << v;
    s = s * v + root(v * v);
  }
  return s;
}

} // namespace app

#include "fatal-messages.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::scalar("checked", app::kernels::checked, {0.61, -0.37, 0.83});
  return check::finish();
}
