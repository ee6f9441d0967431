// The compiler's warnings are the compiler's business, with -Werror too.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 -Wall -Wextra -Werror 2>&1 | count 0
#include <treelize/annotations.hpp>

int f(int unused) { int variable; return 0; }
TREELIZE(kernel) double g(double x) { int variable; return x * x; }
