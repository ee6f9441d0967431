// A tree of parameters that all ranks have, updated in shares: each rank updates its own, with the
// optimiser's moments of no other, and all get the result.
#pragma once

#include "treelize/detail/flat_numbers.hpp"
#include "treelize/detail/mpi/agreement.hpp"
#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/mpi/shares.hpp"
#include "treelize/error.hpp"

#include <mpi.h>

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

namespace treelize::mpi {

/// A rank's share of the numbers of a tree, in the order of its leaves:
///
///   const treelize::mpi::shard mine(comm, model);
///   std::vector<double> mean(mine.size()), variance(mine.size());
///   ...
///   mine.update(model, gradient, [&](std::vector<double>& some, const std::vector<double>& slope)
///   {
///     app::adam(some, slope, mean, variance, step);     // a tree function
///   });
class shard {
public:
  template <class Tree>
  shard(MPI_Comm comm, const Tree& tree)
      : ranks_(comm), all_(detail::numbers_of(tree).size()),
        share_(detail::shares(all_, ranks_.size()).of(ranks_.rank())) {}

  /// The first number of the share among all, and how many there are.
  std::size_t first() const { return share_.first; }
  std::size_t size() const { return share_.count; }

  /// This rank's share of the numbers of a tree of the same structure.
  template <class Tree>
  std::vector<double> of(const Tree& tree) const {
    const auto numbers = detail::numbers_of(tree);
    require_size(numbers.size());
    std::vector<double> mine(size());
    numbers.read(first(), mine);
    return mine;
  }

  /// Calls `function(numbers, slope)` with this rank's shares of a tree and of its gradient, as
  /// std::vector<double>, and gives the numbers, as `function` leaves them, to all ranks. All ranks
  /// call it. Where `function` throws on one, rank_error is thrown on all, and the tree is as
  /// before.
  template <class Tree, class Function>
  void update(Tree& tree, const Tree& gradient, Function&& function) const {
    std::vector<double> mine;
    std::exception_ptr failure;
    try {
      mine = of(tree);
      function(mine, of(gradient));
      require_share(mine.size());
    } catch (...) {
      failure = std::current_exception();
    }
    detail::all_unless_failed(ranks_, "mpi::shard::update", 0, failure);
    const detail::flat_numbers numbers(tree);
    numbers.write(first(), mine);
    detail::all_gather(ranks_, numbers);
  }

private:
  detail::communicator ranks_;
  std::size_t all_;
  detail::number_range share_;

  static void require(const char* what, std::size_t given, std::size_t wanted) {
    if (given != wanted)
      throw leaf_count_error("treelize: mpi::shard: " + std::string(what) + " has " +
                             std::to_string(given) + " numbers, it must have " +
                             std::to_string(wanted));
  }
  void require_size(std::size_t numbers) const { require("the tree", numbers, all_); }
  void require_share(std::size_t numbers) const { require("the share", numbers, size()); }
};

} // namespace treelize::mpi
