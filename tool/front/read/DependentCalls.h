// Templates that call a tree function by its plain name with arguments whose types are open:
// argument- dependent lookup finds the overload for trees only where the generated header is
// included.
#pragma once

namespace treelize::front {

class Session;
class Annotations;

/// Warns of such calls in what is no system header.
void warnOfDependentCalls(Session& session, const Annotations& annotations);

} // namespace treelize::front
