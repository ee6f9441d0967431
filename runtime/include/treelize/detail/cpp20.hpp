// C++20 is what everything here is written in. Compilers go on after an #error, for hundreds of
// lines, but not after a file that is not there.
#if __cplusplus < 202002L
#error "treelize needs C++20: compile with -std=c++20, in CMake target_compile_features(<target> PUBLIC cxx_std_20)"
#include "treelize/compile-with-std-c++20"
#endif
