// Where the primal says how a path ends that cannot return, it runs a second time: it must take the
// same way, and may do nothing twice that somebody sees.
#pragma once

#include "front/lower/Lowering.h"

#include <optional>

namespace treelize::front {

/// An end that is left to the primal although the primal may not run again.
struct LostReplay {
  Location where; // of the end
  std::string reason; // "it has changed 'state' by then, which it reads"
};

std::optional<LostReplay> findLostReplay(const Lowering& l, const clang::FunctionDecl* kernel);

} // namespace treelize::front
