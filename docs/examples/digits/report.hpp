// What a person sees: a line per step of progress, the confusion table, the picture.
#pragma once

#include "mlp.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace digits {

// Row: the digit that was written; column: the digit that was read.
using Confusion = std::array<std::array<int, classes>, classes>;

// The mean cross-entropy before the first epoch and after each.
struct History {
  std::vector<double> training, test;
};

struct Misread {
  std::vector<double> image;
  int written, read;
};

void printProgress(int epoch, int epochs, double loss, double accuracy);
void printConfusion(const Confusion& confusion);

// Draws how the losses fell, beside images that are misread, sixteen at most.
void writePicture(const std::string& file, const History& history,
                  const std::vector<Misread>& misread, std::size_t testImages);

} // namespace digits
