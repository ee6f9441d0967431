// The exceptions of treelize::mpi. Each is thrown on every rank of the communicator, which stays
// usable.
#pragma once

#include "treelize/error.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace treelize::mpi {

/// The trees of two ranks do not have the same structure: of `rank()` and of rank 0, at `path()`.
class unequal_trees : public mismatch_error {
public:
  unequal_trees(const std::string& what, std::string path, int rank)
      : mismatch_error(what, std::move(path)), rank_(rank) {}

  int rank() const noexcept { return rank_; }

private:
  int rank_;
};

/// A rank threw, the first one if several did; what() has what its exception said. On that rank the
/// exception is nested (std::rethrow_if_nested).
class rank_error : public error {
public:
  rank_error(const std::string& what, int rank) : error(what), rank_(rank) {}

  int rank() const noexcept { return rank_; }

private:
  int rank_;
};

} // namespace treelize::mpi
