#pragma once

#include <string>

namespace treelize::print {

/// A string literal of the generated header.
std::string quoted(const std::string& text);

} // namespace treelize::print
