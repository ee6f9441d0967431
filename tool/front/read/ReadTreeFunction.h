// A function annotated with mode, inherit or missing, or with nothing -> its model.
#pragma once

#include "tree/TreeFunction.h"

#include <optional>

namespace treelize::front {

struct Annotation;
class Annotations;
class Session;

/// Empty after a report.
std::optional<tree::TreeFunction> readTreeFunction(Session& session, const Annotation& annotation);

} // namespace treelize::front
