// C++ text in the text form of a kernel stands in backquotes.
#pragma once

#include <string>
#include <string_view>

namespace treelize::ir {

bool isNameCharacter(char c);
/// An identifier, or the number of a tuple's member.
bool isName(std::string_view text);

/// With `\` before what would end it, and \n for the end of a line.
std::string quoted(std::string_view text);
/// The same of what is no plain name, or no name with its namespaces.
std::string nameOrQuoted(std::string_view text);
std::string qualifiedOrQuoted(std::string_view text);

} // namespace treelize::ir
