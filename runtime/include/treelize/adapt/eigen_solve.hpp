// Derivatives of what Eigen's decompositions compute: solutions of linear equations, inverses,
// determinants and Cholesky factors. The value is Eigen's own; for the solution X of A X = B
//   tangent   X_t solves A X_t = B_t - A_t X
//   adjoint   L solves A^T L = X_b; B_b grows by L, and A_b by -L X^T
// and for the least squares of a tall A, with the residuals R = B - A X and A^T A W = X_b, A_b
// grows by R W^T as well. Cholesky decompositions read one triangle of A alone, and that is where
// its adjoint goes.
#pragma once

#include "treelize/adapt/eigen.hpp"
#include "treelize/error.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include <type_traits>

namespace treelize::eigen {

/// A value and its derivative in one direction.
template <class M>
struct matrix_tangent {
  M value, derivative;
};

/// A triangle of a matrix as a decomposition; `Mode` is Eigen's.
template <class M, int Mode>
class triangular_system {
public:
  static constexpr int mode = Mode;

  explicit triangular_system(const M& a) : a_(a) {}
  template <class B>
  auto solve(const B& b) const {
    return a_.template triangularView<Mode>().solve(b).eval();
  }
  template <class B>
  auto solve_transposed(const B& b) const {
    return a_.template triangularView<Mode>().transpose().solve(b).eval();
  }
  Eigen::Index rank() const {
    return Mode & Eigen::UnitDiag ? a_.cols() : (a_.diagonal().array() != 0).count();
  }

private:
  const M& a_;
};

namespace detail {

template <class D>
constexpr bool is_triangular = requires { D::mode; };
template <class D>
constexpr bool is_cholesky = false;
template <class M, int Triangle>
constexpr bool is_cholesky<Eigen::LLT<M, Triangle>> = true;
template <class M, int Triangle>
constexpr bool is_cholesky<Eigen::LDLT<M, Triangle>> = true;

/// The solution of equations with the coefficients A and the right sides B.
template <class A, class B>
using solution_matrix =
    Eigen::Matrix<typename A::Scalar, A::ColsAtCompileTime, B::ColsAtCompileTime>;

/// The decomposition of a matrix whose solutions have a derivative.
template <class D, class A>
D regular(const A& a) {
  D decomposition(a);
  bool is_regular = a.rows() >= a.cols();
  if constexpr (requires { decomposition.rank(); })
    is_regular = is_regular && decomposition.rank() == a.cols();
  if constexpr (is_cholesky<D> && requires { decomposition.vectorD(); })
    is_regular = is_regular && (decomposition.vectorD().array() != 0).all();
  if (!is_regular)
    throw singular_matrix_error(
        "treelize: a linear system without full column rank has no derivative");
  return decomposition;
}

/// V with A^T V = seed; of a tall A the least one.
template <class D, class X>
auto solve_transposed(const D& decomposition, const X& seed) {
  if constexpr (is_triangular<D>)
    return decomposition.solve_transposed(seed);
  else if constexpr (is_cholesky<D>)
    return decomposition.solve(seed).eval();
  else
    return decomposition.transpose().solve(seed).eval();
}

/// The triangle whose coefficients count: without a diagonal that is one.
template <class D>
constexpr int inside =
    (D::mode & (Eigen::Lower | Eigen::Upper)) | (D::mode & Eigen::UnitDiag ? Eigen::ZeroDiag : 0);

/// The derivative of the matrix as the decomposition reads it: of one triangle, or all of it.
template <class D, class A>
auto as_read(const A& a) {
  if constexpr (is_triangular<D>)
    return A(a.template triangularView<inside<D>>());
  else if constexpr (is_cholesky<D>)
    return A(a.template selfadjointView<D::UpLo>());
  else
    return A(a);
}

/// The adjoint of a matrix as it was read goes to the coefficients that were.
template <class D, class A, class M>
void add_as_read(A& a_b, const M& whole) {
  if constexpr (is_triangular<D>) {
    a_b.template triangularView<inside<D>>() += whole;
  } else if constexpr (is_cholesky<D>) {
    a_b.template triangularView<D::UpLo>() += whole + whole.transpose();
    a_b.diagonal() -= whole.diagonal();
  } else {
    a_b += whole;
  }
}

/// The lower triangle, and half of the diagonal.
template <class M>
M half_lower(const M& m) {
  M result = m.template triangularView<Eigen::Lower>();
  result.diagonal() *= typename M::Scalar(0.5);
  return result;
}

} // namespace detail

/// X with A X = B, as the decomposition `D` finds it. A tall A gives the least squares.
template <class D, class A, class B>
detail::solution_matrix<A, B> linear_solution(const A& a, const B& b) {
  return D(a).solve(b);
}

/// Throws singular_matrix_error where A has, as the decomposition sees it, no full column rank.
template <class D, class A, class B>
void linear_solution_adjoint(const A& a, const B& b, const detail::solution_matrix<A, B>& seed,
                             A& a_b, B& b_b) {
  const D decomposition = detail::regular<D>(a);
  const detail::solution_matrix<A, B> x = decomposition.solve(b);
  const auto v = detail::solve_transposed(decomposition, seed);
  b_b += v;
  detail::add_as_read<D>(a_b, A(-v * x.transpose()));
  if (a.rows() > a.cols())
    a_b += (b - a * x) * decomposition.solve(v).transpose();
}

template <class D, class A, class B>
matrix_tangent<detail::solution_matrix<A, B>> linear_solution_tangent(const A& a, const B& b,
                                                                      const A& a_t, const B& b_t) {
  const D decomposition = detail::regular<D>(a);
  const detail::solution_matrix<A, B> x = decomposition.solve(b);
  const A moved = detail::as_read<D>(a_t);
  detail::solution_matrix<A, B> x_t = decomposition.solve(b_t - moved * x);
  if (a.rows() > a.cols())
    x_t += decomposition.solve(
        detail::solve_transposed(decomposition, (moved.transpose() * (b - a * x)).eval()));
  return {x, x_t};
}

/// The inverse of a square matrix.
template <class A>
A inverse(const A& a) {
  return a.inverse();
}

template <class A>
void inverse_adjoint(const A& a, const A& seed, A& a_b) {
  const A x = a.inverse();
  a_b -= x.transpose() * seed * x.transpose();
}

template <class A>
matrix_tangent<A> inverse_tangent(const A& a, const A& a_t) {
  const A x = a.inverse();
  return {x, -x * a_t * x};
}

template <class A>
typename A::Scalar determinant(const A& a) {
  return a.determinant();
}

/// Throws singular_matrix_error where the determinant is zero.
template <class A>
void determinant_adjoint(const A& a, typename A::Scalar seed, A& a_b) {
  const auto lu = detail::regular<Eigen::FullPivLU<A>>(a);
  a_b += seed * lu.determinant() * lu.inverse().transpose();
}

template <class A>
matrix_tangent<typename A::Scalar> determinant_tangent(const A& a, const A& a_t) {
  const auto lu = detail::regular<Eigen::FullPivLU<A>>(a);
  return {a.determinant(), lu.determinant() * lu.solve(a_t).trace()};
}

/// The lower factor L of A = L L^T, of which `D`, a Cholesky decomposition, reads one triangle.
template <class D, class A>
A cholesky_factor(const A& a) {
  return D(a).matrixL();
}

template <class D, class A>
void cholesky_factor_adjoint(const A& a, const A& seed, A& a_b) {
  const A l = D(a).matrixL();
  const auto lower = l.template triangularView<Eigen::Lower>();
  const A inner =
      detail::half_lower<A>(l.transpose() * A(seed.template triangularView<Eigen::Lower>()));
  const A half = lower.transpose().solve(inner);                            // L^-T inner
  const A whole = lower.transpose().solve(A(half.transpose())).transpose(); // L^-T inner L^-1
  detail::add_as_read<D>(a_b, A((whole + whole.transpose()) / 2));
}

template <class D, class A>
matrix_tangent<A> cholesky_factor_tangent(const A& a, const A& a_t) {
  const A l = D(a).matrixL();
  const auto lower = l.template triangularView<Eigen::Lower>();
  const A half = lower.solve(detail::as_read<D>(a_t));          // L^-1 A_t
  const A whole = lower.solve(A(half.transpose())).transpose(); // L^-1 A_t L^-T
  return {l, l * detail::half_lower<A>(whole)};
}

} // namespace treelize::eigen
