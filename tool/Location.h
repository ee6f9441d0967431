// A place in the user's source, as an opaque handle: front/ makes it from Clang's SourceLocation
// and the diagnostic sink decodes it. Every other phase only carries it along.
#pragma once

#include <cstdint>

namespace treelize {

struct Location {
  std::uint32_t raw = 0;

  bool isValid() const { return raw != 0; }
  friend bool operator==(Location, Location) = default;
};

} // namespace treelize
