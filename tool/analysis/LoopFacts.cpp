#include "analysis/LoopFacts.h"

namespace treelize::analysis {

using namespace ir;

LoopFacts::LoopFacts(const Kernel& kernel, const For& loop)
    : counter_(loop.counter), changing_(writesOf(kernel, loop.body)) {
  changing_.insert(Region{counter_, {}});
}

} // namespace treelize::analysis
