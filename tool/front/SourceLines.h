// Locations as lines of the project's files.
#pragma once

#include "Location.h"
#include "explain/Listing.h"

namespace treelize::front {

class Session;

/// The listing of these origins, without what was generated. What is in a file of the system has
/// none.
explain::Listing listingOf(Session& session, const std::vector<Location>& origins);

/// `fit.hpp:12: for (int i = 0; i < n; ++i)`: a line of the project's; else empty.
std::string headingOf(Session& session, Location at);

} // namespace treelize::front
