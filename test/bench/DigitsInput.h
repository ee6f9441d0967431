// What every gradient of the digits' loss is computed of: the same weights, the same images.
#pragma once

#include "data.hpp"
#include "mlp.hpp"

namespace bench {

struct DigitsInput {
  digits::Model model;
  digits::Dataset batch;
};

// Made once; random weights, the first 256 images.
const DigitsInput& digitsInput();

// Ends the program when a gradient is not the hand-written one to 1e-10: timing a wrong answer is
// no use.
void requireRight(const char* who, const digits::Model& gradient);

} // namespace bench
