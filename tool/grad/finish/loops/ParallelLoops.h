// Which loops of a derived kernel run in parallel, as the source says of the primal's.
//
// Passes carry the user's word along and need not know what it means: here, when the kernel is
// finished, each loop is looked at as it stands. The user's word is that no iteration touches an
// element that another one writes. It holds for the primal's variables in every sweep, and for
// shadows of elements that an iteration writes. What several iterations may read gets a shadow that
// several add to:
//   a scalar, or one element           a sum of each thread's own (`reduction`)
//   an element only one iteration has  an addition like any other: owner computes
//   an array, added to in inner loops  a copy of each thread's own, where its size is known: many
//   additions any other element                  an atomic addition
// A loop that does anything else stays serial.
#pragma once

#include "grad/plan/Decisions.h"
#include "ir/IR.h"

namespace treelize::grad {

enum class Sums {
  OfShadows, // an adjoint: several iterations may add to what they have read
  OfPrimal,  // a tangent: a shadow is touched where the primal is
};

void runInParallel(ir::Kernel& derived, Sums sums,
                   std::vector<ParallelDecision>* decisions = nullptr);

/// Every loop of the kernel, and of the functions that it calls, is serial.
void runSerially(ir::Kernel& kernel);

/// Of the loops that are parallel those stay so whose iterations share no sums.
void keepUnshared(ir::Kernel& derived);

} // namespace treelize::grad
