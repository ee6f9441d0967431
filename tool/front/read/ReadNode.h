// A class annotated `node` -> its model. What a generated trait cannot reach (private, reference
// and bit-field members, bases with members) is reported with the way out.
#pragma once

#include "front/read/Forward.h"
#include "tree/Node.h"

#include <optional>

namespace treelize::front {

/// Empty after a report.
std::optional<tree::Node> readNode(Session& session, const Annotations& annotations,
                                   const Annotation& annotation);

} // namespace treelize::front
