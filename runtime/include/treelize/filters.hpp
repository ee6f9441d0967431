// Filters: which leaves of a tree are meant, by type, path, tag or a function, and what is done
// with them. split and state give groups of leaves, merge and update put them back; state_axes and
// batch map a function over the leading axis of leaves.
#pragma once

#include "treelize/any_all.hpp"
#include "treelize/filter/axes.hpp"
#include "treelize/filter/batch.hpp"
#include "treelize/filter/combinators.hpp"
#include "treelize/filter/errors.hpp"
#include "treelize/filter/filter_for.hpp"
#include "treelize/filter/merge.hpp"
#include "treelize/filter/predicates.hpp"
#include "treelize/filter/split.hpp"
