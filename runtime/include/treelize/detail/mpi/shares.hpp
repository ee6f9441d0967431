// The numbers of a tree, divided among ranks in shares of the same length, but for one, and
// exchanged in rounds, so that no message is longer than a slice.
#pragma once

#include "treelize/detail/kept.hpp"
#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/parallel/chunk_tree.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace treelize::mpi::detail {

/// 32 MB of numbers.
inline constexpr std::size_t slice = (std::size_t{32} << 20) / sizeof(double);

/// Some of the numbers of a tree.
struct number_range {
  std::size_t first, count;
};

class shares {
public:
  /// In each round of an exchange a rank gives or takes `copies` values for a number.
  shares(std::size_t numbers, std::size_t ranks, std::size_t copies = 1)
      : numbers_(numbers), ranks_(ranks),
        in_round_(std::max<std::size_t>(1, slice / (ranks * std::max<std::size_t>(1, copies)))) {}

  number_range of(std::size_t rank) const {
    const std::size_t first = part_begin(numbers_, ranks_, rank);
    return {first, part_begin(numbers_, ranks_, rank + 1) - first};
  }
  std::size_t rounds() const {
    const std::size_t longest = (numbers_ + ranks_ - 1) / ranks_;
    return (longest + in_round_ - 1) / in_round_;
  }
  /// What of a share has its turn in a round.
  number_range of(std::size_t rank, std::size_t round) const {
    const number_range whole = of(rank);
    const std::size_t skipped = (std::min)(whole.count, round * in_round_);
    return {whole.first + skipped, (std::min)(in_round_, whole.count - skipped)};
  }

private:
  std::size_t numbers_, ranks_, in_round_;
};

/// Parts of a message, one after the other.
struct message_parts {
  std::vector<int> counts, displacements;

  void add(std::size_t count) {
    displacements.push_back(counts.empty() ? 0 : displacements.back() + counts.back());
    counts.push_back(static_cast<int>(count));
  }
  std::size_t size() const {
    return counts.empty() ? 0 : static_cast<std::size_t>(displacements.back() + counts.back());
  }
};

/// What goes out in a round of an exchange, and what comes in.
struct message_buffers {
  std::vector<double> given, taken;
};

/// The sums over all ranks in the place of the numbers.
inline void all_reduce(const communicator& ranks, std::span<double> numbers) {
  for (std::size_t first = 0; first < numbers.size(); first += slice) {
    const auto count = static_cast<int>((std::min)(slice, numbers.size() - first));
    require_success(MPI_Allreduce(MPI_IN_PLACE, numbers.data() + first, count, MPI_DOUBLE, MPI_SUM,
                                  ranks.handle()),
                    "MPI_Allreduce");
  }
}

/// The same for this rank's share alone, in its place.
inline void reduce_scatter(const communicator& ranks, std::span<double> numbers) {
  const shares all(numbers.size(), ranks.size());
  const kept<message_buffers> buffers;
  std::vector<double>& given = buffers->given;
  for (std::size_t round = 0; round < all.rounds(); ++round) {
    message_parts parts;
    given.clear();
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      const number_range part = all.of(rank, round);
      const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(part.first);
      given.insert(given.end(), begin, begin + static_cast<std::ptrdiff_t>(part.count));
      parts.add(part.count);
    }
    const number_range mine = all.of(ranks.rank(), round);
    require_success(MPI_Reduce_scatter(given.data(), numbers.data() + mine.first,
                                       parts.counts.data(), MPI_DOUBLE, MPI_SUM, ranks.handle()),
                    "MPI_Reduce_scatter");
  }
}

/// Every rank gets the share of every other: `numbers.read(first, to)` gives this rank's,
/// `numbers.write(first, from)` takes that of any.
template <class Numbers>
void all_gather(const communicator& ranks, const Numbers& numbers) {
  const shares all(numbers.size(), ranks.size());
  const kept<message_buffers> buffers;
  std::vector<double>&given = buffers->given, &taken = buffers->taken;
  for (std::size_t round = 0; round < all.rounds(); ++round) {
    message_parts parts;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      parts.add(all.of(rank, round).count);
    const number_range mine = all.of(ranks.rank(), round);
    given.resize(mine.count);
    taken.resize(parts.size());
    numbers.read(mine.first, given);
    require_success(MPI_Allgatherv(given.data(), static_cast<int>(given.size()), MPI_DOUBLE,
                                   taken.data(), parts.counts.data(), parts.displacements.data(),
                                   MPI_DOUBLE, ranks.handle()),
                    "MPI_Allgatherv");
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      numbers.write(all.of(rank, round).first,
                    std::span<const double>(taken).subspan(
                        static_cast<std::size_t>(parts.displacements[rank]),
                        static_cast<std::size_t>(parts.counts[rank])));
  }
}

} // namespace treelize::mpi::detail
