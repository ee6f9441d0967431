// What a person sees: a line per step of progress, the confusion table, the picture of the loss.
#pragma once

#include "mlp.hpp"

#include <array>
#include <string>
#include <vector>

namespace digits {

// Row: the digit that was written; column: the digit that was read.
using Confusion = std::array<std::array<int, classes>, classes>;

void printProgress(int epoch, int epochs, double loss, double accuracy);
void printConfusion(const Confusion& confusion);

// Draws the loss after each epoch, on a logarithmic scale.
void writeLossCurve(const std::string& file, const std::vector<double>& losses);

} // namespace digits
