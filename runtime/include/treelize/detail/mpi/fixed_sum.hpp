// The sum over all ranks along the tree of the chunks: the same bits, whichever rank has which
// chunk.
//
// Each rank has the sums of a few blocks of chunks. It gets its share of the numbers of all blocks,
// joins them as the tree says, and so has its share of the sum.
#pragma once

#include "treelize/detail/flat_numbers.hpp"
#include "treelize/detail/kept.hpp"
#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/mpi/rank_chunks.hpp"
#include "treelize/detail/mpi/shares.hpp"
#include "treelize/detail/parallel/chunk_tree.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::mpi::detail {

/// Which sums the ranks have, and how they are joined.
struct sum_plan {
  std::vector<std::size_t> counts; // of sums, for each rank
  std::vector<chunk_join> joins;   // of the sums of all ranks, in the order of the ranks

  sum_plan(const chunk_tree& tree, const std::vector<rank_chunks>& chunks) {
    std::vector<chunk_block> all;
    for (const rank_chunks& rank : chunks) {
      const auto blocks = blocks_of(tree, rank.first, rank.last);
      all.insert(all.end(), blocks.begin(), blocks.end());
      counts.push_back(blocks.size());
    }
    joins = joins_of(tree, std::move(all));
  }
};

template <class Value>
Value fixed_sum_of_values(const communicator& ranks, const sum_plan& plan,
                          const std::vector<double>& mine) {
  message_parts parts;
  for (std::size_t count : plan.counts)
    parts.add(count);
  std::vector<double> all(parts.size());
  require_success(MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, all.data(),
                                 parts.counts.data(), parts.displacements.data(), MPI_DOUBLE,
                                 ranks.handle()),
                  "MPI_Allgatherv");
  for (const chunk_join& join : plan.joins)
    all[join.into] = static_cast<Value>(all[join.into] + all[join.from]);
  return static_cast<Value>(all.front());
}

/// One after the other, for each rank what has its turn of its share of every sum.
inline void pack_shares(const shares& all, std::size_t round, std::size_t ranks,
                        const std::vector<flat_numbers>& sums, std::span<double> to) {
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const number_range there = all.of(rank, round);
    for (const flat_numbers& sum : sums) {
      sum.read(there.first, to.first(there.count));
      to = to.subspan(there.count);
    }
  }
}

/// Writes this rank's share of the sum, divided by `divisor`, to `result`.
inline void fixed_sum(const communicator& ranks, const sum_plan& plan,
                      const std::vector<flat_numbers>& mine, const flat_numbers& result,
                      double divisor) {
  const shares all(result.size(), ranks.size(), (std::ranges::max)(plan.counts));
  const kept<message_buffers> buffers;
  std::vector<double>&given = buffers->given, &taken = buffers->taken;
  for (std::size_t round = 0; round < all.rounds(); ++round) {
    message_parts to, from;
    const number_range here = all.of(ranks.rank(), round);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      to.add(mine.size() * all.of(rank, round).count);
      from.add(plan.counts[rank] * here.count);
    }
    given.resize(to.size());
    taken.resize(from.size());
    pack_shares(all, round, ranks.size(), mine, given);
    require_success(MPI_Alltoallv(given.data(), to.counts.data(), to.displacements.data(),
                                  MPI_DOUBLE, taken.data(), from.counts.data(),
                                  from.displacements.data(), MPI_DOUBLE, ranks.handle()),
                    "MPI_Alltoallv");
    const auto sum = [&](std::size_t index) {
      return std::span(taken).subspan(index * here.count, here.count);
    };
    for (const chunk_join& join : plan.joins) {
      std::ranges::transform(sum(join.into), sum(join.from), sum(join.into).begin(), std::plus());
      result.round(here.first, sum(join.into));
    }
    result.write(here.first, sum(0), divisor);
  }
}

} // namespace treelize::mpi::detail
