// Text in a page, whatever is in it.
#pragma once

#include <string>

namespace treelize::explain {

/// For text and for attributes between double quotes. What no page may hold becomes the replacement
/// character.
std::string escaped(const std::string& text);

/// `<code>text</code>`
std::string code(const std::string& text);

} // namespace treelize::explain
