// Choices by a number between places that differ in their variable alone, as the front makes them
// of a pointer to one of several arrays.
#pragma once

#include "ir/IR.h"

#include <cstdint>
#include <map>
#include <optional>

namespace treelize::ir {

/// Which variable it is by the number, if any of these; the last one for all other numbers.
struct VariablesByNumber {
  std::map<std::int64_t, VarId> cases;
  VarId otherwise;
  VarId at(std::int64_t number) const {
    const auto known = cases.find(number);
    return known == cases.end() ? otherwise : known->second;
  }
  bool operator==(const VariablesByNumber&) const = default;
};

struct PlaceChoice {
  VarId number;
  VariablesByNumber variables;
  Place place; // in one of them
};

/// `number == 0 ? a[i] : number == 1 ? b[i] : c[i]`
std::optional<PlaceChoice> choiceOf(const Expr& e);

/// `if number == 0 a[i] = x; else b[i] = x;`: the same of what is assigned to.
std::optional<PlaceChoice> choiceOf(const Stmt& stmt);

/// The assignment, to the place in this variable.
Stmt assignmentOf(const Stmt& choice, VarId variable);

/// The number for which `number == literal` asks.
struct CaseQuestion {
  VarId number;
  std::int64_t value;
};
std::optional<CaseQuestion> caseQuestion(const Expr& condition);

} // namespace treelize::ir
