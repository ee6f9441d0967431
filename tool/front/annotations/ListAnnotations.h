// `--list`: the annotated declarations of an input, one a line, in source order.
#pragma once

#include "front/read/Forward.h"

#include <iosfwd>
#include <string>

namespace treelize::front {

void listAnnotations(std::ostream& out, const Annotations& annotations, Session& session);

// The declaration's qualified name, as reports have it.
std::string nameOf(const Annotation& annotation);

} // namespace treelize::front
