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

  void note(gradient_report& report, const std::string& name, const numbers& direction) {
    gradient_comparison at{.leaf = name,
                           .adjoint = dot(gradient_, direction),
                           .tangent = 0,
                           .difference = 0,
                           .error = 0};
    numbers moving;
    for (std::size_t i = 0; i < direction.size(); ++i)
      if (direction[i] != 0)
        moving.push_back(kernel_.at[i]);
    const double h = step(moving);
    const numbers above = kernel_.primal(moved(kernel_.at, direction, h));
    const numbers below = kernel_.primal(moved(kernel_.at, direction, -h));
    double noise = 0;
    double slope = 0; // of either side alone: where they cancel, what is left of the difference is
                      // its truncation
    if (above.size() != now_.size() || below.size() != now_.size())
      at.difference = std::numeric_limits<double>::quiet_NaN(); // there is no derivative here
    for (std::size_t i = 0; i < std::min({above.size(), below.size(), now_.size()}); ++i) {
      slope += std::fabs(seeds_[i]) *
               (std::fabs(above[i] - now_[i]) + std::fabs(below[i] - now_[i])) / (2 * h);
      at.difference += seeds_[i] * ((above[i] - below[i]) / (2 * h));
      noise += std::fabs(seeds_[i] * above[i]) * kernel_.epsilon / h;
    }
    const double scale =
        std::max({largest_, std::fabs(at.adjoint), std::numeric_limits<double>::min()});
    const double cube = allowed(options_.difference_tolerance, 2 * std::cbrt(kernel_.epsilon));
    at.error = std::fabs(at.adjoint - at.difference) /
               (cube * std::max({scale, slope, std::fabs(at.difference)}) + noise);
    at.tangent = at.adjoint;
    if (kernel_.tangent) {
      at.tangent = dot(seeds_, kernel_.tangent(kernel_.at, direction));
      const double square = allowed(options_.tangent_tolerance, std::sqrt(kernel_.epsilon));
      at.error = std::max(at.error, std::fabs(at.adjoint - at.tangent) /
                                        (square * std::max(scale, std::fabs(at.tangent))));
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
      << report.worst.leaf << ": adjoint " << report.worst.adjoint;
  if (report.has_tangent)
    out << ", tangent " << report.worst.tangent;
  out << ", central difference " << report.worst.difference << "\n";
  out.precision(2);
  out << "  " << report.worst.error << " of the error that is allowed\n";
  out.precision(precision);
  return out;
}

} // namespace treelize
