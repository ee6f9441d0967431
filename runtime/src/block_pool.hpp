// Memory for structures' nodes: millions of small blocks, without the word that malloc keeps beside
// each. Blocks come from chunks and go back to free lists; the chunks are kept for the next
// structure.
#pragma once

#include <cstddef>

namespace treelize::detail {

void* take_block(std::size_t bytes);
void give_block(void* block, std::size_t bytes);

} // namespace treelize::detail
