// The gradient of a sum over many pieces of data, on all cores:
//
//   auto [value, gradient] = treelize::parallel_gradient(app::kernels::loss, params, pieces);
//
// where `double loss(const Params& params, const Piece& piece)` is a kernel. The pieces are summed
// up in chunks, and the sums of chunks along a fixed tree: the bits of the result depend on the
// number of chunks alone, not on threads.
//
// The threads are the library's own, kept for the next call; those of oneTBB or OpenMP where the
// program defines TREELIZE_PARALLEL_TBB or TREELIZE_PARALLEL_OPENMP for all of its units.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/absent.hpp"
#include "treelize/detail/kept.hpp"
#include "treelize/detail/parallel/chunk_sums.hpp"
#include "treelize/detail/parallel/threads.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace treelize {

/// How parallel_gradient divides the pieces. The bits of its result depend on `chunks` alone.
struct parallel_options {
  /// How many chunks the pieces are divided into, at least 1. More chunks than threads let a thread
  /// that is done early help the others; each chunk costs an addition of two gradients.
  int chunks = 64;
  /// How many threads sum up, 0 for one on each core. More than chunks are of no use.
  int threads = 0;
};

/// The sum of a kernel over pieces, and its gradient: an object of the parameters' type.
template <class Value, class Gradient>
struct gradient_of_pieces {
  /// The sum of what the kernel returns.
  Value value;
  /// The sum of its gradients by the first parameter, an object of that parameter's type.
  Gradient gradient;
};

namespace detail {

/// `treelize: parallel_gradient: .chunks is 0, it must be at least 1`
[[noreturn]] void throw_option(const char* call, const char* name, int value, int least);

/// The type of the elements of a range that lie side by side.
template <class Pieces>
using piece_of = std::remove_cv_t<std::ranges::range_value_t<Pieces>>;

template <class Kernel, class Params, class Pieces>
using gradient_of_pieces_for =
    gradient_of_pieces<typename piece_kernel<Kernel, Params, piece_of<Pieces>>::value_type,
                       typename piece_kernel<Kernel, Params, piece_of<Pieces>>::gradient_type>;

inline std::size_t thread_count(int threads, std::size_t chunks) {
  return std::clamp<std::size_t>(threads == 0 ? all_cores() : static_cast<std::size_t>(threads), 1,
                                 std::max<std::size_t>(chunks, 1));
}

/// Sets `result` to the sums over the pieces, or leaves it as it is and throws.
template <class Kernel, class Params, class Piece, class Result>
void sum_up(const Kernel& kernel, const Params& params, std::span<const Piece> pieces,
            const parallel_options& options, Result& result) {
  const piece_kernel<Kernel, Params, Piece> one(kernel, params);
  const chunk_tree tree(pieces.size(), static_cast<std::size_t>(options.chunks));
  const std::size_t threads =
      thread_count(options.threads, (std::min)(tree.chunks(), tree.pieces()));
  using sums_type = chunk_sums<Kernel, Params, Piece>;
  const kept<typename sums_type::workspace> memory;
  sums_type sums(one, tree, {0, pieces}, *memory);
  sums.start(0, tree.chunks(), threads);

  const auto work = [&] { sums.work(); };
  run_with_helpers(threads - 1, work, work);
  if (const std::exception_ptr thrown = sums.schedule().take_exception())
    std::rethrow_exception(thrown);
  if (pieces.empty()) {
    result.value = 0;
    assign_zeros(result.gradient, params);
    return;
  }
  auto& root = sums.slot(sums.schedule().slot_of(tree.root()));
  result.value = root.value;
  std::swap(result.gradient, root.gradient);
}

struct parallel_gradient_fn {
  /// The sums over the pieces, zeros where there are none. The first exception of the kernel, in
  /// the order of the chunks, is thrown when all threads have ended; `treelize::error` where an
  /// option is out of its range.
  template <class Kernel, class Params, std::ranges::contiguous_range Pieces>
    requires sums_over_pieces<Kernel, Params, piece_of<Pieces>>
  auto operator()(const Kernel& kernel, const Params& params, const Pieces& pieces,
                  const parallel_options& options = {}) const {
    gradient_of_pieces_for<Kernel, Params, Pieces> result{0, zeros_like(params)};
    (*this)(kernel, params, pieces, options, result);
    return result;
  }

  /// The same into the result of an earlier call, whose memory is used again: in the steady state
  /// nothing is allocated. It is unchanged where an exception is thrown.
  template <class Kernel, class Params, std::ranges::contiguous_range Pieces>
    requires sums_over_pieces<Kernel, Params, piece_of<Pieces>>
  void operator()(const Kernel& kernel, const Params& params, const Pieces& pieces,
                  const parallel_options& options,
                  gradient_of_pieces_for<Kernel, Params, Pieces>& result) const {
    if (options.chunks < 1)
      throw_option("parallel_gradient", ".chunks", options.chunks, 1);
    if (options.threads < 0)
      throw_option("parallel_gradient", ".threads", options.threads, 0);
    sum_up(kernel, params, std::span<const piece_of<Pieces>>(pieces), options, result);
  }

  template <class Kernel, class Params, std::ranges::contiguous_range Pieces, class... Rest>
    requires(!sums_over_pieces<Kernel, Params, piece_of<Pieces>>)
  parallel_needs_a_kernel_double_f_of_const_Params_and_const_Piece
  operator()(const Kernel&, const Params&, const Pieces&, const Rest&...) const
      TREELIZE_ABSENT("treelize: write a kernel `double f(const Params&, const Piece&)`, which has a "
                      "derivative for the first, with spans for pointers and for bound objects");
};

} // namespace detail

/// `auto [value, gradient] = parallel_gradient(kernels::f, params, pieces, {.chunks = 64})`
inline constexpr detail::parallel_gradient_fn parallel_gradient{};

} // namespace treelize
