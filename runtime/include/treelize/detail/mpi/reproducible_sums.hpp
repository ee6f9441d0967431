// The sums of this rank's pieces where the chunks are those of all pieces.
//
// A chunk that goes on on the next rank is summed up first and sent there, one that began on the
// rank before is received and finished last: in between there is the work that waits for nobody.
#pragma once

#include "treelize/detail/mpi/carry.hpp"
#include "treelize/detail/mpi/rank_chunks.hpp"
#include "treelize/detail/parallel/chunk_sums.hpp"
#include "treelize/detail/parallel/threads.hpp"

#include <cstddef>
#include <exception>
#include <optional>

namespace treelize::mpi::detail {

template <class Sums>
class reproducible_sums {
public:
  using sum = typename Sums::sum;

  reproducible_sums(Sums& sums, const typename Sums::kernel_type& kernel, const chunk_tree& tree,
                    const rank_chunks& mine, MPI_Comm over)
      : sums_(sums), kernel_(kernel), tree_(tree), mine_(mine), over_(over), carry_(over) {}

  /// Takes what memory is needed.
  void prepare(std::size_t threads) {
    threads_ = threads;
    sums_.start(mine_.first, mine_.last, threads, mine_.before && has_chunks());
    if (mine_.after)
      sent_.emplace(kernel_.empty_sum());
  }

  void run() {
    run_with_helpers(threads_ - 1, [&] { sums_.work(); }, [&] { work_and_carry(); });
  }

private:
  Sums& sums_;
  const typename Sums::kernel_type& kernel_;
  const chunk_tree& tree_;
  const rank_chunks& mine_;
  MPI_Comm over_;
  outgoing_carry carry_;
  std::size_t threads_ = 1;
  std::optional<sum> sent_;

  bool has_chunks() const { return mine_.first < mine_.last; }

  void work_and_carry() noexcept {
    const bool is_one_part = mine_.before && !has_chunks(); // of a chunk that is everybody's
    if (mine_.after && !is_one_part)
      send_on(mine_.last, [](sum&) { return true; });
    sums_.work();
    if (is_one_part)
      send_on(mine_.first, [&](sum& part) { return receive_carry(part, *mine_.before, over_); });
    else if (mine_.before)
      finish_first();
  }

  /// Adds this rank's pieces of a chunk to what `begin` begins with, and sends the sum on.
  template <class Begin>
  void send_on(std::size_t chunk, const Begin& begin) noexcept {
    bool is_sent = false;
    sums_.guarded(chunk, [&] {
      if (!begin(*sent_))
        return;
      sums_.add(chunk, *sent_);
      carry_.send(*sent_, *mine_.after);
      is_sent = true;
    });
    if (!is_sent)
      sums_.guarded(chunk, [&] { carry_.send_failure(*mine_.after); });
  }

  void finish_first() noexcept {
    sums_.guarded(mine_.first, [&] {
      sum& part = sums_.slot(chunk_schedule::slot_of_first);
      kernel_.set_zero(part);
      if (!receive_carry(part, *mine_.before, over_))
        return; // that rank tells all the others
      sums_.add(mine_.first, part);
      sums_.finish(chunk_schedule::slot_of_first);
    });
  }
};

} // namespace treelize::mpi::detail
