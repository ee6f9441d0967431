// Functions that become part of a kernel many times, and how much of it they are.
#pragma once

#include "ir/IR.h"

#include <cstddef>
#include <map>
#include <set>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace treelize::front {

/// What the bodies of a function have added to the kernel, those of its callees included.
struct Repetition {
  std::size_t order = 0; // among the functions of the kernel
  unsigned times = 0;
  std::size_t variables = 0;
};
using Repetitions = std::map<const clang::FunctionDecl*, Repetition>; // for look-ups only

void noteRepetition(Repetitions& repetitions, const clang::FunctionDecl* function,
                    std::size_t variables);

/// Variables of the kernel and of its functions.
std::size_t sizeOf(const ir::Kernel& kernel);

/// The function that makes a large kernel large, and might stay a call; null: there is none. It takes
/// numbers and pointers to them, and returns a number.
const clang::FunctionDecl* mostRepeated(const ir::Kernel& kernel, const Repetitions& repetitions,
                                        const std::set<const clang::FunctionDecl*>& tried);

} // namespace treelize::front
