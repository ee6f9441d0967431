// The two ways to the mean over the pieces of all ranks: each rank's sum and one sum over the
// ranks, or the sums of chunks of all pieces and their tree.
#pragma once

#include "treelize/detail/flat_numbers.hpp"
#include "treelize/detail/kept.hpp"
#include "treelize/detail/mpi/agreement.hpp"
#include "treelize/detail/mpi/fixed_sum.hpp"
#include "treelize/detail/mpi/private_communicator.hpp"
#include "treelize/detail/mpi/rank_chunks.hpp"
#include "treelize/detail/mpi/reproducible_sums.hpp"
#include "treelize/detail/mpi/shares.hpp"
#include "treelize/parallel.hpp"

#include <cstddef>
#include <exception>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::mpi::detail {

inline constexpr const char* mean_gradient_name = "mpi::mean_gradient";

/// What a rank sums up.
template <class Kernel, class Params, class Piece>
struct rank_sum {
  const Kernel& kernel;
  const Params& params;
  std::span<const Piece> pieces;

  using kernel_type = piece_kernel<Kernel, Params, Piece>;
  using value_type = typename kernel_type::value_type;
  using result_type = gradient_of_pieces<value_type, typename kernel_type::gradient_type>;
};

/// `all` are the numbers of this rank's sum; its share of them alone is wanted.
template <class Gradient>
void keep_share(const communicator& ranks, std::span<double> all, double divisor,
                Gradient& gradient) {
  reduce_scatter(ranks, all);
  set_zero(gradient);
  const number_range share = shares(all.size(), ranks.size()).of(ranks.rank());
  flat_numbers(gradient).write(share.first, all.subspan(share.first, share.count), divisor);
}

template <class Sum>
typename Sum::result_type mean_of_ranks(const communicator& ranks, const Sum& mine,
                                        const parallel_options& how, bool shard, double pieces) {
  using value = typename Sum::value_type;
  std::optional<typename Sum::result_type> result;
  const kept<std::vector<double>> numbers;
  std::exception_ptr failure;
  try {
    result = {0, zeros_like(mine.params)};
    sum_up(mine.kernel, mine.params, mine.pieces, how, *result);
    const flat_numbers gradient(result->gradient);
    numbers->resize(gradient.size());
    gradient.read(0, *numbers);
  } catch (...) {
    failure = std::current_exception();
  }
  const auto values = all_unless_failed(ranks, mean_gradient_name,
                                        failure ? 0 : static_cast<double>(result->value), failure);
  result->value = static_cast<value>(std::accumulate(values.begin(), values.end(), 0.0) / pieces);
  if (shard) {
    keep_share(ranks, *numbers, pieces, result->gradient);
  } else {
    all_reduce(ranks, *numbers);
    flat_numbers(result->gradient).write(0, *numbers, pieces);
  }
  return *std::move(result);
}

template <class Sum>
typename Sum::result_type mean_of_chunks(const communicator& ranks, const Sum& mine,
                                         const std::vector<rank_call>& calls, int threads,
                                         bool shard) {
  using value = typename Sum::value_type;
  const chunk_tree tree = tree_of(calls);
  const auto chunks = chunks_of_ranks(tree, calls);
  const rank_chunks& here = chunks[ranks.rank()];
  const auto pieces = static_cast<double>(tree.pieces());

  const typename Sum::kernel_type kernel(mine.kernel, mine.params);
  const kept<chunk_workspace<typename Sum::kernel_type::sum>> memory;
  chunk_sums sums(kernel, tree, {here.first_piece, mine.pieces}, *memory);
  reproducible_sums rank(sums, kernel, tree, here, private_communicator(ranks.handle()));
  std::optional<typename Sum::result_type> result;
  std::exception_ptr failure;
  try {
    result = {0, zeros_like(mine.params)};
    rank.prepare(thread_count(threads, here.last - here.first));
  } catch (...) {
    failure = std::current_exception();
  }
  all_unless_failed(ranks, mean_gradient_name, 0, failure);
  rank.run();
  all_unless_failed(ranks, mean_gradient_name, 0, sums.schedule().take_exception());

  std::vector<flat_numbers> numbers;
  std::vector<double> values;
  for (const chunk_block& block : blocks_of(tree, here.first, here.last)) {
    auto& sum = sums.slot(sums.schedule().slot_of(block));
    numbers.emplace_back(sum.gradient);
    values.push_back(static_cast<double>(sum.value));
  }
  const sum_plan plan(tree, chunks);
  result->value = fixed_sum_of_values<value>(ranks, plan, values) / static_cast<value>(pieces);
  const flat_numbers gradient(result->gradient);
  fixed_sum(ranks, plan, numbers, gradient, pieces);
  if (!shard)
    all_gather(ranks, gradient);
  return *std::move(result);
}

} // namespace treelize::mpi::detail
