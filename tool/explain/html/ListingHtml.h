// The source and what was generated of it, side by side.
#pragma once

#include "explain/Report.h"

#include <cstddef>
#include <iosfwd>
#include <string>

namespace treelize::explain {

/// `output` tells the outputs of one page apart.
void printListing(std::ostream& out, const OutputReport& report, std::size_t output);

/// The address of a place on the page: `<a href="#...">fit.hpp:12</a>`; the place alone where the
/// page does not have it.
std::string linkTo(const std::string& at, const Listing& listing, std::size_t output);

} // namespace treelize::explain
