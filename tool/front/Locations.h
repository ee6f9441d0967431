// The two ends of the opaque Location.
#pragma once

#include "Location.h"

#include "clang/Basic/SourceLocation.h"

namespace treelize::front {

inline Location toLocation(clang::SourceLocation location) {
  return {location.getRawEncoding()};
}

inline clang::SourceLocation toSourceLocation(Location location) {
  return clang::SourceLocation::getFromRawEncoding(location.raw);
}

} // namespace treelize::front
