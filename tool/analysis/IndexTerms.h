// An index as a sum of terms: which elements the iterations of a loop reach by it.
#pragma once

#include "analysis/LoopFacts.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::analysis {

/// The terms of a sum of integers, and the numbers among them.
struct IndexTerms {
  std::vector<std::pair<const ir::Expr*, bool>> terms; // is it subtracted?
  std::int64_t number = 0;
};

IndexTerms termsOf(const ir::Expr& index);

/// The number by which two indices differ whatever the terms are. Null: by something else.
std::optional<std::int64_t> distance(const IndexTerms& from, const IndexTerms& to);

/// Do the statements write elements of one array, or the same members of them, whose indices differ
/// by a number?
bool writesNeighbours(std::span<const ir::Stmt> statements);

/// Of an element of an array, or of a row of it, the last index; null for other places.
const ir::Expr* lastIndex(const ir::Place& place);

/// Does the index grow by one with each iteration of the loop?
bool followsCounter(const ir::Expr& index, const LoopFacts& loop);

/// Do the indices of the place before the last one stay the same there? Not where a field or a key
/// leads on.
bool isInSteadyRow(const ir::Kernel& kernel, const ir::Place& place, const LoopFacts& loop);

} // namespace treelize::analysis
