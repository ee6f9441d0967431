// All kernels and data-oriented classes of one input, from request to text: read, lowered, derived,
// printed into the unit.
#pragma once

#include "bind/ClassModel.h"

#include <iosfwd>
#include <vector>

namespace treelize {

struct Options;

namespace front {
class Annotations;
class Session;
} // namespace front

namespace print {
struct Unit;
}

/// Reports what cannot be done; the unit is complete if the session's sink has no errors. Returns
/// the data-oriented classes.
std::vector<bind::ClassModel> addKernels(front::Session& session, const front::Annotations& annotations,
                                         const Options& options, std::ostream& dumps,
                                         print::Unit& unit);

} // namespace treelize
