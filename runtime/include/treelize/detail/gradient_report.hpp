// What check_gradient found, and what it may be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace treelize {

/// How check_gradient compares.
struct gradient_check_options {
  /// Of the random seeds, directions and leaves: the same number gives the same test.
  std::uint64_t seed = 20240607;
  /// Where there are more leaves, so many of them are drawn at random. A direction of all is
  /// checked besides.
  std::size_t max_leaves = 256;
  /// Allowed differences between the adjoint and the other two, relative to the largest derivative;
  /// 0 stands for what the kernel's precision allows: about 1e-5 and 1e-8 for double, 1e-2 and 3e-4
  /// for float.
  double difference_tolerance = 0, tangent_tolerance = 0;
};

/// The derivative of the seeded outputs for one leaf, or in one direction, as all three have it.
/// Of a matrix it is the product with a direction, and of second derivatives that of the gradient.
struct gradient_comparison {
  std::string leaf;               ///< its key path behind the parameter's name, or which direction
  std::string member = "adjoint"; ///< whose answer `adjoint` is: `jacobian`, `hvp`, `hessian_csr`
  /// The three answers, in units of the output per unit of the leaf.
  double adjoint = 0, tangent = 0, difference = 0;
  /// How far they are apart, in multiples of what is allowed: it is passed up to 1.
  double error = 0;
};

/// What check_gradient has found. `std::cout << report` tells it in a few lines.
class gradient_report {
public:
  /// No derivative is farther off than is allowed.
  bool passed() const { return worst.error <= 1; }
  explicit operator bool() const { return passed(); }

  /// The leaf or direction that agrees worst.
  gradient_comparison worst;
  /// How many leaves the arguments have, and how many of them were compared.
  std::size_t leaves = 0, checked = 0;
  /// The kernel has a tangent; without one two answers are compared.
  bool has_tangent = true;
  /// The seed that was used.
  std::uint64_t seed = 0;
};

std::ostream& operator<<(std::ostream& out, const gradient_report& report);

namespace detail {

/// A matrix of derivatives, times a direction.
struct matrix_product {
  using numbers = std::vector<double>;
  std::string member;
  bool isSecond; // of the gradient by the leaves that are columns, not of the rows
  std::function<numbers(const numbers& at, const numbers& direction)> times;
};

/// A kernel as functions of plain numbers: of the values of its leaves, to its outputs: the leaves
/// of its result, then the last values of its own.
struct kernel_functions {
  using numbers = std::vector<double>;
  std::vector<std::string> names;   // of the leaves
  std::vector<std::string> outputs; // their names, empty ones for the result
  numbers at;                       // their values
  double epsilon;                   // of the least precise of them
  std::function<numbers(const numbers& at)> primal;
  std::function<numbers(const numbers& at, const numbers& seeds)> adjoint;
  std::function<numbers(const numbers& at, const numbers& direction)> tangent; // may be empty
  std::vector<std::size_t> rows, columns; // of the matrices: which outputs, which leaves
  std::vector<matrix_product> products;
};

gradient_report compare(const kernel_functions& kernel, const gradient_check_options& options);

} // namespace detail
} // namespace treelize
