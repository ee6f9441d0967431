// How the headers throw and catch: a program may be built without exceptions. What would be thrown
// is then printed, and the program ends.
#pragma once

#include <cstdio>
#include <cstdlib>

#if defined(__cpp_exceptions)
#define TREELIZE_TRY try
#define TREELIZE_CATCH(thrown) catch (thrown)
#else
#define TREELIZE_TRY if (true)
#define TREELIZE_CATCH(thrown) else
#endif

namespace treelize::detail {

#if defined(__cpp_exceptions)
inline constexpr bool has_exceptions = true;
#else
inline constexpr bool has_exceptions = false;
#endif

/// The flag keeps the functions of units with and without exceptions apart.
template <class Error, bool Throws = has_exceptions>
[[noreturn]] void raise(const Error& error) {
#if defined(__cpp_exceptions)
  throw error;
#else
  std::fprintf(stderr, "%s\n", error.what());
  std::abort();
#endif
}

} // namespace treelize::detail
