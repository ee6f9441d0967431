// What a generated header must ask where it is compiled, so that it is the program that was read:
// the conditions that its text depends on, the macros of the command line that stand in its code,
// and the constants of the platform that were reckoned with.
//
// The header asks after it has included the original. So a condition is repeated there only if
// its macros are then what they were; else each of them is compared by itself, and what the
// project itself says without a condition needs no question.
#pragma once

#include "print/BuildChecks.h"

namespace treelize::front {

class Session;
class UsedCode;
struct PlatformUses;

/// Warns of what cannot be asked.
print::BuildChecks findChecks(Session& session, const UsedCode& used, const PlatformUses& platform);

} // namespace treelize::front
