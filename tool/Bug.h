// The second kind of failure: ours. A broken invariant ends the run with exit code 70 and says
// that it is a bug of Treelize and not of the user's source. Checked in release builds too.
#pragma once

#include <stdexcept>
#include <string>

namespace treelize {

class Bug : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& what) {
  if (!holds)
    throw Bug(what);
}

} // namespace treelize
