// Filters: which leaves of a tree are meant, by type, path, tag or a function, and what is done
// with them. split and state give groups of leaves, merge and update put them back; state_axes and
// batch map a function over the leading axis of leaves.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/any_all.hpp"
#include "treelize/detail/filter/axes.hpp"
#include "treelize/detail/filter/batch.hpp"
#include "treelize/detail/filter/combinators.hpp"
#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/merge.hpp"
#include "treelize/detail/filter/predicates.hpp"
#include "treelize/detail/filter/split.hpp"
