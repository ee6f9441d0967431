// A function that is absent for overload resolution, and says why to who calls it: in the first line of
// Clang's message stands the text, in that of GCC's the result of a deleted function, whose name is
// the reason.
#pragma once

#ifdef __clang__
#define TREELIZE_ABSENT(text) __attribute__((diagnose_if(true, text, "error")))
#else
#define TREELIZE_ABSENT(text) = delete
#endif
