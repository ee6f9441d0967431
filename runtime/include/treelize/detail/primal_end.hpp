// A derivative leaves it to the primal how a way ends that cannot return: it calls the primal again,
// which throws what it throws, or ends the program.
#pragma once

namespace treelize::detail {

/// Thrown by a function that a derivative calls, and caught by the derivative, which knows the
/// arguments of the primal.
struct left_to_primal {};

/// The primal has come back from there, as rounding (fused operations, fast-math) has decided a
/// branch otherwise than in its derivative. Throws treelize::error with the kernel's name.
[[noreturn]] void throw_primal_returned(const char* kernel);

} // namespace treelize::detail
