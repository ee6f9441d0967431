// What a convolution needs for its results, for numbers and for formulas alike.
#pragma once

#include <treelize/annotations.hpp>
#include <treelize/symbolic.hpp>

namespace memory {

/// Along one side of an image: the places that a window of `size` finds at every `step`-th pixel.
template <class Number>
[[treelize]] Number places(Number width, int size, int step) {
  return treelize::floor_div(width - size, step) + 1;
}

/// Bytes of a square image of floats with so many channels.
template <class Number>
[[treelize]] Number bytes(Number width, int channels) {
  return 4 * channels * width * width;
}

} // namespace memory
