// Which matrices of derivatives a kernel has, and what they do to a direction.
#pragma once

#include "treelize/sparse.hpp"

#include <cstddef>
#include <tuple>
#include <vector>

namespace treelize::detail {

inline std::vector<double> product(const matrix& all, const std::vector<std::size_t>& columns,
                                   const std::vector<double>& direction) {
  std::vector<double> result(all.rows());
  for (std::size_t row = 0; row < all.rows(); ++row)
    for (std::size_t col = 0; col < all.cols(); ++col)
      result[row] += all(row, col) * direction.at(columns.at(col));
  return result;
}

inline std::vector<double> product(const csr& all, const std::vector<std::size_t>& columns,
                                   const std::vector<double>& direction) {
  std::vector<double> result(all.rows);
  for (std::size_t row = 0; row < all.rows; ++row)
    for (std::size_t k = all.row_start[row]; k < all.row_start[row + 1]; ++k)
      result[row] += all.value[k] * direction.at(columns.at(all.col[k]));
  return result;
}

/// A dense matrix of more entries is not made for a test.
inline constexpr std::size_t most_dense_entries = 1'000'000;

template <class Kernel, class Arguments>
struct matrix_members;
template <class Kernel, class... Argument>
struct matrix_members<Kernel, std::tuple<Argument...>> {
  template <class Function>
  static void for_each(std::size_t entries, const Function& function) {
    if constexpr (requires(Kernel& kernel, Argument&... args) { kernel.jacobian(args...); })
      if (entries <= most_dense_entries)
        function("jacobian", false, [](Kernel& kernel, std::tuple<Argument...>& args) {
          return std::apply([&](auto&... each) { return kernel.jacobian(each...); }, args);
        });
    if constexpr (requires(Kernel& kernel, Argument&... args) { kernel.jacobian_csr(args...); })
      function("jacobian_csr", false, [](Kernel& kernel, std::tuple<Argument...>& args) {
        return std::apply([&](auto&... each) { return kernel.jacobian_csr(each...); }, args);
      });
    if constexpr (requires(Kernel& kernel, Argument&... args) { kernel.hessian(args...); })
      if (entries <= most_dense_entries)
        function("hessian", true, [](Kernel& kernel, std::tuple<Argument...>& args) {
          return std::apply([&](auto&... each) { return kernel.hessian(each...); }, args);
        });
    if constexpr (requires(Kernel& kernel, Argument&... args) { kernel.hessian_csr(args...); })
      function("hessian_csr", true, [](Kernel& kernel, std::tuple<Argument...>& args) {
        return std::apply([&](auto&... each) { return kernel.hessian_csr(each...); }, args);
      });
  }
};

/// Calls `function(name, is_second, matrix_of)` for the matrices that the kernel has by such
/// arguments, dense ones where that many entries are few enough; `matrix_of(kernel, arguments)`
/// makes it.
template <class Kernel, class Arguments, class Function>
void for_each_matrix_member(std::size_t entries, const Function& function) {
  matrix_members<Kernel, Arguments>::for_each(entries, function);
}

} // namespace treelize::detail
