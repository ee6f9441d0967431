// Containers that exchange their values: a step that undoes itself, where copies would have to be
// saved.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::ir {

struct Exchange {
  Place a, b;
};

/// The containers of real numbers that the statement swaps.
std::optional<Exchange> exchangeOf(const Stmt& stmt);

/// `std::swap(a, b)`, a Perform.
Stmt exchange(const Place& a, const Place& b, Location at);

/// `kept = a; a = b; b = kept;` becomes an exchange, where nobody else asks for `kept`: of
/// variables, or of one with an element. So does `a = b;` of two local vectors, where `b` has been
/// appended to and ends with its block: what a function returns by value takes the place of what it
/// was made of.
void findExchanges(Kernel& kernel);

} // namespace treelize::ir
