// Identifiers that are made of others, without the two underscores in a row that the standard
// reserves.
#pragma once

#include <string>

namespace treelize::ir {

/// `alpha_b` of `alpha__b`. Two names may become one: for names that are made unique after it.
std::string withoutDoubles(std::string name);

/// `energy_kernel`; `energy_0kernel` where the first part is `energy_`, so that other parts make another name.
std::string joined(const std::string& first, const std::string& second);

/// The name, or the first longer one that is not taken.
template <class IsTaken>
std::string freeName(std::string name, const IsTaken& isTaken) {
  while (isTaken(name))
    name += name.ends_with('_') ? '0' : '_';
  return name;
}

} // namespace treelize::ir
