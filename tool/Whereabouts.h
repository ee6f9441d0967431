// What the tool is working on, so that the message about a mistake of its own can say it. A signal
// handler can ask nobody: this is the one global of the tool, plain bytes that are written before
// the work begins.
#pragma once

#include <string_view>

namespace treelize {

/// `kernel 'app::f'`; the place is unknown from then on.
void workOn(std::string_view what);
/// At a line of the user's source.
void workAt(std::string_view file, unsigned line, unsigned column);
/// After a step of the work, `pass 'structure'`.
void workAfter(std::string_view step);

/// A note for the message, or nothing. May be called by a signal handler.
void writeWhereabouts(int file);

} // namespace treelize
