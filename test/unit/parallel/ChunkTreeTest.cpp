// The tree of chunks: which pieces a chunk has, and how the sums of chunks are joined.
#include "treelize/detail/parallel/chunk_tree.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace treelize::detail {
namespace {

TEST(ChunkTree, ChunksHaveEveryPieceOnce) {
  for (std::size_t pieces : {0, 1, 5, 64, 1000})
    for (std::size_t chunks : {1, 2, 7, 64, 100}) {
      const chunk_tree tree(pieces, chunks);
      EXPECT_EQ(tree.first_piece(0), 0u);
      EXPECT_EQ(tree.first_piece(chunks), pieces);
      for (std::size_t c = 0; c < chunks; ++c) {
        EXPECT_EQ(tree.first_piece(c), c * pieces / chunks);
        for (std::size_t piece = tree.first_piece(c); piece < tree.first_piece(c + 1); ++piece)
          EXPECT_EQ(tree.chunk_of(piece), c);
      }
    }
}

TEST(ChunkTree, ManyPiecesDoNotOverflow) {
  constexpr std::size_t many = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(part_begin(many, 64, 64), many);
  EXPECT_EQ(part_begin(many - 15, 16, 8), many / 2 - 7);
}

TEST(ChunkTree, JoinsAreTheSameForEveryDivision) {
  // Sums of different magnitudes: another order has other bits.
  for (std::size_t chunks : {1, 2, 3, 7, 8, 13}) {
    for (std::size_t pieces : {chunks, chunks / 2 + 1, 3 * chunks}) {
      const chunk_tree tree(pieces, chunks);
      const auto sum_of = [&](const std::vector<chunk_block>& blocks, std::vector<double> sums) {
        for (const chunk_join& join : joins_of(tree, blocks))
          sums[join.into] += sums[join.from];
        return sums.front();
      };
      const auto sum_of_chunks = [&](std::size_t first, std::size_t last) {
        std::vector<chunk_block> blocks;
        std::vector<double> sums;
        for (std::size_t c = first; c < last; ++c)
          if (!tree.is_empty(c)) {
            blocks.push_back({0, c});
            sums.push_back(1.0 / static_cast<double>(c * c + 1));
          }
        return sum_of(blocks, sums);
      };
      const double whole = sum_of_chunks(0, chunks);
      for (std::size_t cut = 0; cut <= chunks; ++cut) {
        std::vector<chunk_block> blocks = blocks_of(tree, 0, cut);
        const auto behind = blocks_of(tree, cut, chunks);
        blocks.insert(blocks.end(), behind.begin(), behind.end());
        std::vector<double> sums;
        for (const chunk_block& block : blocks)
          sums.push_back(sum_of_chunks(tree.first_chunk(block), tree.last_chunk(block)));
        EXPECT_EQ(sum_of(blocks, sums), whole) << chunks << " chunks, cut at " << cut;
      }
    }
  }
}

} // namespace
} // namespace treelize::detail
