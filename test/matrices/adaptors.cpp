// Sparse matrices in Eigen and SUNDIALS: the same rows, columns and values; what does not fit throws.
// REQUIRES: libeigen3-dev, libsundials-dev
// RUN: %cxx %eigen %s %link -lsundials_sunmatrixsparse -lsundials_generic -o %t && %t
// RUN: %allcxx %eigen %s -fsyntax-only
// RUN: echo '#include <treelize/adapt/sundials.hpp>' | %cxx -fsyntax-only -x c++ -
#include <treelize/adapt/eigen_sparse.hpp>
#include <treelize/adapt/sundials.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

int failures = 0;

void expect(bool holds, const char* what) {
  if (!holds)
    ++failures, std::printf("%s\n", what);
}

// 1 . 2
// . 3 4
treelize::csr small() {
  return {.rows = 2, .cols = 3, .row_start = {0, 2, 4}, .col = {0, 2, 1, 2}, .value = {1, 2, 3, 4}};
}

void check_eigen() {
  treelize::csr from = small();
  auto matrix = treelize::eigen::sparse_matrix(from);
  expect(matrix.rows() == 2 && matrix.cols() == 3 && matrix.nonZeros() == 4, "Eigen's shape");
  expect(matrix.coeff(0, 2) == 2 && matrix.coeff(1, 1) == 3 && matrix.coeff(1, 0) == 0, "Eigen's values");
  from.value = {5, 6, 7, 8};
  treelize::eigen::set_values(matrix, from);
  const Eigen::SparseMatrix<double> by_columns = matrix;
  expect(by_columns.coeff(1, 2) == 8, "Eigen's new values");
  from.value.clear();
  expect(treelize::eigen::sparse_matrix(from).coeff(0, 0) == 0, "a pattern in Eigen");
  const treelize::csr none;
  expect(treelize::eigen::sparse_matrix(none).nonZeros() == 0, "nothing in Eigen");
  const treelize::csr wide{.rows = 0, .cols = 40000, .row_start = {0}};
  try {
    treelize::eigen::sparse_matrix<std::int16_t>(wide);
    expect(false, "40000 is no number of 16 bits");
  } catch (const treelize::index_error&) {
  }
  try {
    treelize::eigen::set_values(matrix, from);
    expect(false, "a matrix of 4 entries takes none");
  } catch (const treelize::mismatch_error& error) {
    expect(std::string(error.what()).find("has 4 entries, the csr 0") != std::string::npos, error.what());
  }
}

void check_sundials() {
  SUNContext context;
#if SUNDIALS_VERSION_MAJOR >= 7
  SUNContext_Create(SUN_COMM_NULL, &context);
#else
  SUNContext_Create(nullptr, &context);
#endif
  treelize::csr from = small();
  {
    const auto matrix = treelize::sundials::sparse_matrix(from, context);
    expect(SM_COLUMNS_S(matrix.get()) == 3 && SM_INDEXPTRS_S(matrix.get())[1] == 2, "its shape");
    SUNMatZero(matrix.get());
    from.value = {5, 6, 7, 8};
    treelize::sundials::assign(matrix.get(), from);
    expect(SM_INDEXVALS_S(matrix.get())[3] == 2 && SM_DATA_S(matrix.get())[3] == 8, "its values");
    from.rows = 1, from.row_start.pop_back();
    try {
      treelize::sundials::assign(matrix.get(), from);
      expect(false, "a matrix of two rows takes one of one");
    } catch (const treelize::mismatch_error& error) {
      expect(std::string(error.what()).find("by rows, 2 x 3 with 4 entries") != std::string::npos, error.what());
    }
  }
  SUNContext_Free(&context);
}

int main() {
  check_eigen();
  check_sundials();
  return failures != 0;
}
