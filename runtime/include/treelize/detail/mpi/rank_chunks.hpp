// Which chunks of all pieces end on a rank, and where the others of its pieces go: every rank knows
// it of every rank.
#pragma once

#include "treelize/detail/mpi/agreement.hpp"
#include "treelize/detail/parallel/chunk_tree.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace treelize::mpi::detail {

struct rank_chunks {
  std::size_t first_piece = 0;       // of the rank's own, among all pieces
  std::size_t first = 0, last = 0;   // the chunks that end on the rank
  std::optional<std::size_t> before; // the rank where the first of its chunks began
  std::optional<std::size_t> after;  // the rank where the last of its chunks goes on
};

inline chunk_tree tree_of(const std::vector<rank_call>& calls) {
  std::size_t pieces = 0;
  for (const rank_call& call : calls)
    pieces += call.pieces;
  return {pieces, static_cast<std::size_t>(calls[0].chunks)};
}

/// Of all ranks. Ranks own consecutive pieces, some none.
inline std::vector<rank_chunks> chunks_of_ranks(const chunk_tree& tree,
                                                const std::vector<rank_call>& calls) {
  std::vector<rank_chunks> all(calls.size());
  std::optional<std::size_t> before; // the last rank with pieces
  std::size_t piece = 0;
  for (std::size_t rank = 0; rank < calls.size(); ++rank) {
    if (calls[rank].pieces == 0)
      continue;
    rank_chunks& mine = all[rank];
    mine.first_piece = piece;
    mine.first = tree.chunk_of(piece);
    if (tree.first_piece(mine.first) < piece) {
      mine.before = before;
      all[*before].after = rank;
    }
    piece += calls[rank].pieces;
    const std::size_t last = tree.chunk_of(piece - 1);
    mine.last = tree.first_piece(last + 1) == piece ? last + 1 : last;
    before = rank;
  }
  return all;
}

} // namespace treelize::mpi::detail
