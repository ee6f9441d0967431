// The lines in which two texts differ, in the unified form that patch(1) reads.
#pragma once

#include <string>

namespace treelize::print {

std::string unifiedDiff(const std::string& oldName, const std::string& oldText,
                        const std::string& newName, const std::string& newText);

} // namespace treelize::print
