// Three answers for the same derivative, leaf by leaf.
#include "treelize/detail/gradient_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <ostream>
#include <random>

namespace treelize {
namespace detail {
namespace {

using numbers = std::vector<double>;

double dot(const numbers& a, const numbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

numbers moved(const numbers& x, const numbers& along, double by) {
  numbers result(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    result[i] += by * along[i];
  return result;
}

class comparer {
public:
  comparer(const kernel_functions& kernel, const gradient_check_options& options)
      : kernel_(kernel), options_(options), random_(options.seed), seeds_(random_seeds()),
        gradient_(kernel.adjoint(kernel.at, seeds_)), now_(kernel.primal(kernel.at)) {
    for (double derivative : gradient_)
      largest_ = std::max(largest_, std::fabs(derivative));
  }

  gradient_report run() {
    gradient_report report;
    report.leaves = kernel_.at.size();
    report.has_tangent = static_cast<bool>(kernel_.tangent);
    report.seed = options_.seed;
    note(report, "a direction of all leaves", random_numbers(kernel_.at.size()));
    for (std::size_t leaf : chosen_leaves()) {
      numbers direction(kernel_.at.size());
      direction[leaf] = 1;
      note(report, kernel_.names[leaf], direction);
      ++report.checked;
    }
    for (const matrix_product& product : kernel_.products)
      note(report, product);
    return report;
  }

private:
  const kernel_functions& kernel_;
  const gradient_check_options& options_;
  std::mt19937_64 random_;
  const numbers seeds_;
  const numbers gradient_;
  const numbers now_;
  double largest_ = 0;

  /// In [-1, 1), the same everywhere: the standard's distributions are not.
  numbers random_numbers(std::size_t count) {
    numbers result(count);
    for (double& x : result)
      x = std::ldexp(static_cast<double>(random_() >> 11), -52) - 1;
    return result;
  }

  /// Only what the kernel changes is an output: the seed of anything else would drown its
  /// derivative.
  numbers random_seeds() {
    const numbers nearby = moved(kernel_.at, random_numbers(kernel_.at.size()), step(kernel_.at));
    const numbers first = kernel_.primal(kernel_.at), second = kernel_.primal(nearby);
    numbers seeds = random_numbers(first.size());
    std::map<std::string, std::size_t> inputs; // a vector may get another length
    for (std::size_t i = 0; i < kernel_.at.size(); ++i)
      inputs.emplace(kernel_.names[i], i);
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
      if (const auto input = inputs.find(kernel_.outputs[i]);
          input != inputs.end() && first[i] == kernel_.at[input->second] &&
          second[i] == nearby[input->second])
        seeds[i] = 0;
    return seeds;
  }

  std::vector<std::size_t> chosen_leaves() {
    std::vector<std::size_t> leaves(kernel_.at.size());
    std::iota(leaves.begin(), leaves.end(), std::size_t{0});
    if (leaves.size() <= options_.max_leaves)
      return leaves;
    for (std::size_t i = 0; i < options_.max_leaves; ++i)
      std::swap(leaves[i], leaves[i + random_() % (leaves.size() - i)]);
    leaves.resize(options_.max_leaves);
    std::sort(leaves.begin(), leaves.end());
    return leaves;
  }

  /// As far as the numbers that move are large.
  double step(const numbers& moving) const {
    double size = 0;
    for (double x : moving)
      size = std::max(size, std::fabs(x));
    return std::cbrt(kernel_.epsilon) * (size > 0 ? size : 1);
  }

  double allowed(double given, double root) const { return given > 0 ? given : root; }

  /// A central difference of seeded outputs.
  struct central {
    double difference = 0;
    double slope = 0; // of either side alone: where they cancel, what is left of the difference is
                      // its truncation
    double noise = 0;
  };

  template <class Function>
  central central_of(const Function& function, const numbers& now, const numbers& seeds,
                     const numbers& direction) const {
    numbers moving;
    for (std::size_t i = 0; i < direction.size(); ++i)
      if (direction[i] != 0)
        moving.push_back(kernel_.at[i]);
    const double h = step(moving);
    const numbers above = function(moved(kernel_.at, direction, h));
    const numbers below = function(moved(kernel_.at, direction, -h));
    central result;
    if (above.size() != now.size() || below.size() != now.size())
      result.difference = std::numeric_limits<double>::quiet_NaN(); // there is no derivative here
    for (std::size_t i = 0; i < std::min({above.size(), below.size(), now.size()}); ++i) {
      result.slope += std::fabs(seeds[i]) *
                      (std::fabs(above[i] - now[i]) + std::fabs(below[i] - now[i])) / (2 * h);
      result.difference += seeds[i] * ((above[i] - below[i]) / (2 * h));
      result.noise += std::fabs(seeds[i] * above[i]) * kernel_.epsilon / h;
    }
    return result;
  }

  void note(gradient_report& report, const std::string& name, const numbers& direction) {
    compare({.leaf = name,
             .member = "adjoint",
             .adjoint = dot(gradient_, direction),
             .tangent = kernel_.tangent ? dot(seeds_, kernel_.tangent(kernel_.at, direction)) : 0,
             .difference = 0,
             .error = 0},
            static_cast<bool>(kernel_.tangent), central_of(kernel_.primal, now_, seeds_, direction),
            largest_, report);
  }

  /// Of `count` numbers those at `places`, others zero.
  static numbers spread(const numbers& some, const std::vector<std::size_t>& places,
                        std::size_t count) {
    numbers all(count);
    for (std::size_t i = 0; i < places.size(); ++i)
      all[places[i]] = some[i];
    return all;
  }
  static numbers chosen(const numbers& all, const std::vector<std::size_t>& places) {
    numbers some;
    for (const std::size_t place : places)
      some.push_back(all.at(place));
    return some;
  }

  void note(gradient_report& report, const matrix_product& product) {
    const numbers direction =
        spread(random_numbers(kernel_.columns.size()), kernel_.columns, kernel_.at.size());
    if (product.isSecond)
      return note_second(report, product, direction);
    const central by = central_of(kernel_.primal, now_, seeds_, direction);
    compare({.leaf = "a direction of all columns",
             .member = product.member,
             .adjoint = dot(chosen(seeds_, kernel_.rows), product.times(kernel_.at, direction)),
             .tangent = kernel_.tangent ? dot(seeds_, kernel_.tangent(kernel_.at, direction)) : 0,
             .difference = 0,
             .error = 0},
            static_cast<bool>(kernel_.tangent), by, by.slope, report);
  }

  /// A product with the Hessian beside differences of the gradient, and beside its mirror image.
  void note_second(gradient_report& report, const matrix_product& product,
                   const numbers& direction) {
    const numbers some = random_numbers(kernel_.columns.size());
    const numbers seeds = spread(some, kernel_.columns, kernel_.at.size());
    numbers one(now_.size());
    one.at(kernel_.rows.at(0)) = 1;
    const auto gradient = [&](const numbers& at) { return kernel_.adjoint(at, one); };
    const central by = central_of(gradient, gradient(kernel_.at), seeds, direction);
    compare({.leaf = "a direction of all columns",
             .member = product.member,
             .adjoint = dot(some, product.times(kernel_.at, direction)),
             .tangent = dot(chosen(direction, kernel_.columns), product.times(kernel_.at, seeds)),
             .difference = 0,
             .error = 0},
            true, by, by.slope, report);
  }

  void compare(gradient_comparison at, bool hasTangent, const central& by, double largest,
               gradient_report& report) const {
    at.difference = by.difference;
    const double scale =
        std::max({largest, std::fabs(at.adjoint), std::numeric_limits<double>::min()});
    const double cube = allowed(options_.difference_tolerance, 2 * std::cbrt(kernel_.epsilon));
    at.error = std::fabs(at.adjoint - at.difference) /
               (cube * std::max({scale, by.slope, std::fabs(at.difference)}) + by.noise);
    if (hasTangent) {
      const double square = allowed(options_.tangent_tolerance, std::sqrt(kernel_.epsilon));
      at.error = std::max(at.error, std::fabs(at.adjoint - at.tangent) /
                                        (square * std::max(scale, std::fabs(at.tangent))));
    } else {
      at.tangent = at.adjoint;
    }
    if (!std::isfinite(at.adjoint + at.tangent + at.difference))
      at.error = std::numeric_limits<double>::infinity();
    if (report.worst.leaf.empty() || at.error > report.worst.error)
      report.worst = at;
  }
};

} // namespace

gradient_report compare(const kernel_functions& kernel, const gradient_check_options& options) {
  return comparer(kernel, options).run();
}

} // namespace detail

std::ostream& operator<<(std::ostream& out, const gradient_report& report) {
  const std::streamsize precision = out.precision(12);
  out << "gradient check " << (report.passed() ? "passed" : "FAILED") << ": " << report.checked
      << " of " << report.leaves << " leaves, seed " << report.seed << "\n  worst is "
      << report.worst.leaf << ": " << report.worst.member << ' ' << report.worst.adjoint;
  if (report.has_tangent)
    out << ", tangent " << report.worst.tangent;
  out << ", central difference " << report.worst.difference << "\n";
  out.precision(2);
  out << "  " << report.worst.error << " of the error that is allowed\n";
  out.precision(precision);
  return out;
}

} // namespace treelize
