// Indices as polynomials: the one way that they are taken apart. What their symbols stand for, and
// what besides sums is looked into, differs with what is asked.
#pragma once

#include "analysis/LoopFacts.h"
#include "analysis/Polynomial.h"
#include "ir/IR.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace treelize::analysis {

/// What a part of an index is that is neither a number, nor a sum or a difference.
using PartReader = std::function<std::optional<Polynomial>(const ir::Expr& part)>;

/// The index as a polynomial; null where a part of it is null.
std::optional<Polynomial> polynomialOf(const ir::Expr& index, const PartReader& part);

/// The expressions that symbols stand for, one symbol for all that are the same. They outlive it.
class IndexParts {
public:
  Symbol symbolOf(const ir::Expr& part);
  /// A sum of which all other parts are taken as they are.
  Polynomial sumOf(const ir::Expr& index);

  std::size_t size() const { return parts_.size(); }
  const ir::Expr& operator[](Symbol symbol) const { return *parts_.at(symbol); }

private:
  std::vector<const ir::Expr*> parts_; // by symbol
};

/// The number that is added to the other parts of a sum.
std::int64_t constantOf(const ir::Expr& index);

/// The number by which two indices differ whatever their parts are. Null: by something else.
std::optional<std::int64_t> distance(const ir::Expr& from, const ir::Expr& to);
/// The same, products of sums multiplied out.
std::optional<std::int64_t> expandedDistance(const ir::Expr& from, const ir::Expr& to);

/// Do the statements write elements of one array, or the same members of them, whose indices differ
/// by a number?
bool writesNeighbours(std::span<const ir::Stmt> statements);

/// Of an element of an array, or of a row of it, the last index; null for other places.
const ir::Expr* lastIndex(const ir::Place& place);

/// Does the index grow by one with each iteration of the loop?
bool followsCounter(const ir::Expr& index, const LoopFacts& loop);

/// Does each iteration name the neighbour of the last one's element, in one row? Not where a field
/// or a key leads on.
bool runsAlong(const ir::Kernel& kernel, const ir::Place& place, const LoopFacts& loop);

} // namespace treelize::analysis
