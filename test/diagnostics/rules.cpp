// A derivative of the user's that fits no function, or not this one, is refused with the declaration that would fit.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <span>
namespace app {
double f(double x, std::span<const double> v);
double g(double x);

// CHECK: :[[#@LINE+1]]:26: error: 'nothing' in 'adjoint_of' names no function that is declared before [treelize-rule-of-nothing]
[[treelize( adjoint_of ( nothing ))]] void a(double x);

template <class T> T generic(T x);
// CHECK: :[[#@LINE+2]]:23: error: 'generic' in 'adjoint_of' is a template, and has no derivative of its own [treelize-rule-of-template]
// CHECK: note: write a function that calls 'generic', give the derivative of that, and call it in the kernel
[[treelize(adjoint_of(generic))]] void genericAdjoint(double x, double seed, double& x_b);

// CHECK: :[[#@LINE+2]]:12: error: 'b' cannot be the adjoint of 'f': it takes or returns something else [treelize-rule-signature]
// CHECK: note: declare it as '{{.*}} void f_adjoint(double x, std::span<const double> v, double seed, double& x_b, std::span<double> v_b)'
[[treelize(adjoint_of(f))]] void b(double x, double seed, double& x_b);

// CHECK: error: 'c' cannot be the tangent of 'app::g'
// CHECK: note: declare it as '{{.*}} treelize::tangent_result<double> g_tangent(double x, double x_t)'
[[treelize(tangent_of(app::g))]] double c(double x, double x_t);

[[treelize(adjoint_of(g))]] void first(double x, double seed, double& x_b);
// CHECK: :[[#@LINE+2]]:12: error: 'g' has more than one adjoint [treelize-rule-twice]
// CHECK: note: 'first' is declared here
[[treelize(adjoint_of(g))]] void second(double x, double seed, double& x_b);

struct Model {
  double k;
  double eval(double x) const;
};
// CHECK: :[[#@LINE+1]]:23: error: 'Model::eval' is a member function of objects, which a rule is not given [treelize-rule-of-method]
[[treelize(adjoint_of(Model::eval))]] void eval_adjoint(double x, double seed, double& x_b);

struct Pair {
  double value, derivative;
};
double h(const Pair& x);
[[treelize(tangent_of(h))]] Pair h_tangent(const Pair& x, const Pair& x_t);
// CHECK: error: 'app::h' has a tangent of yours but no adjoint, so a kernel that calls it has no gradient [treelize-rule-without-adjoint]
// CHECK: note: give its adjoint: '{{.*}} void h_adjoint(const Pair &x, double seed, app::Pair& x_b)'
[[treelize(kernel)]] double usesH(const Pair& x) { return h(x); }
} // namespace app
