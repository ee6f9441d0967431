// What every training begins with, and how a trained model is judged.
#pragma once

#include "data.hpp"
#include "mlp.hpp"
#include "report.hpp"

#include <vector>

namespace digits {

Model randomModel(Random& random);

// Row by row the digits that were written, column by column those that the model reads.
Confusion confuse(const Model& model, const Dataset& data);
double accuracy(const Confusion& confusion);

std::vector<Misread> misread(const Model& model, const Dataset& data);

// The step of Adam after `updates` updates, with the correction for moments that began as zeros; it
// decays from epoch to epoch.
double stepSize(double firstStep, int epoch, int epochs, int updates);

} // namespace digits
