// The whole runtime at once, but for the adaptors of other libraries (adapt/). A generated header
// needs none of it: it includes what it uses.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/annotations.hpp"
#include "treelize/bound.hpp"
#include "treelize/check_gradient.hpp"
#include "treelize/dual.hpp"
#include "treelize/field.hpp"
#include "treelize/filters.hpp"
#include "treelize/kernel.hpp"
#include "treelize/literals.hpp"
#include "treelize/parallel.hpp"
#include "treelize/pytree.hpp"
#include "treelize/recording.hpp"
#include "treelize/sparse.hpp"
#include "treelize/symbolic.hpp"
#include "treelize/tree.hpp"
#include "treelize/tree_function.hpp"
#include "treelize/tree_operators.hpp"
