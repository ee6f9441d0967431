// How one node is written: pieces of text between its operands.
#pragma once

#include "treelize/detail/symbolic/node.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treelize::symbolic {

enum class language { text, cpp };

/// How tightly a phrase holds together.
enum class precedence {
  lowest,
  disjunction,
  conjunction,
  comparison,
  sum,
  product,
  sign,
  power,
  atom
};

/// A piece of text, or an operand with what it must hold against.
struct piece {
  piece(std::string written) : text(std::move(written)) {}
  piece(const char* written) : text(written) {}
  piece(expr operand, precedence against) : node(std::move(operand)), context(against) {}
  piece(const symbolic::node* operand, precedence against) : piece(expr::share(operand), against) {}

  std::string text;
  expr node;
  precedence context = precedence::lowest;
};

struct phrase {
  precedence binding;
  std::vector<piece> pieces;
};

phrase phrase_of(const node& n, language to);

} // namespace treelize::symbolic
