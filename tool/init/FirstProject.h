// `treelize init NAME [--make|--meson]`: a project that builds as it is, in the folder where one stands. Nothing is
// overwritten: where one of the files exists already, none is written.
#pragma once

#include <string>
#include <vector>

namespace treelize {

/// What stands behind `init`. The exit code: 0 done, 1 nothing was written, 2 the command line is wrong.
int startProject(const std::vector<std::string>& arguments);

} // namespace treelize
