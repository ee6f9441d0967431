// What an output depends on, as a rule that make and ninja read.
#pragma once

#include <string>
#include <vector>

namespace treelize::print {

std::string dependencyRule(const std::string& target, const std::vector<std::string>& files);

} // namespace treelize::print
