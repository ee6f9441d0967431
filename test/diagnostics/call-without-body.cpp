// A call into the dark is refused with the signature of the adjoint that would help.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
namespace app {
double simulate(double x, const double* table, int n);
double helper(double x) { return simulate(x, &x, 1); }

// CHECK: :[[#@LINE-2]]:34: error: 'app::simulate' is called, but its body is not visible here, so it has no derivative [treelize-call-without-body]
// CHECK: :[[#@LINE+3]]:55: note: called from here
// CHECK: note: 'dark' is a kernel because of this annotation
// CHECK: note: define it where this file sees it, {{.*}} {{.*}} void simulate_adjoint(double x, const double *table, int n, double seed, double& x_b, double* table_b)'
[[treelize::kernel]] double dark(double x) { return 2*helper(x); }
struct Model {
  double k;
  double eval(double x) const;
};
// CHECK: :[[#@LINE+2]]:81: error: 'app::Model::eval' is called, but its body is not visible here, so it has no derivative [treelize-method-without-body]
// CHECK: note: define it where this file sees it, {{.*}}, or call a function of yours in its place, with its object as a parameter
[[treelize::kernel]] double method(const Model& model, double x) { return model.eval(x); }
} // namespace app
