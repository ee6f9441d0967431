// How C++ with holes for its operands is put together, as far as printing it asks.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

struct TextForm {
  bool isOperand = false; // `$0`: its operand and nothing else
  bool isInfix = false;   // `$0 + $1`
  bool isPrefix = false;  // `*$0`, `++$0`
  bool isAddress = false; // `&...`
  bool isCall = false;    // `f($0)`, but no method of an operand
  bool isMethod = false;  // `$0.f($1)`
};

TextForm formOf(const Opaque& call);

/// Have both the same text around their operands?
bool isSameText(const Opaque& a, const Opaque& b);

} // namespace treelize::ir
