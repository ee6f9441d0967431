// Which derivatives of a kernel are printed: what its item `derivatives` names, or else the option,
// or else all, of a large kernel the adjoint and the tangent.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace treelize {

struct WantedDerivatives {
#define TREELIZE_DERIVATIVE(name) bool name = false;
#include "Derivatives.def"

  static WantedDerivatives all();
  /// Of a kernel whose bodies have more than 200 lines.
  static WantedDerivatives ofLargeKernel() {
    WantedDerivatives wanted;
    wanted.adjoint = wanted.tangent = true;
    return wanted;
  }
};

/// Those that the words name; nothing where one of them is unknown.
std::optional<WantedDerivatives> derivativesNamed(std::span<const std::string> words);

/// `adjoint,tangent,lanes,second`
std::string derivativeNames();

} // namespace treelize
