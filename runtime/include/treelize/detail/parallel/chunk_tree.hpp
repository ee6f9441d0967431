// How pieces become chunks, and the sums of chunks one sum: a tree whose shape depends on the
// number of chunks alone.
//
// Block i of level 0 is chunk i; block i of a higher level joins the blocks 2i and 2i + 1 of the
// level below, in this order. A block without pieces counts for nothing: its sibling is then the
// sum of both.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace treelize::detail {

/// Where part i begins when so many things are divided into parts of the same length, but for one:
/// i * count / parts, with no product that is larger than the square of `parts`.
constexpr std::size_t part_begin(std::size_t count, std::size_t parts, std::size_t at) {
  return count / parts * at + count % parts * at / parts;
}

struct chunk_block {
  std::size_t level, index;

  constexpr chunk_block sibling() const { return {level, index ^ 1}; }
  constexpr chunk_block parent() const { return {level + 1, index / 2}; }
  constexpr bool is_left() const { return index % 2 == 0; }
  friend constexpr bool operator==(const chunk_block&, const chunk_block&) = default;
};

class chunk_tree {
public:
  constexpr chunk_tree(std::size_t pieces, std::size_t chunks) : pieces_(pieces), chunks_(chunks) {}

  constexpr std::size_t pieces() const { return pieces_; }
  constexpr std::size_t chunks() const { return chunks_; }
  /// The number of levels above that of the chunks.
  constexpr std::size_t height() const {
    return static_cast<std::size_t>(std::bit_width(chunks_ - 1));
  }
  /// The block that has all chunks.
  constexpr chunk_block root() const { return {height(), 0}; }

  /// Chunk c holds the pieces from first_piece(c) to first_piece(c + 1).
  constexpr std::size_t first_piece(std::size_t chunk) const {
    return part_begin(pieces_, chunks_, chunk);
  }
  constexpr bool is_empty(std::size_t chunk) const {
    return first_piece(chunk) == first_piece(chunk + 1);
  }
  /// The chunk that holds a piece.
  constexpr std::size_t chunk_of(std::size_t piece) const {
    std::size_t first = 0;
    for (std::size_t count = chunks_; count > 1;) {
      const std::size_t half = count / 2;
      if (first_piece(first + half) <= piece)
        first += half;
      count -= half;
    }
    return first;
  }

  constexpr std::size_t first_chunk(chunk_block block) const {
    return (std::min)(block.index << block.level, chunks_);
  }
  constexpr std::size_t last_chunk(chunk_block block) const {
    return (std::min)((block.index + 1) << block.level, chunks_);
  }
  constexpr bool is_empty(chunk_block block) const {
    return first_piece(first_chunk(block)) == first_piece(last_chunk(block));
  }

  /// The largest block that is the same sum: it grows by siblings without pieces.
  constexpr chunk_block widened(chunk_block block) const {
    while (block.level < height() && is_empty(block.sibling()))
      block = block.parent();
    return block;
  }

private:
  std::size_t pieces_, chunks_;
};

/// The sum at one place of a list is added to that at another.
struct chunk_join {
  std::size_t into, from;
};

/// How blocks, in the order of their chunks, are joined: the sum of all is then the first.
inline std::vector<chunk_join> joins_of(const chunk_tree& tree, std::vector<chunk_block> blocks) {
  std::vector<chunk_join> joins;
  std::vector<std::size_t> open; // those that wait for their right siblings
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    std::size_t last = at;
    blocks[last] = tree.widened(blocks[last]);
    while (!open.empty() && blocks[open.back()] == blocks[last].sibling()) {
      joins.push_back({open.back(), last});
      last = open.back();
      open.pop_back();
      blocks[last] = tree.widened(blocks[last].parent());
    }
    open.push_back(last);
  }
  return joins;
}

/// The fewest blocks that have the chunks from `first` to below `last`, and no others with pieces.
inline std::vector<chunk_block> blocks_of(const chunk_tree& tree, std::size_t first,
                                          std::size_t last) {
  std::vector<chunk_block> blocks;
  for (std::size_t chunk = first; chunk < last; ++chunk) {
    if (tree.is_empty(chunk))
      continue;
    chunk_block block = tree.widened({0, chunk});
    for (; !blocks.empty() && blocks.back() == block.sibling(); blocks.pop_back())
      block = tree.widened(block.parent());
    blocks.push_back(block);
  }
  return blocks;
}

} // namespace treelize::detail
