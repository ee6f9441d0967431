// The gradient of a mean over the pieces of data that all ranks of a communicator have together:
//
//   auto [value, gradient] =
//       treelize::mpi::mean_gradient(MPI_COMM_WORLD, app::kernels::loss, params, my_pieces);
//
// where `double loss(const Params& params, const Piece& piece)` is a kernel. All ranks call it,
// with parameters of one structure, and all get the same. Numbers travel as double.
//
// Needs MPI; MPI_Init is enough, as no other thread than the caller's calls MPI.
#pragma once

#include "treelize/detail/cpp20.hpp"

#if !defined(__cpp_exceptions)
#error "treelize/adapt/mpi.hpp carries what a rank throws to all others: compile without -fno-exceptions"
#endif

#include "treelize/detail/absent.hpp"
#include "treelize/detail/mpi/agreement.hpp"
#include "treelize/detail/mpi/equal_trees.hpp"
#include "treelize/detail/mpi/errors.hpp"
#include "treelize/detail/mpi/mean.hpp"
#include "treelize/detail/mpi/shard.hpp"
#include "treelize/parallel.hpp"

#include <mpi.h>

#include <ranges>
#include <span>

namespace treelize::mpi {

/// The same on all ranks, but for `threads`.
struct options {
  /// The same bits for any number of ranks up to `chunks`, and of threads: those of
  /// parallel_gradient with as many chunks, divided by the number of pieces. Chunks are then those
  /// of the pieces of all ranks, which follow one another in the order of the ranks.
  bool reproducible = false;
  /// How many chunks the pieces of a rank, or where reproducible of all ranks, are divided into; at
  /// least 1.
  int chunks = 64;
  /// How many threads sum up on this rank, 0 for one on each core.
  int threads = 1;
  /// Each rank gets its share of the gradient alone, the part that its `mpi::shard` updates, and
  /// zeros elsewhere. Gradient and update together send what the whole gradient sends.
  bool shard = false;
};

namespace detail {

struct mean_gradient_fn {
  /// The means over the pieces of all ranks, each of which may have any number of them, also none.
  /// On every rank, before anything is calculated: `unequal_trees` where the parameters do not have
  /// one structure, `treelize::error` where options are out of range or differ, or no rank has a
  /// piece; and `rank_error` where a kernel threw on one of them.
  template <class Kernel, class Params, std::ranges::contiguous_range Pieces>
    requires sums_over_pieces<Kernel, Params, piece_of<Pieces>>
  auto operator()(MPI_Comm comm, const Kernel& kernel, const Params& params, const Pieces& pieces,
                  const options& how = {}) const {
    using piece = piece_of<Pieces>;
    const communicator ranks(comm);
    const rank_sum<Kernel, Params, piece> mine{kernel, params, pieces};
    const rank_call call{hash_of_facts(params), mine.pieces.size(), how.reproducible, how.chunks,
                         how.threads,           how.shard};
    const auto calls = agree(ranks, mean_gradient_name, call, params);
    if (how.reproducible)
      return mean_of_chunks(ranks, mine, calls, how.threads, how.shard);
    return mean_of_ranks(ranks, mine, {how.chunks, how.threads}, how.shard,
                         static_cast<double>(tree_of(calls).pieces()));
  }

  template <class Kernel, class Params, std::ranges::contiguous_range Pieces, class... Rest>
    requires(!sums_over_pieces<Kernel, Params, piece_of<Pieces>>)
  parallel_needs_a_kernel_double_f_of_const_Params_and_const_Piece
  operator()(MPI_Comm, const Kernel&, const Params&, const Pieces&, const Rest&...) const
      TREELIZE_ABSENT("treelize: write a kernel `double f(const Params&, const Piece&)`, which has a "
                      "derivative for the first, with spans for pointers and for bound objects");
};

} // namespace detail

/// `auto [value, gradient] = mean_gradient(comm, kernels::f, params, pieces, {.threads = 2})`
inline constexpr detail::mean_gradient_fn mean_gradient{};

} // namespace treelize::mpi
