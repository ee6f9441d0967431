// Shadows of objects whose class the caller chose.
#pragma once

#include "ir/Type.h"

#include <string>

namespace treelize::print {

/// Does a value hold something whose size only the running program knows?
bool holdsContainer(const ir::Type& type);

/// A shadow beside its primal, and what is to be done with their containers.
struct ShadowCheck {
  std::string shadow, primal;
  std::string function;  // `size_like`, `check_shape`
  std::string constness; // of the shadow
};

/// Statements that refuse a shadow of another class, and check those of the containers in objects
/// of each class.
std::string checkClasses(const ShadowCheck& check, const ir::Type& type);

} // namespace treelize::print
