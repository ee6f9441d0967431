// A data-oriented class that nobody outside can name.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
namespace app {
class Outer {
  // CHECK: :[[#@LINE+2]]:12: error: 'Inner' cannot be data-oriented: it is not a public member of 'Outer' [treelize-data-oriented-private]
  // CHECK: note: make it public there
  struct [[treelize::data_oriented]] Inner {
    double k = 1;
    [[treelize::kernel]] double twice() { return 2 * k; }
  };
};
} // namespace app
