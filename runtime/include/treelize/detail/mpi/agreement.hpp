// What ranks agree on: that they call for the same thing, before anything is calculated, and that
// none has failed, before anything is exchanged. What is wrong is thrown on every rank alike.
#pragma once

#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/mpi/equal_trees.hpp"
#include "treelize/detail/mpi/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace treelize::mpi::detail {

/// What a rank calls for.
struct rank_call {
  std::uint64_t structure, pieces;
  std::int32_t reproducible, chunks, threads, shard;
};

[[noreturn]] inline void throw_call(const char* call, const std::string& what) {
  throw error("treelize: " + std::string(call) + ": " + what);
}

inline void require_sound(const char* call, const std::vector<rank_call>& all) {
  const auto require = [&](std::int32_t rank_call::* option, const char* name, int least) {
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      const std::string has = "rank " + std::to_string(rank) + " has " + name + " = " +
                              std::to_string(all[rank].*option);
      if (all[rank].*option < least)
        throw_call(call, has + ", it must be at least " + std::to_string(least));
      if (option != &rank_call::threads && all[rank].*option != all[0].*option)
        throw_call(call, has + ", rank 0 has " + std::to_string(all[0].*option));
    }
  };
  require(&rank_call::reproducible, ".reproducible", 0);
  require(&rank_call::chunks, ".chunks", 1);
  require(&rank_call::threads, ".threads", 0);
  require(&rank_call::shard, ".shard", 0);
  if (all[0].reproducible && all.size() > static_cast<std::size_t>(all[0].chunks))
    throw_call(call, "there are " + std::to_string(all.size()) + " ranks and " +
                         std::to_string(all[0].chunks) +
                         " chunks; .reproducible needs a chunk for each rank");
}

/// The calls of all ranks, which are for the same trees and options, and for a piece at least.
template <class Tree>
std::vector<rank_call> agree(const communicator& ranks, const char* call, const rank_call& mine,
                             const Tree& tree) {
  const std::vector<rank_call> all = ranks.all(mine);
  require_sound(call, all);
  const auto differs = std::ranges::find_if(
      all, [&](const rank_call& other) { return other.structure != all[0].structure; });
  if (differs != all.end())
    throw_unequal_trees(ranks, call, tree, static_cast<std::size_t>(differs - all.begin()));
  if (std::ranges::all_of(all, [](const rank_call& other) { return other.pieces == 0; }))
    throw_call(call, "there is no piece on any rank");
  return all;
}

inline std::string text_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& thrown) {
    return thrown.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

[[noreturn]] inline void throw_rank_error(const communicator& ranks, const char* call,
                                          std::size_t failed, const std::exception_ptr& mine) {
  const bool is_here = ranks.rank() == failed;
  const std::string text = ranks.broadcast(is_here ? text_of(mine) : std::string(), failed);
  const rank_error thrown("treelize: " + std::string(call) + ": rank " + std::to_string(failed) +
                              " threw: " + text,
                          static_cast<int>(failed));
  if (!is_here)
    throw thrown;
  try {
    std::rethrow_exception(mine);
  } catch (...) {
    std::throw_with_nested(thrown);
  }
}

/// A number of each rank; or an exception if a rank has one, which is then on all of them.
inline std::vector<double> all_unless_failed(const communicator& ranks, const char* call,
                                             double number, const std::exception_ptr& exception) {
  struct outcome {
    double number;
    std::int64_t has_failed;
  };
  const auto all = ranks.all(outcome{number, exception ? 1 : 0});
  const auto failed = std::ranges::find(all, 1, &outcome::has_failed);
  if (failed != all.end())
    throw_rank_error(ranks, call, static_cast<std::size_t>(failed - all.begin()), exception);
  std::vector<double> numbers;
  for (const outcome& one : all)
    numbers.push_back(one.number);
  return numbers;
}

} // namespace treelize::mpi::detail
