// Symbolic numbers, `sym_int`, `sym_float` and `sym_bool`: formulas that calculate like numbers,
// with their values and substitutions, conditions on them and their text.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/symbolic/evaluate.hpp"
#include "treelize/detail/symbolic/guards.hpp"
#include "treelize/detail/symbolic/numbers.hpp"
#include "treelize/detail/symbolic/text.hpp"
