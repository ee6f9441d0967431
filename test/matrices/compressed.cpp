// Values of sparse matrices, from patterns given by hand, are those of the dense ones, by columns, by
// rows and by directions, over lanes and one by one; further calls allocate nothing.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

// Three columns of each row; those at both ends stay as they are.
TREELIZE(kernel) inline void band(std::span<const double> y, std::span<double> r) {
  for (std::size_t i = 1; i + 1 < y.size(); ++i)
    r[i] = y[i - 1] * y[i] - std::exp(y[i + 1]);
}

// One sum, and a product for each: a long row and a long column.
TREELIZE(kernel)
inline void sums(std::span<const double> x, double c, std::span<double> r, double& all) {
  all = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    r[i] = c * x[i] * x[i];
    all += std::sin(x[i]);
  }
}

// Rows of all, but for the one: by adjoints.
TREELIZE(kernel) inline void means(std::span<const double> x, double& a, double& b) {
  a = 0;
  b = x[0] * x[0];
  for (double each : x)
    a += each * each;
}

struct Particle {
  double place, speed;
  int id;
};
// Two rows and two columns each, no lanes.
TREELIZE(kernel) inline void move(std::vector<Particle>& all, const double h) {
  for (Particle& p : all) {
    const double old = p.place;
    p.place += h * p.speed;
    p.speed -= h * std::sin(old);
  }
}

TREELIZE(kernel) inline double chain(std::span<const double> x, const double c) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += c * std::sin(x[i] * x[i + 1]);
  return sum;
}
TREELIZE(kernel) inline double energy(const std::vector<Particle>& all) {
  double sum = 0;
  for (const Particle& p : all)
    sum += p.place * p.place * p.speed;
  return sum;
}

} // namespace app

#include GENERATED
#include <treelize/detail/compressed.hpp>
#include <treelize/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

// Lanes where there are, which is else a matter of speed alone.
using spans = treelize::signature<void, std::span<const double>, std::span<double>>;
static_assert(treelize::detail::lane_sweeps<4, decltype(app::kernels::band), spans, std::span<const double>,
                                            std::span<double>>::has_tangents);
static_assert(treelize::detail::lane_sweeps<4, decltype(app::kernels::band), spans, std::span<const double>,
                                            std::span<double>>::has_adjoints);
static_assert(treelize::detail::lane_products<
              4, decltype(app::kernels::chain),
              treelize::signature<double, std::span<const double>, const double>,
              std::span<const double>, const double>::has_products);

std::size_t allocations = 0;
void* allocate(std::size_t size, std::size_t align) {
  ++allocations;
  return std::aligned_alloc(align, (size + align - 1) / align * align);
}
void* operator new(std::size_t size) { return allocate(size, 16); }
void* operator new(std::size_t size, std::align_val_t align) {
  return allocate(size, static_cast<std::size_t>(align));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

int failures = 0;
void expect(bool holds, const char* name, const char* what) {
  if (!holds)
    ++failures, std::printf("%s: %s\n", name, what);
}

/// The entries that are not zero here.
treelize::csr pattern_of(const treelize::matrix& dense) {
  treelize::csr pattern{.rows = dense.rows(), .cols = dense.cols(), .row_start = {0}};
  for (std::size_t i = 0; i < dense.rows(); ++i) {
    for (std::size_t j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0)
        pattern.col.push_back(j);
    pattern.row_start.push_back(pattern.col.size());
  }
  return pattern;
}

void compare(const char* name, const treelize::csr& sparse, const treelize::matrix& dense) {
  for (std::size_t i = 0; i < dense.rows(); ++i)
    for (std::size_t k = sparse.row_start[i]; k < sparse.row_start[i + 1]; ++k) {
      const double is = sparse.value[k], should = dense(i, sparse.col[k]);
      expect(std::fabs(is - should) <= 1e-14 * std::fabs(should), name, "another value");
    }
}

template <class Kernel, class Change, class... Args>
void check_jacobian(const char* name, std::size_t colors, bool is_by_rows, const Kernel& kernel,
                    const Change& change, Args&... args) {
  treelize::csr sparse = pattern_of(kernel.jacobian(args...));
  treelize::detail::color_jacobian(sparse);
  expect(sparse.colors() == colors, name, "other colours");
  expect(sparse.state.colors.is_by_rows == is_by_rows, name, "another way");
  treelize::detail::fill_jacobian(kernel, sparse, args...);
  compare(name, sparse, kernel.jacobian(args...));
  change();
  const std::size_t before = allocations;
  treelize::detail::fill_jacobian(kernel, sparse, args...);
  expect(allocations == before, name, "allocates");
  compare(name, sparse, kernel.jacobian(args...));
}

template <class Kernel, class Change, class... Args>
void check_hessian(const char* name, std::size_t colors, const Kernel& kernel, const Change& change,
                   Args&... args) {
  treelize::csr sparse = pattern_of(kernel.hessian(args...));
  treelize::detail::color_hessian(sparse);
  expect(sparse.colors() == colors, name, "other colours");
  treelize::detail::fill_hessian(kernel, sparse, args...);
  compare(name, sparse, kernel.hessian(args...));
  change();
  const std::size_t before = allocations;
  treelize::detail::fill_hessian(kernel, sparse, args...);
  expect(allocations == before, name, "allocates");
  compare(name, sparse, kernel.hessian(args...));
}

int main() {
  std::vector<double> x(30), r(30, 7);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::sin(1.0 + static_cast<double>(i));
  std::span<const double> xs(x);
  std::span<double> rs(r);
  double c = 1.5, all = 2, mean = 3;
  const auto change = [&] { x[3] = -2, x[7] = 0.5; };
  check_jacobian("band", 3, false, app::kernels::band, change, xs, rs);
  check_jacobian("sums", 31, false, app::kernels::sums, change, xs, c, rs, all);
  check_jacobian("means", 2, true, app::kernels::means, change, xs, all, mean);
  expect(r == std::vector<double>(30, 7) && all == 2 && mean == 3, "all", "outputs are other ones");
  check_hessian("chain", 4, app::kernels::chain, change, xs, c);

  std::vector<app::Particle> particles(9);
  for (std::size_t i = 0; i < particles.size(); ++i)
    particles[i] = {x[i], x[i + 9], 3};
  const std::vector<app::Particle>& seen = particles;
  const double h = 0.25;
  check_jacobian("move", 3, false, app::kernels::move, [&] { particles[2].place = 3; }, particles, h);
  check_hessian("energy", 2, app::kernels::energy, [&] { particles[3].speed = 3; }, seen);

  treelize::csr sparse = pattern_of(app::kernels::band.jacobian(x, r));
  treelize::detail::color_jacobian(sparse);
  const std::vector<double> longer(31);
  std::span<const double> ls(longer);
  try {
    treelize::detail::fill_jacobian(app::kernels::band, sparse, ls, rs);
    expect(false, "band", "takes other sizes");
  } catch (const treelize::mismatch_error& error) {
    expect(std::string(error.what()) ==
               "treelize: the sparse matrix has 30 columns, the derivative by these arguments 31: "
               "make another matrix, by a call without one",
           "band", error.what());
  }
  return failures != 0;
}
