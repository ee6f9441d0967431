// A kernel as text, for --dump-after: see docs/design/kernel-language.md.
#pragma once

#include "ir/IR.h"

#include <map>
#include <string>

namespace treelize::ir {

/// What a pass has found out, printed as comments: behind the first line of a statement, at the end
/// of a block.
struct Notes {
  std::map<const Stmt*, std::string> statements; // for look-ups only
  std::map<const Block*, std::string> ends;      // for look-ups only
};

/// The kernel alone, without the functions that it calls.
std::string dump(const Kernel& kernel, const Notes& notes = {});

} // namespace treelize::ir
