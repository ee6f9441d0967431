// Generated code as a colleague would have laid it out: one pinned style, the same bytes with every
// release of Clang's formatter.
#pragma once

#include <string>

namespace treelize::print {

std::string format(const std::string& code);

} // namespace treelize::print
