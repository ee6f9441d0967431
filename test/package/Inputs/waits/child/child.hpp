#pragma once
#include <treelize/annotations.hpp>
#if defined(OF_CHILD) || defined(OF_CHILD_FLAGS) || !defined(OF_ROOT) || !defined(OF_FLAGS)
#error the flags of the target's folder
#endif
TREELIZE(kernel) inline double child(double x) { return 7 * x; }
