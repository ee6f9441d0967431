// Colours for the seeds of a sparse matrix: columns (or rows) of one colour have no row (or column)
// in common, so that one seed gives the entries of all of them.
#pragma once

#include "treelize/sparse.hpp"

namespace treelize::detail {

/// Colours the columns or the rows of a pattern, whichever take fewer seeds: greedily in their
/// order, so that a band of width three takes three colours.
void color_jacobian(csr& pattern);

/// Colours the rows, whatever they take: for a kernel without tangents.
void color_rows(csr& pattern);

/// Colours the columns of a symmetric pattern so that every entry stands alone in the product for
/// the colour of its column or of its row (star colouring, direct recovery).
void color_hessian(csr& pattern);

} // namespace treelize::detail
