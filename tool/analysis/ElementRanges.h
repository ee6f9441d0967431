// Sets of an array's elements, as literal bounds and the bounds of loops describe them.
#pragma once

#include "ir/IR.h"

#include <cstdint>
#include <optional>
#include <set>

namespace treelize::analysis {

/// The number that an index is: a literal, a named constant, a sum or a product of such.
std::optional<std::int64_t> numberOf(const ir::Expr& e);

/// Do literals say that there is an iteration?
bool surelyRuns(const ir::For& loop);

/// Does the loop run a known number of times, and no more than that?
bool isShort(const ir::For& loop, std::int64_t trips);

/// Compilers unroll a loop that runs no more often: they keep what it computes in registers.
constexpr std::int64_t unrolledTrips = 8;

/// The literal that is added to the counter, if the expression is such a sum.
std::optional<std::int64_t> offsetFrom(ir::VarId counter, const ir::Expr& e);

/// The elements [first, end + shift), or only `first` where there is no end.
struct ElementRange {
  std::int64_t first = 0;
  ir::ExprRef end;
  std::int64_t shift = 0;
};

/// `array[literal]`
std::optional<ElementRange> rangeOfLiteral(const ir::Place& place);

/// What the iterations reach as `array[counter + literal]`.
std::optional<ElementRange> rangeInLoop(const ir::Place& place, const ir::For& loop);

/// Elements one by one, and behind them those of one loop at most.
class ElementRanges {
public:
  /// False if the range may share an element with what is there, or cannot be told from it; then
  /// nothing happens.
  bool insert(const ElementRange& range);
  bool isEmpty() const { return singles.empty() && !rest; }
  bool coverAll(const ir::Expr& size) const;
  /// Are they the same elements whenever the code runs, as far as `size` is the same?
  bool dependOnlyOn(const ir::Expr& size) const;

private:
  std::set<std::int64_t> singles;
  std::optional<ElementRange> rest;
};

} // namespace treelize::analysis
