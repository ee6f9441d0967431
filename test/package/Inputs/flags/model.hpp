#pragma once
#include <treelize/annotations.hpp>
#include <which.hpp>

#ifndef OF_FOLDER
#error the options of the folder
#endif
#ifndef OF_TARGET
#error the definitions of the target
#endif
#ifndef OF_PACKAGE
#error the definitions of what it links
#endif
#ifndef OF_VARIABLE
#error CMAKE_CXX_FLAGS
#endif
#ifndef NDEBUG
#error CMAKE_CXX_FLAGS_RELEASE
#endif
#ifndef OF_FORCED
#error what the options include
#endif
#ifndef OF_PRECOMPILED
#error the precompiled header
#endif
#ifndef OF_INCLUDE
#error folders of packages are searched last
#endif
#ifndef model_EXPORTS
#error the macro of a shared library
#endif
#ifndef __FAST_MATH__
#error the options of the target
#endif
#ifndef _OPENMP
#error the options of what it links
#endif
#ifndef __STRICT_ANSI__
#error the extensions
#endif
#ifdef __clang__
#error the compiler
#endif
#if __cplusplus <= 202002L
#error the standard
#endif

TREELIZE(kernel) inline double f(double x) { return sizeof(OF_TARGET) * x; }
