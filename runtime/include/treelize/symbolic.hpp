// Symbolic numbers: formulas that calculate like numbers (symbolic/numbers.hpp), their values and
// substitutions (evaluate.hpp), conditions on them (guards.hpp) and their text (text.hpp).
#pragma once

#include "treelize/symbolic/evaluate.hpp"
#include "treelize/symbolic/guards.hpp"
#include "treelize/symbolic/numbers.hpp"
#include "treelize/symbolic/text.hpp"
