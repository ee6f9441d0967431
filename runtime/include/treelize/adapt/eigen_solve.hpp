// Derivatives of what Eigen's decompositions compute: solutions of linear equations, inverses,
// determinants and Cholesky factors. The value is Eigen's own; for the solution X of A X = B
//   tangent   X_t solves A X_t = B_t - A_t X
//   adjoint   L solves A^T L = X_b; B_b grows by L, and A_b by -L X^T
// and for the least squares of a tall A, with the residuals R = B - A X and A^T A W = X_b, A_b
// grows by R W^T as well. Cholesky decompositions read one triangle of A alone, and that is where
// its adjoint goes.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/eigen.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/error.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include <type_traits>

namespace treelize::eigen {

/// A value and its derivative in one direction.
template <class Matrix>
struct matrix_tangent {
  Matrix value, derivative;
};

/// A triangle of a matrix as a decomposition; `Mode` is Eigen's.
template <class Matrix, int Mode>
class triangular_system {
public:
  static constexpr int mode = Mode;

  explicit triangular_system(const Matrix& matrix) : a_(matrix) {}
  template <class Side>
  auto solve(const Side& right_side) const {
    return a_.template triangularView<Mode>().solve(right_side).eval();
  }
  template <class Side>
  auto solve_transposed(const Side& right_side) const {
    return a_.template triangularView<Mode>().transpose().solve(right_side).eval();
  }
  Eigen::Index rank() const {
    return Mode & Eigen::UnitDiag ? a_.cols() : (a_.diagonal().array() != 0).count();
  }

private:
  const Matrix& a_;
};

namespace detail {

template <class Type>
constexpr bool is_triangular = requires {
  Type::mode;
};
template <class Type>
constexpr bool is_cholesky = false;
template <class Matrix, int Triangle>
constexpr bool is_cholesky<Eigen::LLT<Matrix, Triangle>> = true;
template <class Matrix, int Triangle>
constexpr bool is_cholesky<Eigen::LDLT<Matrix, Triangle>> = true;

/// The solution of equations with the coefficients A and the right sides B.
template <class Matrix, class Side>
using solution_matrix =
    Eigen::Matrix<typename Matrix::Scalar, Matrix::ColsAtCompileTime, Side::ColsAtCompileTime>;

/// The decomposition of a matrix whose solutions have a derivative.
template <class Type, class Matrix>
Type regular(const Matrix& matrix) {
  Type decomposition(matrix);
  bool is_regular = matrix.rows() >= matrix.cols();
  if constexpr (requires { decomposition.rank(); })
    is_regular = is_regular && decomposition.rank() == matrix.cols();
  if constexpr (is_cholesky<Type> && requires { decomposition.vectorD(); })
    is_regular = is_regular && (decomposition.vectorD().array() != 0).all();
  if (!is_regular)
    treelize::detail::raise(singular_matrix_error(
        "treelize: a linear system without full column rank has no derivative"));
  return decomposition;
}

/// V with A^T V = seed; of a tall A the least one.
template <class Type, class Seed>
auto solve_transposed(const Type& decomposition, const Seed& seed) {
  if constexpr (is_triangular<Type>)
    return decomposition.solve_transposed(seed);
  else if constexpr (is_cholesky<Type>)
    return decomposition.solve(seed).eval();
  else
    return decomposition.transpose().solve(seed).eval();
}

/// The triangle whose coefficients count: without a diagonal that is one.
template <class Type>
constexpr int inside = (Type::mode & (Eigen::Lower | Eigen::Upper)) |
                       (Type::mode & Eigen::UnitDiag ? Eigen::ZeroDiag : 0);

/// The derivative of the matrix as the decomposition reads it: of one triangle, or all of it.
template <class Type, class Matrix>
auto as_read(const Matrix& matrix) {
  if constexpr (is_triangular<Type>)
    return Matrix(matrix.template triangularView<inside<Type>>());
  else if constexpr (is_cholesky<Type>)
    return Matrix(matrix.template selfadjointView<Type::UpLo>());
  else
    return Matrix(matrix);
}

/// The adjoint of a matrix as it was read goes to the coefficients that were.
template <class Type, class Matrix, class Whole>
void add_as_read(Matrix& a_b, const Whole& whole) {
  if constexpr (is_triangular<Type>) {
    a_b.template triangularView<inside<Type>>() += whole;
  } else if constexpr (is_cholesky<Type>) {
    a_b.template triangularView<Type::UpLo>() += whole + whole.transpose();
    a_b.diagonal() -= whole.diagonal();
  } else {
    a_b += whole;
  }
}

/// The lower triangle, and half of the diagonal.
template <class Matrix>
Matrix half_lower(const Matrix& square) {
  Matrix result = square.template triangularView<Eigen::Lower>();
  result.diagonal() *= typename Matrix::Scalar(0.5);
  return result;
}

} // namespace detail

/// X with A X = B, as the decomposition `Type` finds it. A tall A gives the least squares.
template <class Type, class Matrix, class Side>
detail::solution_matrix<Matrix, Side> linear_solution(const Matrix& matrix,
                                                      const Side& right_side) {
  return Type(matrix).solve(right_side);
}

/// Throws singular_matrix_error where A has, as the decomposition sees it, no full column rank.
template <class Type, class Matrix, class Side>
void linear_solution_adjoint(const Matrix& matrix, const Side& right_side,
                             const detail::solution_matrix<Matrix, Side>& seed, Matrix& a_b,
                             Side& b_b) {
  const Type decomposition = detail::regular<Type>(matrix);
  const detail::solution_matrix<Matrix, Side> solution = decomposition.solve(right_side);
  const auto multipliers = detail::solve_transposed(decomposition, seed);
  b_b += multipliers;
  detail::add_as_read<Type>(a_b, Matrix(-multipliers * solution.transpose()));
  if (matrix.rows() > matrix.cols())
    a_b += (right_side - matrix * solution) * decomposition.solve(multipliers).transpose();
}

template <class Type, class Matrix, class Side>
matrix_tangent<detail::solution_matrix<Matrix, Side>>
linear_solution_tangent(const Matrix& matrix, const Side& right_side, const Matrix& a_t,
                        const Side& b_t) {
  const Type decomposition = detail::regular<Type>(matrix);
  const detail::solution_matrix<Matrix, Side> solution = decomposition.solve(right_side);
  const Matrix moved = detail::as_read<Type>(a_t);
  detail::solution_matrix<Matrix, Side> x_t = decomposition.solve(b_t - moved * solution);
  if (matrix.rows() > matrix.cols())
    x_t += decomposition.solve(detail::solve_transposed(
        decomposition, (moved.transpose() * (right_side - matrix * solution)).eval()));
  return {solution, x_t};
}

/// The inverse of a square matrix.
template <class Matrix>
Matrix inverse(const Matrix& matrix) {
  return matrix.inverse();
}

template <class Matrix>
void inverse_adjoint(const Matrix& matrix, const Matrix& seed, Matrix& a_b) {
  const Matrix solution = matrix.inverse();
  a_b -= solution.transpose() * seed * solution.transpose();
}

template <class Matrix>
matrix_tangent<Matrix> inverse_tangent(const Matrix& matrix, const Matrix& a_t) {
  const Matrix solution = matrix.inverse();
  return {solution, -solution * a_t * solution};
}

template <class Matrix>
typename Matrix::Scalar determinant(const Matrix& matrix) {
  return matrix.determinant();
}

/// Throws singular_matrix_error where the determinant is zero.
template <class Matrix>
void determinant_adjoint(const Matrix& matrix, typename Matrix::Scalar seed, Matrix& a_b) {
  const auto lu = detail::regular<Eigen::FullPivLU<Matrix>>(matrix);
  a_b += seed * lu.determinant() * lu.inverse().transpose();
}

template <class Matrix>
matrix_tangent<typename Matrix::Scalar> determinant_tangent(const Matrix& matrix,
                                                            const Matrix& a_t) {
  const auto lu = detail::regular<Eigen::FullPivLU<Matrix>>(matrix);
  return {matrix.determinant(), lu.determinant() * lu.solve(a_t).trace()};
}

/// The lower factor L of A = L L^T, of which `D`, a Cholesky decomposition, reads one triangle.
template <class Type, class Matrix>
Matrix cholesky_factor(const Matrix& matrix) {
  return Type(matrix).matrixL();
}

template <class Type, class Matrix>
void cholesky_factor_adjoint(const Matrix& matrix, const Matrix& seed, Matrix& a_b) {
  const Matrix factor = Type(matrix).matrixL();
  const auto lower = factor.template triangularView<Eigen::Lower>();
  const Matrix inner = detail::half_lower<Matrix>(
      factor.transpose() * Matrix(seed.template triangularView<Eigen::Lower>()));
  const Matrix half = lower.transpose().solve(inner); // L^-T inner
  const Matrix whole =
      lower.transpose().solve(Matrix(half.transpose())).transpose(); // L^-T inner L^-1
  detail::add_as_read<Type>(a_b, Matrix((whole + whole.transpose()) / 2));
}

template <class Type, class Matrix>
matrix_tangent<Matrix> cholesky_factor_tangent(const Matrix& matrix, const Matrix& a_t) {
  const Matrix factor = Type(matrix).matrixL();
  const auto lower = factor.template triangularView<Eigen::Lower>();
  const Matrix half = lower.solve(detail::as_read<Type>(a_t));            // L^-1 A_t
  const Matrix whole = lower.solve(Matrix(half.transpose())).transpose(); // L^-1 A_t L^-T
  return {factor, factor * detail::half_lower<Matrix>(whole)};
}

} // namespace treelize::eigen
