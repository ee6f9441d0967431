#include "WantedDerivatives.h"

namespace treelize {

WantedDerivatives WantedDerivatives::all() {
  WantedDerivatives wanted;
#define TREELIZE_DERIVATIVE(name) wanted.name = true;
#include "Derivatives.def"
  return wanted;
}

static bool add(const std::string& word, WantedDerivatives& wanted) {
#define TREELIZE_DERIVATIVE(name)                                                            \
  if (word == #name)                                                                               \
    return wanted.name = true;
#include "Derivatives.def"
  return false;
}

std::optional<WantedDerivatives> derivativesNamed(std::span<const std::string> words) {
  WantedDerivatives wanted;
  for (const std::string& word : words)
    if (!add(word, wanted))
      return std::nullopt;
  return wanted;
}

std::string derivativeNames() {
  std::string names;
#define TREELIZE_DERIVATIVE(name) names += names.empty() ? #name : "," #name;
#include "Derivatives.def"
  return names;
}

} // namespace treelize
