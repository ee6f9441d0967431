#pragma once
#include <treelize/annotations.hpp>
#include <near.hpp>
#if !defined(OF_PART) || !defined(OF_PART_OPTIONS) || !defined(OF_PART_FLAGS) || !defined(OF_ROOT) || defined(OF_FLAGS)
#error the flags of the target's folder
#endif
#if __cplusplus != 202002L
#error the target's standard
#endif
#define TEXT_OF(x) #x
#define TEXT_NOW(x) TEXT_OF(x)
TREELIZE(kernel) inline double part(double x) { return sizeof(TEXT_NOW(TEXT)) * x + near; }
