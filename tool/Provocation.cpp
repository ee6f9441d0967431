#include "Provocation.h"

#include "Bug.h"

#include <csignal>

namespace treelize {

namespace {

/// Takes the stack to its end.
unsigned deeper(volatile unsigned* outer) {
  volatile unsigned own[256] = {*outer + 1};
  return own[0] == 0 ? 0 : deeper(own) + own[0];
}

} // namespace

void provoke(Provocation provocation) {
  if (provocation == Provocation::bug)
    throw Bug("provoked");
  if (provocation == Provocation::crash)
    std::raise(SIGSEGV);
  volatile unsigned depth = 0;
  if (provocation == Provocation::overflow)
    deeper(&depth);
}

} // namespace treelize
