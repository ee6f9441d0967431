// The printer writes from a stack of pieces: what is still to be written, of which a node is
// replaced by its own pieces. So depth costs no recursion, and no part of the text is copied.
#include "treelize/detail/symbolic/text.hpp"

#include "calculate.hpp"
#include "phrases.hpp"

#include <algorithm>
#include <vector>

namespace treelize::symbolic {
namespace {

constexpr std::size_t longest = std::size_t(1) << 25;

std::string print(const expr& root, language to) {
  std::string text;
  std::vector<piece> pending{piece{root, precedence::lowest}};
  while (!pending.empty()) {
    const piece next = std::move(pending.back());
    pending.pop_back();
    if (!next.node.get()) {
      text += next.text;
      continue;
    }
    if (text.size() > longest)
      throw symbolic_error(
          "a formula's text would be longer than 32 MB: its parts are shared too often");
    phrase written = phrase_of(*next.node, to);
    if (written.binding < next.context) {
      written.pieces.insert(written.pieces.begin(), piece("("));
      written.pieces.push_back(piece(")"));
    }
    pending.insert(pending.end(), std::make_move_iterator(written.pieces.rbegin()),
                   std::make_move_iterator(written.pieces.rend()));
  }
  return text;
}

} // namespace

std::string to_text(const expr& e) {
  return print(e, language::text);
}
std::string to_cpp(const expr& e) {
  return print(e, language::cpp);
}

} // namespace treelize::symbolic
