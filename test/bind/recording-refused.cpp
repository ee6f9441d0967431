// What cannot be recorded does not compile, with a message that says what to do.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: not %cxx -DCALL='rec.run(c.value)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=KERNEL
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %clangxx -DCALL='rec.run(app::kernels::twice, d)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=KERNEL
// RUN: not %cxx -DCALL='rec.run(c.scale)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=KERNEL
// RUN: not %cxx -DCALL='rec.run(c.load, &d)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=KERNEL
// RUN: not %cxx -DCALL='rec.run(c.count)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=KERNEL
// RUN: not %cxx -DCALL='rec.run(c.store, d)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=ARGUMENT
// RUN: awk "END { exit NR > 14 }" %t.txt
// RUN: not %clangxx -DCALL='rec.run(c.fill, std::span<double>(&d, 1))' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=ARGUMENT
// RUN: not %cxx -DCALL='rec.run(c.pick, &i)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=ARGUMENT
// RUN: %allcxx -DCALL='rec.run(c.scale, 2.0)' -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <treelize/recording.hpp>

#include <span>

namespace app {
inline int calls = 0;
TREELIZE(kernel) void twice(double& x) { x *= 2; }

class TREELIZE(data_oriented) State {
public:
  treelize::field<double> x;
  TREELIZE(kernel) double value() const { return x.value() * x.value(); }
  TREELIZE(kernel) void scale(double s) { x.value() *= s; }
  TREELIZE(kernel) void load(const double* from) { x.value() = *from; }
  TREELIZE(kernel) void count() { x.value() *= ++calls; }
  TREELIZE(kernel) void store(double& to) { to = x.value(); }
  TREELIZE(kernel) void fill(std::span<double> to) { to[0] = x.value(); }
  TREELIZE(kernel) void pick(const int* from) { x.value() *= from[0]; }
};
} // namespace app

#include GENERATED

// KERNEL: error: static assertion failed{{.*}}treelize::recording: run takes a bound kernel that returns nothing, has `grad` and writes no global variables, and its arguments: let the kernel write its results to fields, and take spans instead of pointers
// ARGUMENT: error: static assertion failed{{.*}}treelize::recording: the arguments of a kernel that is run are copied and are constants: a pointer cannot be copied, and what a reference or a span to non-const refers to is no constant; make it a field of the object

void calls(double d, int i) {
  treelize::bound<app::State> c;
  treelize::recording rec;
  CALL;
  static_cast<void>(d), static_cast<void>(i);
}
