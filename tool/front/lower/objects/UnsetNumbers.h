// Objects that a declaration without a value leaves half made.
#pragma once

#include "ir/Builder.h"

namespace treelize::front {

/// What an object that gets its value later is declared with: null for nothing. One that has
/// containers, which begin empty, beside numbers, which nobody sets, may be copied as a whole
/// before that: its numbers are zero then.
ir::ExprRef beginning(const ir::TypeRef& type, Location at);

} // namespace treelize::front
