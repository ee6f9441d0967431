// The style and the script of a page. They stand in it, so that it needs nothing else.
#pragma once

namespace treelize::explain {

extern const char* const pageStyle;
extern const char* const pageScript;

} // namespace treelize::explain
