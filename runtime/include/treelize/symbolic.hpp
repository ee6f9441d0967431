// Symbolic numbers: formulas that calculate like numbers (symbolic/numbers.hpp), their values and
// substitutions (evaluate.hpp), conditions on them (guards.hpp) and their text (text.hpp).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/symbolic/evaluate.hpp"
#include "treelize/detail/symbolic/guards.hpp"
#include "treelize/detail/symbolic/numbers.hpp"
#include "treelize/detail/symbolic/text.hpp"
