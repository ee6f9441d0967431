// How generated code reaches the data members of an object whose method a kernel is.
#pragma once

#include "bind/ClassModel.h"
#include "ir/IR.h"

#include <string>

namespace treelize::print {

/// The member that a variable of a kernel stands for.
const bind::Member& memberOf(const bind::RecordModel& record, const ir::Variable& variable);

/// `self.x`, `treelize::member<treelize::tag_app_Chain_k_>(self)`
std::string accessTo(const bind::Member& member, const std::string& object);

} // namespace treelize::print
