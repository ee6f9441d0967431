// Failures that are asked for, to test what is said about those that nobody wanted.
#pragma once

namespace treelize {

enum class Provocation { none, bug, crash, overflow };

/// Fails in this way.
void provoke(Provocation provocation);

} // namespace treelize
